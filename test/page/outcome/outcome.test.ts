import { describe, expect, it } from 'vitest';
import { render } from '#page/html.ts';
import { beingChecked, paid, problem, returnToShop } from '#page/outcome/outcome.ts';
import { everyPage, LANGUAGES, NONCE, receiptView } from '../every-page.ts';

const view = { language: 'tr', cspNonce: NONCE, merchantName: 'Kahve Dükkânı' } as const;

describe('outcome pages', () => {
  it('the checking page asks not to pay again and refreshes every five seconds without scripts', () => {
    const page = render(beingChecked(view));
    expect(page).toContain('yeniden ödeme yapmayın');
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(page).toContain('data-state="checking"');
  });

  it('only the checking page has the state "checking", which its script looks for', () => {
    for (const language of LANGUAGES)
      for (const [name, page] of Object.entries(everyPage(language))) {
        const markup = render(page).replace(/<script[\s\S]*$/, '');
        expect(markup.includes('data-state="checking"'), name).toBe(name === 'beingChecked');
      }
  });

  it('an outcome page with a return address links to the shop, out of a frame too', () => {
    const page = render(paid({ ...view, returnUrl: 'https://shop.example/?a=1&b=2' }));
    expect(page).toContain('href="https://shop.example/?a=1&amp;b=2" target="_top"');
    expect(render(paid(view))).not.toContain('target="_top"');
  });

  it('the returning page refreshes to the shop at once without scripts', () => {
    const page = render(returnToShop({ ...view, returnUrl: 'https://shop.example/ok' }, 'paid'));
    expect(page).toContain('<meta http-equiv="refresh" content="0;url=https://shop.example/ok">');
  });

  it.each([
    ['paid', paid],
    ['checking', beingChecked],
  ])('the %s page is a receipt: amount, order, card, installments, time, reference', (_, show) => {
    const receipt = {
      ...receiptView('SIPARIS-1042'),
      authorizationCode: 'P48213',
      maskedCardNumber: '552879******0008',
      paymentReferenceNumber: 'PAY-1',
    };
    const facts = (more: object, language: 'tr' | 'en' = 'tr') =>
      render(show({ ...view, language, receipt: { ...receipt, ...more } }));
    for (const fact of [
      '1.234,50\u00a0₺',
      'SIPARIS-1042',
      'Mastercard •••• 0008',
      '6 taksit',
      'PAY-1',
      'P48213',
    ])
      expect(facts({})).toContain(fact);
    expect(facts({})).toContain('20 Kasım 2026 12:00');
    expect(facts({ paidAt: '2026-11-20T10:30:00.000Z' }, 'en')).toContain('20 November 2026 at 13:30');
    expect(facts({ installment: 1 })).toContain('Tek çekim');
    expect(facts({})).toContain('kapatabilirsiniz');
    expect(facts({})).not.toContain('552879');
    expect(render(show(view))).not.toContain('Ödeme referansı');
    expect(facts({})).not.toContain('Sipariş tutarı');
  });

  it('the receipt of a payment with a surcharge adds up: order, surcharge, what the card paid', () => {
    const surcharged = { ...receiptView('S'), cardFamily: 'Bonus', chargedMinor: 10_601, orderMinor: 10_000 };
    const textOf = (page: ReturnType<typeof paid>) => render(page).replaceAll(/<[^>]+>/g, '|');
    const turkish = textOf(paid({ ...view, receipt: surcharged }));
    expect(turkish).toMatch(/Ödenen tutar: \|106,01\u00a0₺/);
    expect(turkish).toMatch(/Sipariş tutarı\|+100,00\u00a0₺\|.*Taksit vade farkı\|+6,01\u00a0₺\|/s);
    expect(turkish).toContain('Bonus');
    const english = textOf(paid({ ...view, language: 'en', receipt: surcharged }));
    expect(english).toMatch(/Order amount\|+₺100\.00\|.*Installment surcharge\|+₺6\.01\|/s);
  });

  it('the error page has no statement about the money and shows the request id', () => {
    const page = render(problem({ ...view, requestId: 'request-1' }));
    expect(page).toContain('request-1');
    expect(page).not.toContain('çekilmedi');
  });
});
