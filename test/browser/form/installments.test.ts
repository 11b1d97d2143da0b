// The installments: they open with the card, each can be tapped anywhere, and header and button follow.
import fc from 'fast-check';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { BinFacts } from '#domain/card/bin.ts';
import { ANY_COUNT, type InstallmentTerms } from '#domain/installment/offer.ts';
import { planOfCard, plansFor } from '#domain/installment/plan.ts';
import { cardInstallments } from '#page/form/card-installments.ts';
import { paymentForm } from '#page/form/payment-form.ts';
import { moneyText } from '#page/format.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { formView } from '../../page/every-page.ts';
import { chooseCount, FORM_PATH, installmentsOf, startFormPage } from '../driver/form-page.ts';

const NARROW = { viewport: { width: 320, height: 640 } };
const WORTH = { amountMinor: 149_990, currency: 'TRY', installments: ANY_COUNT } as const;
const TERMS: InstallmentTerms = {
  table: ['Bonus', 'World'].flatMap((family) =>
    [3, 6].map((count) => ({ family, count, ratePpm: 18_000, bearer: 'buyer' as const })),
  ),
  counts: [],
  today: '2026-11-26',
};
const cardPage = (card: BinFacts | undefined) =>
  cardInstallments({
    ...WORTH,
    language: 'tr',
    merchantName: 'Kahve Dükkânı',
    isTest: true,
    frameOrigins: [],
    cspNonce: 'of-another-answer',
    isFetched: true,
    isTooOften: false,
    isSingle: false,
    plans: [],
    cardPlan: planOfCard(WORTH, card, TERMS),
  });
const SAVED = {
  id: 'card-1',
  cardAlias: 'Maaş kartım',
  maskedCardNumber: '552879******0008',
  cardAssociation: 'MASTERCARD',
  needsCvv: true,
} as const;
const PHONE = { viewport: { width: 360, height: 740 } };
const ORDER = { amountMinor: 149_990, installmentCounts: [1, 2, 3, 6, 9, 12] };

/** A point three pixels from its upper right corner. */
const cornerOf = async (chip: Locator): Promise<[number, number]> => {
  const { x = 0, y = 0, width = 0 } = (await chip.boundingBox()) ?? {};
  return [x + width - 3, y + 3];
};

/** Types a zero, and returns what was sent before the browser did anything else. */
const SENT_WITH_A_DIGIT = `(() => {
  let sent = '';
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) { sent += body; return send.call(this, body); };
  const number = document.getElementById('cardNumber');
  number.setRangeText('0', number.value.length, number.value.length, 'end');
  number.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return sent;
})()`;

const SOME_ORDER = fc.record({
  amountMinor: fc.oneof(fc.integer({ min: 100, max: 5_000 }), fc.integer({ min: 100, max: 500_000_000 })),
  rows: fc.array(
    fc.record({
      ratePpm: fc.oneof(fc.constantFrom(0, 1, 17_500), fc.integer({ min: 0, max: 600_000 })),
      bearer: fc.constantFrom('buyer' as const, 'buyer' as const, 'merchant' as const),
    }),
    { minLength: 5, maxLength: 5 },
  ),
});
/** Chooses each count, and returns header, button and what is told. */
const EVERY_CHOICE = `[...document.querySelectorAll('[name=installment]')]
  .sort((one, other) => parseInt(one.value) - parseInt(other.value)).slice(1).map((row) => {
  const status = document.getElementById('status');
  const observer = new MutationObserver(() => {});
  observer.observe(status, { childList: true });
  row.click();
  const header = document.querySelector('.top > div').innerText;
  const count = observer.takeRecords().length;
  const label = document.getElementById('pay-text').innerText;
  const texts = [header, label, count === 1 ? status.textContent : count];
  return texts.map((text) => String(text).replaceAll(/\\s+/g, ' ').trim()).join(' | ');
})`;

