import { describe, expect, it } from 'vitest';
import { planOfCard, plansFor } from '#domain/installment/plan.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import { formScript, outcomeScript, render } from '#page/html.ts';
import { formView, LANGUAGES } from '../every-page.ts';

const FIELDS = {
  ownerName: 'cc-name',
  cardNumber: 'cc-number',
  expiry: 'cc-exp',
  cvv: 'cc-csc',
};

function formOf(more: Parameters<typeof formView>[1] = {}): string {
  return render(paymentForm(formView('tr', more)));
}

function inputOf(page: string, name: string): string {
  return new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? '';
}

/** The visible text of a page. */
function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body')).replace(/<script[\s\S]*$/, '');
  return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('the payment form', () => {
  it('the form posts exactly the fields of the interface to its own address', () => {
    const page = formOf();
    const names = Array.from(page.matchAll(/\sname="(\w+)"/g), ([, name]) => name);
    const sent = names.filter((name) => name !== 'viewport').toSorted();
    expect(sent).toEqual([...Object.keys(FIELDS), 'extend', 'formNonce', 'installment'].toSorted());
    expect(page).toMatch(/<form id="payment" method="post" action="\/iframe\/HST-x"/);
  });

  it.each(Object.entries(FIELDS))(
    'the field %s has a label and the autocomplete token %s, and no words in their place',
    (name, word) => {
      const page = formOf();
      expect(inputOf(page, name)).toContain(`autocomplete="${word}"`);
      expect(page).toMatch(new RegExp(`<label[^>]*for="${name}"[^>]*>[^<]{3,}<`));
      const [, shape = '000'] = /placeholder="([^"]*)"/.exec(inputOf(page, name)) ?? [];
      expect(['000', 'AA/YY']).toContain(shape);
    },
  );

  it('numeric fields request the numeric keyboard', () => {
    for (const name of ['cardNumber', 'expiry', 'cvv'])
      expect(inputOf(formOf(), name)).toContain('inputmode="numeric"');
  });

  it('the form repeats the buyer’s input, but never card number or security code', () => {
    const page = formOf({ entered: { ownerName: 'Ayşe Yılmaz', expiry: '09/29' } });
    expect(inputOf(page, 'ownerName')).toContain('value="Ayşe Yılmaz"');
    expect(inputOf(page, 'expiry')).toContain('value="09/29"');
    for (const name of ['cardNumber', 'cvv']) expect(inputOf(page, name)).not.toContain('value=');
  });

  it('the newest stored card that no bank has refused as expired is chosen, without one a new card', () => {
    const card = { cardAlias: 'Kartım', maskedCardNumber: '552879******0008', needsCvv: true } as const;
    const saved = (id: string, code: 'EXPIRED_CARD' | 'LOST_CARD') =>
      ({ ...card, id, cardAssociation: 'MASTERCARD', blocked: { code } }) as const;
    const chosenOf = (...savedCards: ReturnType<typeof saved>[]) =>
      /value="([\w-]+)"[^>]* checked/.exec(formOf({ savedCards }))?.[1];
    expect(chosenOf(saved('card-1', 'EXPIRED_CARD'), saved('card-2', 'LOST_CARD'))).toBe('card-2');
    expect(chosenOf(saved('card-1', 'EXPIRED_CARD'))).toBe('new');
  });

  it('the form sends and shows the count of installments that the merchant fixed', () => {
    const page = formOf({ installments: { kind: 'fixed', count: 6 } });
    expect(inputOf(page, 'installment')).toContain('value="6"');
    expect(textOf(page)).toContain('6 taksit');
  });

  it('a card that the fixed count cannot be charged to is told so, and the button promises nothing', () => {
    const installments = { kind: 'fixed', count: 6 } as const;
    const order = { amountMinor: 149_990, currency: 'TRY', installments } as const;
    const terms = { families: ['Bonus'], counts: [6], today: '2026-11-26' };
    const formWith = (family: string) => {
      const card = { bankCode: '0062', type: 'credit', family } as const;
      const plans = plansFor(order, terms);
      return formOf({ ...order, plans, cardPlan: planOfCard(order, card, terms) });
    };
    const labelsOf = (page: string) =>
      [/data-pay="([^"]*)"/, /id="pay-text">([^<]*)/].map((label) => label.exec(page)?.[1]);
    expect(labelsOf(formWith('World'))).toEqual(['Kartla öde', 'Kartla öde']);
    expect(textOf(formWith('World'))).toContain('6 taksit yapılamıyor. Bonus kredi kartı kullanın');
    const pay = '1.499,90\u00a0₺ öde · 6 taksit';
    expect(labelsOf(formWith('Bonus'))).toEqual([pay, pay]);
    // No card can: the table has no such row.
    expect(labelsOf(formOf({ ...order, plans: [] }))).toEqual([undefined, 'Kartla öde']);
  });

  it('an error is linked to its field and from the summary', () => {
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

  it('every aria-describedby refers to an element of the page', () => {
    const page = formOf();
    const described = Array.from(page.matchAll(/aria-describedby="([^"]+)"/g), ([, ids = '']) =>
      ids.split(' '),
    );
    expect(described.flat().length).toBeGreaterThan(4);
    for (const id of described.flat()) expect(page).toContain(`id="${id}"`);
  });

  it('a form after a decline shows the reason, that nothing was charged, and the last attempts left', () => {
    const text = textOf(formOf({ decline: 'Bakiyeniz yetersiz.', attemptsLeft: 3 }));
    expect(text).toContain('Bakiyeniz yetersiz.');
    expect(text).toContain('Kartınızdan para çekilmedi.');
    expect(text).not.toContain('deneme hakkınız');
    expect(textOf(formOf({ decline: 'x', attemptsLeft: 2 }))).toContain('2 deneme hakkınız kaldı.');
    expect(textOf(formOf({ decline: 'x', attemptsLeft: 1 }))).toContain('Son 1 deneme hakkınız kaldı.');
  });

  it('merchant, amount, products and order number come before the card fields', () => {
    for (const language of LANGUAGES) {
      const text = textOf(render(paymentForm(formView(language))));
      const amount = language === 'tr' ? '1.234,50 ₺' : '₺1,234.50';
      const positions = ['Kahve Dükkânı', amount, 'Bakır cezve', 'SIPARIS-1042', 'CVV'].map((word) =>
        text.indexOf(word),
      );
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(positions).not.toContain(-1);
    }
  });

  it('products that are not shown have their number and sum in one line', () => {
    const products = Array.from({ length: 100 }, () => ({ name: 'ş'.repeat(200), amountMinor: 1_000 }));
    const text = textOf(formOf({ products, amountMinor: 100_000 }));
    const shown = text.match(/ş{200}/g)?.length ?? 0;
    const rest = 100 - shown;
    expect(shown).toBeGreaterThan(3);
    expect(text).toContain(`Diğer ${rest} ürün ${rest}0,00 ₺`);
    expect(text).toContain('98 ürün daha göster');
  });

  it('the form shows test mode only for a test key', () => {
    expect(textOf(formOf({ isTest: true }))).toContain('Test modu');
    expect(textOf(formOf({ isTest: false }))).not.toContain('Test modu');
  });

  it('the scripts have less than 15 KB and create no markup', () => {
    for (const script of [formScript(), outcomeScript()].map(render)) {
      expect(Buffer.byteLength(script)).toBeLessThan(15_000);
      expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|<\//);
    }
  });
});
