import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { render } from '#page/html.ts';
import { paid } from '#page/outcome/outcome.ts';
import { type Face, faceStyle, merchantHeading, shopContact } from '#page/shop-face.ts';
import { formView, NONCE } from './every-page.ts';

const FACE: Face = {
  color: '#8a4b22',
  logo: { address: 'https://pay.example/iframe/logo-200x80-x', width: 200, height: 80 },
  supportEmail: 'destek+web@shop.example',
  supportPhone: '+90 (850) 222-00 00',
  supportUrl: 'https://shop.example/yardim',
  termsUrl: 'https://shop.example/kosullar',
  privacyUrl: 'https://shop.example/kvkk',
};
const contact = (face: Face) => {
  const shown = shopContact('tr', face);
  return shown ? render(shown) : '';
};

describe('the branding of a shop on a page', () => {
  it('the form and the receipt have colours, logo, contact, terms and the privacy notice', () => {
    const form = render(paymentForm(formView('tr', { face: FACE })));
    const receipt = render(paid({ language: 'tr', cspNonce: NONCE, merchantName: 'Kahve', face: FACE }));
    for (const page of [form, receipt]) {
      expect(page).toContain('--face:#8a4b22;--face-ink:#ffffff');
      expect(page).toContain('<img class="logo wide" src="https://pay.example/iframe/logo-200x80-x" alt=""');
      expect(page).toContain('href="mailto:destek%2Bweb@shop.example"');
      expect(page).toContain('href="tel:+908502220000"');
      expect(page).toContain('<a href="https://shop.example/yardim" target="_blank">');
      expect(page).toContain('>Kullanım koşulları<');
      expect(page).toContain('>KVKK aydınlatma metni<');
      expect(page).not.toContain('class="initial"');
    }
  });

  it('a page without branding has neither image nor contact, and the style of all pages', () => {
    const form = render(paymentForm(formView('en')));
    for (const part of ['<img', 'class="shop"', '.shop', '--face:#']) expect(form).not.toContain(part);
    expect(contact({ color: '#8a4b22' })).toBe('');
  });

  it('each part of the contact can be shown without the others', () => {
    expect(contact({ supportEmail: 'a@shop.example' })).not.toContain('away');
    expect(contact({ privacyUrl: 'https://shop.example/kvkk' })).not.toContain('Sorularınız');
    expect(
      render(shopContact('en', { termsUrl: 'https://shop.example/t' }) || merchantHeading('')),
    ).toContain('Terms of use<span');
  });

  it('a stored text that is no accepted colour never becomes style', () => {
    for (const color of ['red', '#8a4b22}body{display:none', '#777777', '</style><script>'])
      expect(render(faceStyle({ color }) ?? merchantHeading('')), color).not.toContain('--face');
  });

  it('an address of another scheme becomes an empty link', () => {
    const page = contact({
      supportUrl: 'javascript:alert(1)',
      termsUrl: 'data:text/html,x',
      privacyUrl: '//x',
    });
    expect(page.match(/href="[^"]*"/g)).toEqual(['href="#"', 'href="#"', 'href="#"']);
    const mail = contact({ supportEmail: 'a?bcc=b@shop.example', supportPhone: '1;phone-context=x' });
    expect(mail).toContain('href="mailto:a%3Fbcc%3Db@shop.example"');
    expect(mail).toContain('href="tel:1"');
  });
});

describe('the letter in place of a logo', () => {
  it.each([
    ['istanbul kahvesi', 'İ'],
    ['  Çay Evi', 'Ç'],
    ['e\u0301clair', 'E\u0301'],
    ['👩‍🚀 Uzay', '👩‍🚀'],
    ['🇹🇷 Lokum', '🇹🇷'],
    ['7 Gün', '7'],
    ['', '•'],
  ])('the letter in place of the logo of "%s" is %s', (name, letter) => {
    expect(render(merchantHeading(name))).toContain(`aria-hidden="true">${letter}</span>`);
  });
});
