import { describe, expect, it } from 'vitest';
import { paymentForm } from '#page/form/payment-form.ts';
import { render } from '#page/html.ts';
import { PAGE_SCRIPT } from '#page/script/scripts.ts';
import { formView, LANGUAGES } from '../every-page.ts';

const FIELDS = {
  ownerName: 'cc-name',
  cardNumber: 'cc-number',
  expiryMonth: 'cc-exp-month',
  expiryYear: 'cc-exp-year',
  cvv: 'cc-csc',
};

function formOf(more: Parameters<typeof formView>[1] = {}): string {
  return render(paymentForm(formView('tr', more)));
}

function inputOf(page: string, name: string): string {
  return new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? '';
}

/** The text of a page as it is read, without tags. */
function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body')).replace(/<script[\s\S]*$/, '');
  return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('the payment form', () => {
  it('posts exactly the fields of the contract, to its own address', () => {
    const page = formOf();
    const names = Array.from(page.matchAll(/\sname="(\w+)"/g), ([, name]) => name);
    const sent = names.filter((name) => !['viewport', 'referrer'].includes(name ?? '')).toSorted();
    expect(sent).toEqual([...Object.keys(FIELDS), 'formNonce', 'installment'].toSorted());
    expect(page).toMatch(/<form id="payment" method="post" action="\/iframe\/HST-x"/);
  });

  it.each(Object.entries(FIELDS))(
    'has a label and autofill word for %s, and no placeholder',
    (name, word) => {
      const page = formOf();
      expect(inputOf(page, name)).toContain(`autocomplete="${word}"`);
      expect(page).toMatch(new RegExp(`<label[^>]*for="${name}"[^>]*>[^<]{3,}<`));
      expect(page).not.toContain('placeholder');
    },
  );

  it('asks phones for digits where there are only digits', () => {
    for (const name of ['cardNumber', 'expiryMonth', 'expiryYear', 'cvv'])
      expect(inputOf(formOf(), name)).toContain('inputmode="numeric"');
  });

  it('shows again what the buyer wrote, but has no place for number or security code', () => {
    const page = formOf({ entered: { ownerName: 'Ayşe Yılmaz', expiryMonth: '09', expiryYear: '29' } });
    expect(inputOf(page, 'ownerName')).toContain('value="Ayşe Yılmaz"');
    expect(inputOf(page, 'expiryMonth')).toContain('value="09"');
    for (const name of ['cardNumber', 'cvv']) expect(inputOf(page, name)).not.toContain('value=');
  });

  it('sends the count of installments that the merchant fixed, and says it', () => {
    const page = formOf({ installment: 6 });
    expect(inputOf(page, 'installment')).toContain('value="6"');
    expect(textOf(page)).toContain('6 taksit');
  });

  it('ties an error to its field and leads to it from the summary', () => {
    const page = formOf({ errors: [{ field: 'cvv', text: 'Kodu yazın.' }] });
    expect(inputOf(page, 'cvv')).toContain('aria-invalid="true"');
    expect(inputOf(page, 'cvv')).toMatch(/aria-describedby="[^"]*\bcvv-error\b/);
    expect(page).toMatch(/<p class="field-error" id="cvv-error">[\s\S]*?Kodu yazın\./);
    expect(page.match(/\sautofocus\b/g)).toHaveLength(1);
    expect(inputOf(page, 'cvv')).toContain(' autofocus');
    expect(page).toContain('<a href="#cvv">Kodu yazın.</a>');
    expect(inputOf(page, 'cardNumber')).not.toContain('aria-invalid');
    expect(page).toMatch(/<title>Hata: /);
  });

  it('describes fields only by texts that are on the page', () => {
    const page = formOf();
    const described = Array.from(page.matchAll(/aria-describedby="([^"]+)"/g), ([, ids = '']) =>
      ids.split(' '),
    );
    expect(described.flat().length).toBeGreaterThan(4);
    for (const id of described.flat()) expect(page).toContain(`id="${id}"`);
  });

  it('tells a declined buyer why, that nothing was charged, and how often to try again', () => {
    const text = textOf(formOf({ decline: 'Bakiyeniz yetersiz.', attemptsLeft: 3 }));
    expect(text).toContain('Bakiyeniz yetersiz.');
    expect(text).toContain('Kartınızdan para çekilmedi. 3 deneme hakkınız kaldı.');
    expect(textOf(formOf({ decline: 'x', attemptsLeft: 1 }))).toContain('Son 1 deneme hakkınız kaldı.');
  });

  it('names merchant, amount, order and each product before the card', () => {
    for (const language of LANGUAGES) {
      const text = textOf(render(paymentForm(formView(language))));
      const amount = language === 'tr' ? '1.234,50 ₺' : '₺1,234.50';
      const places = ['Kahve Dükkânı', amount, 'Bakır cezve', 'SIPARIS-1042', 'CVV'].map((word) =>
        text.indexOf(word),
      );
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places).not.toContain(-1);
    }
  });

  it('counts every product that is not shown in one line, so that the lines still sum up', () => {
    const products = Array.from({ length: 100 }, () => ({ name: 'ş'.repeat(200), amountMinor: 1_000 }));
    const text = textOf(formOf({ products, amountMinor: 100_000 }));
    const shown = text.match(/ş{200}/g)?.length ?? 0;
    const rest = 100 - shown;
    expect(shown).toBeGreaterThan(10);
    expect(text).toContain(`Diğer ${rest} ürün ${rest}0,00 ₺`);
    expect(text).toContain('98 ürün daha göster');
  });

  it('says that it is a test, and only then', () => {
    expect(textOf(formOf({ isTest: true }))).toContain('Test modu');
    expect(textOf(formOf({ isTest: false }))).not.toContain('Test modu');
  });

  it('carries a script below 10 KB that makes no markup', () => {
    const script = render(PAGE_SCRIPT);
    expect(Buffer.byteLength(script)).toBeLessThan(10_000);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|<\//);
  });
});