describe('the installments', () => {
  const { open, server } = startFormPage();

  it('a tap at any point of a count chooses it, and the button shows the chosen count', async () => {
    const { page } = await open(ORDER, { ...PHONE, hasTouch: true });
    const pay = page.locator('#pay-text');
    expect(await pay.innerText()).toBe('1.499,90\u00a0₺ öde');
    const button = await page.locator('#pay').boundingBox();
    expect((button?.y ?? 999) + (button?.height ?? 0), 'before a choice').toBeLessThan(740);
    await page.locator('.installments summary').tap();
    for (const count of [6, 9, 12]) {
      const { row: radio } = installmentsOf(page, count);
      const chip = radio.locator('..');
      const { width = 0, height = 0 } = (await chip.boundingBox()) ?? {};
      expect(height).toBeGreaterThanOrEqual(44);
      await page.touchscreen.tap(...(await cornerOf(chip)));
      expect(width).toBeGreaterThanOrEqual(100);
      expect(await radio.isChecked()).toBe(true);
      expect(await pay.innerText()).toBe(`1.499,90\u00a0₺ öde · ${count} taksit`);
    }
    await page.locator('#cardNumber').fill('5528790000000008');
    await page.locator('#expiry').fill('12/30');
    await page.locator('#cvv').fill('123');
    await page.locator('#ownerName').fill('Ayşe');
    await page.locator('#pay').click();
    await page.locator('[data-state=paid]').waitFor();
    expect(server().posts.map((post) => post.get('installment'))).toEqual(['12']);
    await page.close();
  });

  it('the usual counts stand beside the single payment, the others behind one more tap', async () => {
    const { page } = await open(ORDER, PHONE);
    const months = page.locator('.chip span:visible');
    const first = ['1.499,90', '499,96', '249,98'];
    expect(await months.allInnerTexts()).toEqual(first.map((one) => `${one}\u00a0₺`));
    await page.locator('.installments summary').click();
    const all = [...first, '749,95', '166,65', '124,99'];
    expect(await months.allInnerTexts()).toEqual(all.map((one) => `${one}\u00a0₺`));
    await page.close();
  });

  it('amounts with text of twice the size stay within their row and the page', async () => {
    const { page } = await open({ ...ORDER, amountMinor: 99_999_999_999 }, PHONE);
    await page.locator('.installments summary').click();
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const outside = await page.evaluate<string[]>(`[...document.querySelectorAll('.chips, .chip, .chip span')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
        || part.getBoundingClientRect().right > innerWidth)
      .map((part) => part.textContent.trim())`);
    expect(outside).toEqual([]);
    await page.close();
  });

  it('before a number a family is asked for, then the card from its eighth digit on; the choice stays', async () => {
    const { page, faults } = await open({ ...ORDER, plans: plansFor(WORTH, TERMS) }, NARROW);
    const legend = page.locator('.installments legend');
    server().pages.set('/after-post', cardPage({ bankCode: '0062', type: 'credit', family: 'Bonus' }));
    expect(await page.locator('.families button').allInnerTexts()).toEqual(['Bonus', 'World']);
    await page.getByRole('button', { name: 'Bonus' }).click();
    await legend.getByText('Bonus').waitFor();
    await chooseCount(page, 6);
    await page.locator('#cardNumber').pressSequentially('5528790');
    expect(server().posts.map(String)).toEqual(['show=installments&family=Bonus']);
    // The question leaves with the digit, whatever the machine does meanwhile.
    expect(await page.evaluate(SENT_WITH_A_DIGIT)).toBe('show=installments&cardNumber=55287900');
    await page.locator('#cardNumber').pressSequentially('000');
    await page.locator('#status', { hasText: 'taksit yapılabilir' }).waitFor({ state: 'attached' });
    // Nothing but the prefix leaves the browser, once.
    expect(server().posts.slice(1).map(String)).toEqual(['show=installments&cardNumber=55287900']);
    expect(await installmentsOf(page, 6).row.inputValue()).toBe('6:152690');
    expect(await installmentsOf(page, 6).row.isChecked()).toBe(true);
    expect(await page.locator('#pay-text').innerText()).toBe('1.526,90\u00a0₺ öde · 6 taksit');
    expect(await page.locator('.top > div').innerText()).toMatch(
      /1\.526,90\u00a0₺\s+27,00\u00a0₺ vade farkı dahil$/,
    );
    expect(await page.locator('#status').textContent()).toMatch(
      /^Bonus: 3, 6 taksit yapılabilir\. Ödenecek tutar\s+1\.526,90\u00a0₺\s+27,00\u00a0₺ vade farkı dahil$/,
    );
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    server().pages.set('/after-post', cardPage({ bankCode: '0062', type: 'debit' }));
    await page.locator('#cardNumber').fill('4603450000');
    await page.getByText('Banka kartıyla taksit yapılamaz').first().waitFor();
    expect(await page.locator('#pay-text').innerText()).toBe('1.499,90\u00a0₺ öde');
    expect(await page.locator('#status').textContent()).toMatch(/^Banka kartıyla.*1\.499,90\u00a0₺\s*$/s);
    expect(await page.locator('.top .amount').innerText()).toBe('1.499,90\u00a0₺');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('the page with six families has at most 1,000 pixels on a phone', async () => {
    const table = ['Bonus', 'World', 'CardFinans', 'Maximum', 'Axess', 'Paraf'].flatMap((family, at) =>
      [2, 3, 6, 9, 12].map((count) => ({ family, count, ratePpm: at * 1_000, bearer: 'buyer' as const })),
    );
    const { page } = await open({ ...ORDER, plans: plansFor(WORTH, { ...TERMS, table }) }, PHONE);
    expect(await page.locator('.families button:visible').count()).toBe(6);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1_000);
    await page.close();
  });

  it('header and button show what the card pays in each of 1,000 choices (in CI), told once', async () => {
    const { page, faults } = await open();
    const choices = rounds(1_000, 60);
    const [sample] = fc.sample(fc.array(SOME_ORDER, { minLength: choices / 5, maxLength: choices / 5 }), 1);
    for (const { amountMinor, rows } of sample ?? []) {
      const worth = { ...WORTH, amountMinor };
      const table = rows.map((row, at) => ({
        family: 'Bonus',
        ...row,
        count: [2, 3, 6, 9, 12][at] as number,
      }));
      const terms = { table, counts: [], today: '2026-11-26' };
      const plans = plansFor(worth, terms).map((plan) => ({ ...plan, families: [] }));
      const more = { amountMinor, plans };
      server().pages.set(FORM_PATH, paymentForm(formView('tr', more)));
      await page.reload();
      const seen = await page.evaluate<string[]>(EVERY_CHOICE);
      const { offers = [] } = plans[0] ?? {};
      const wanted = offers.slice(1).map(({ count, chargedMinor, surchargeMinor }) => {
        const [total, extra] = [chargedMinor, surchargeMinor].map((minor) => moneyText(minor, 'TRY', 'tr'));
        const header = `${total}${surchargeMinor > 0 ? ` ${extra} vade farkı dahil` : ''}`;
        return `Ödenecek tutar ${header} | ${total} öde · ${count} taksit | Ödenecek tutar ${header}`;
      });
      expect(seen).toEqual(wanted.map((one) => one.replaceAll('\u00a0', ' ')));
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it('the offers of a card open by themselves, and the button stays on the first screen', async () => {
    const { page } = await open({ ...ORDER, plans: plansFor(WORTH, TERMS) }, PHONE);
    server().pages.set('/after-post', cardPage({ bankCode: '0062', type: 'credit', family: 'Bonus' }));
    await page.locator('#cardNumber').pressSequentially('55287900');
    await page.locator('.installments legend', { hasText: 'Bonus' }).waitFor();
    expect(await page.locator('.chip b:visible').allInnerTexts()).toEqual([
      ...['Tek çekim', '3\u00a0×', '6\u00a0×'],
    ]);
    const { y = 999, height = 0 } = (await page.locator('#pay').boundingBox()) ?? {};
    expect(y + height).toBeLessThan(740);
    await page.close();
  });

  it('a page with stored cards asks for the installments of the chosen one when it opens', async () => {
    const { page, faults } = await open({}, PHONE);
    const topOfPay = async () => (await page.locator('#pay').boundingBox())?.y ?? Number.NaN;
    server().pages.set('/after-post', cardPage({ bankCode: '0062', type: 'credit', family: 'Bonus' }));
    const more = { ...ORDER, plans: plansFor(WORTH, TERMS), savedCards: [SAVED] };
    server().pages.set(FORM_PATH, paymentForm(formView('tr', more)));
    const held = Promise.withResolvers<void>();
    await page.route('**', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    await page.reload();
    const top = await topOfPay();
    held.resolve();
    await page.locator('.installments legend', { hasText: 'Bonus' }).waitFor();
    // The button is still under the finger that is about to press it.
    expect(Math.abs((await topOfPay()) - top)).toBeLessThan(40);
    expect(server().posts.map(String)).toEqual(['show=installments&savedCard=card-1']);
    expect(await page.locator('#status').textContent()).toBe('');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('of ten stored cards three stand at once, and the button stays on the first screen', async () => {
    const savedCards = Array.from({ length: 10 }, (_, at) => ({
      ...SAVED,
      id: `card-${at}`,
      maskedCardNumber: `552879******${1000 + at}`,
      bankName: 'Türk Ekonomi Bankası',
      ...(at === 0 && { blocked: { code: 'EXPIRED_CARD' as const } }),
    }));
    const { page } = await open({}, PHONE);
    server().pages.set('/after-post', cardPage({ bankCode: '0062', type: 'credit', family: 'Bonus' }));
    const plans = plansFor(WORTH, TERMS);
    server().pages.set(FORM_PATH, paymentForm(formView('tr', { ...ORDER, plans, savedCards })));
    await page.reload();
    await page.locator('.installments legend', { hasText: 'Bonus' }).waitFor();
    const names = page.locator('.saved-cards .saved:visible');
    expect(await names.count()).toBe(4);
    expect(await names.first().innerText()).toMatch(/^Maaş kartım\nTürk Ekonomi Bankası\s+süresi dolmuş/);
    expect(await names.nth(1).locator('input').isChecked()).toBe(true);
    const { y = 999, height = 0 } = (await page.locator('#pay').boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(740);
    await page.getByText('Diğer 7 kart').click();
    for (const at of [2, 3, 9]) {
      await page.locator(`[value=card-${at}]`).check();
      expect(await page.locator('.cvv-of:visible').innerText()).toBe(`•••• ${1000 + at}`);
    }
    await page.close();
  });

  it('without scripts a button shows installments of the card in a tab, and the form keeps all', async () => {
    const { page } = await open({ ...ORDER, plans: plansFor(WORTH, TERMS) }, { javaScriptEnabled: false });
    server().pages.set('/after-post', cardPage(undefined));
    await page.locator('#cardNumber').fill('4000000000000002');
    await page.locator('#cvv').fill('123');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Kartımın taksitlerini göster' }).click();
    const tab = await opened;
    await tab.getByText('Bu kartla taksit yapılamıyor').waitFor();
    expect(await page.locator('#cardNumber').inputValue()).toBe('4000000000000002');
    expect(await page.locator('#cvv').inputValue()).toBe('123');
    await page.context().close();
  });
});
