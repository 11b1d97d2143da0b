// Payments of which a part is the surcharge of installments, from the offer to the last refund: the shop
// reads its own amount everywhere, and bank, refunds and books count what the card paid. At the end of the
// file the last event of each payment, page and refund is compared with its GET.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { BinFacts } from '#domain/card/bin.ts';
import { makePaymentReference } from '#domain/id.ts';
import { ANY_COUNT, type InstallmentOffer, offersFor, type TableRow } from '#domain/installment/offer.ts';
import { choiceOf } from '#domain/installment/plan.ts';
import { tokenDigest } from '#domain/payment/page-token.ts';
import { paymentResult } from '#domain/payment/payment-result.ts';
import { payHostedPage } from '#flows/payment/hosted-page-payment.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { beginChallenge } from '#flows/payment/three-d-challenge.ts';
import { moneyText } from '#page/format.ts';
import { type HostedPageItem, loadHostedPage } from '#store/payment/hosted-page.ts';
import { importList } from '../../lib/operator/bins/bin-lists.ts';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { RIGHT_CODE } from '../drivers/buyer.ts';
import { type RefundData, refundDriver } from '../drivers/refund-driver.ts';
import { resultOf } from '../drivers/result.ts';
import { CARDS, DAY, HOUR, MINUTE, type OpenPage, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';
import { everyRow } from '../store/every-row.ts';
import { unrecorded } from '../store/recorded/recorded-rows.ts';
import { orderViews } from './order.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, api, buyer, createPage, moveBy, now } = harness;
const { salesOf } = orderViews(harness);
const refunds = refundDriver(harness);

beforeAll(async () => {
  await importList(new Map([['460345', BONUS]]), now());
});

const BONUS: BinFacts = { bankCode: '0062', type: 'credit', family: 'Bonus' };
type Terms = Pick<TableRow, 'count' | 'ratePpm' | 'bearer'>;

/** What the engine offers for a table with this row. */
function offerOf(amountMinor: number, terms: Terms): InstallmentOffer {
  const table = [{ family: 'Bonus', ...terms }];
  const order = { amountMinor, currency: 'TRY', installments: ANY_COUNT } as const;
  const { offers } = offersFor(order, BONUS, { families: ['Bonus'], table, counts: [], today: '2026-11-20' });
  return offers[1] ?? expect.fail('The count is not offered.');
}

/** A table with this row alone. */
const sell = async ({ count: installment, ratePpm, bearer: surchargeBearer }: Terms) => {
  const row = { family: 'Bonus', installment, ratePercent: ratePpm / 10_000, surchargeBearer };
  expect((await api('PUT', '/api/installment/table', { body: { rows: [row] } })).status).toBe(200);
};

/** Half up, by hand. */
const surchargeOf = (amountMinor: number, { ratePpm, bearer }: Terms) =>
  bearer === 'buyer' ? Number((2n * BigInt(amountMinor) * BigInt(ratePpm) + 1_000_000n) / 2_000_000n) : 0;

const stored = async ({ token }: OpenPage): Promise<HostedPageItem> =>
  (await loadHostedPage(tokenDigest(token))) ?? expect.fail('There is no page.');

let payments = 0;
async function submissionOf(page: OpenPage, offer: InstallmentOffer, cardNumber: string = CARDS.approved) {
  payments += 1;
  const reference = makePaymentReference(now().getTime(), (size) => Buffer.alloc(size, payments));
  return {
    page: await stored(page),
    card: {
      cardNumber,
      ownerName: 'Ayşe Yılmaz',
      expiryMonth: '12',
      expiryYear: '2029',
      isTyped: true as const,
    },
    cvv: '123',
    cardMark: 'mark',
    offer,
    cardFamily: 'Bonus',
    posChoice: { posId: harness.merchant.merchantId, reason: 'Default' as const },
    references: [`${reference.slice(0, -6)}${String(payments).padStart(6, '0')}`],
    now: now(),
  };
}

type Shown = { amount: number; chargedAmount: number; surchargeAmount: number; installment: number };
const shownOn = async ({ token }: OpenPage) =>
  (
    await api<{ amount: number; payment: Shown & { paymentReferenceNumber: string; status: string } }>(
      'GET',
      `/api/payment/hostedpage/${token}`,
    )
  ).json.data;

const resultAt = (page: HostedPageItem) =>
  paymentResult(page, 'Successful', { by: 'https://pay.example', id: 'result', now: now() });

const RETURNS = ['none', 'order', 'request', 'charged', 'cancellation', 'cancelled order', 'parts'] as const;
type Return = (typeof RETURNS)[number];

/** Gives the payment back, and returns the amounts of the refunds and the payment's status after them. */
async function giveBack(reference: string, how: Return, { amount, chargedAmount }: Shown, part: number) {
  const ask = async (...[path, body]: [string, object]) =>
    (await api<RefundData>('POST', path, { body: { transactionId: reference, reason: 'İade', ...body } }))
      .json.data;
  switch (how) {
    case 'none':
      return { given: [], status: 'Successful' };
    case 'order': {
      const status = amount === chargedAmount ? 'FullyRefunded' : 'PartiallyRefunded';
      return { given: [await ask('/api/Refund/partial', { amount })], status };
    }
    case 'charged':
      return {
        given: [await ask('/api/Refund/partial', { amount: chargedAmount })],
        status: 'FullyRefunded',
      };
    case 'request': {
      const { refundId } = await ask('/api/Refund', { amount });
      return { given: [(await refunds.approve(refundId)).json.data], status: 'FullyRefunded' };
    }
    case 'cancellation':
      return { given: [await ask('/api/Refund/cancellations', {})], status: 'Cancelled' };
    case 'cancelled order':
      return { given: [await ask('/api/Refund/cancellations', { amount })], status: 'Cancelled' };
    case 'parts': {
      const first = await ask('/api/Refund/partial', { amount: part });
      const rest = (await refunds.payment(reference)).refundableAmount;
      return { given: [first, await ask('/api/Refund/partial', { amount: rest })], status: 'FullyRefunded' };
    }
  }
}

const minor = (amount: number) => Math.round(amount * 100);

/** The bank's batch is open for the whole case: a void stays a void. */
async function avoidBatchClose(): Promise<void> {
  const sinceMidnight = (now().getTime() + 3 * HOUR) % DAY;
  if (sinceMidnight > 20 * HOUR) await moveBy(DAY + 6 * HOUR - sinceMidnight);
}

const SOME_TERMS = fc.record({
  count: fc.integer({ min: 2, max: 12 }),
  ratePpm: fc.oneof(fc.constantFrom(0, 1, 5_000, 17_500), fc.integer({ min: 0, max: 600_000 })),
  bearer: fc.constantFrom<Terms['bearer'][]>('buyer', 'buyer', 'buyer', 'merchant'),
});
const someCase = fc.record({
  amountMinor: fc.oneof(fc.integer({ min: 100, max: 5_000 }), fc.integer({ min: 100, max: 500_000_000 })),
  terms: SOME_TERMS,
  answer: fc.constantFrom('approve', 'approve', 'approve', 'lost-after', 'decline:51'),
  how: fc.constantFrom(...RETURNS),
});

it('order and charge agree to the kuruş in offer, page, result, receipt, bank and refunds', async () => {
  const property = fc.asyncProperty(someCase, async ({ amountMinor, terms, answer, how }) => {
    await avoidBatchClose();
    const offer = offerOf(amountMinor, terms);
    const surchargeMinor = surchargeOf(amountMinor, terms);
    const [chargedMinor, amount] = [amountMinor + surchargeMinor, amountMinor / 100];
    expect(offer).toMatchObject({ chargedMinor, surchargeMinor });
    await sell(terms);
    const page = await createPage({ amount });
    const form = await buyer.open(page.hostedPageUrl);
    const choice = choiceOf(offer);
    expect(form.text).toContain(`value="${choice}"`);
    service.bank.script([answer]);
    const over = await buyer.submit(form, { cardNumber: CARDS.approvedVisa, installment: choice });
    service.bank.script([]);
    if (answer === 'lost-after') await moveBy(5 * MINUTE);
    // After a decline the buyer pays at once: what the first attempt would have taken must leave no trace.
    const single: InstallmentOffer = { count: 1, chargedMinor: amountMinor, surchargeMinor: 0 };
    const isDeclined = answer === 'decline:51';
    if (isDeclined) await buyer.submit(over, { cardNumber: CARDS.approvedVisa, installment: '1' });
    const taken = isDeclined ? single : offer;

    const { amount: ofPage, payment } = await shownOn(page);
    expect({ ofPage, ...payment }).toMatchObject({
      ofPage: amount,
      amount,
      chargedAmount: taken.chargedMinor / 100,
      surchargeAmount: taken.surchargeMinor / 100,
      surchargeBearer: taken.bearer ?? null,
      cardFamily: 'Bonus',
      installment: taken.count,
      refundableAmount: taken.chargedMinor / 100,
    });
    const result = resultAt(await stored(page));
    const told = { amount, chargedAmount: taken.chargedMinor / 100 };
    expect(result).toMatchObject(told);
    if (answer === 'approve') expect(resultOf(over.location)).toMatchObject(told);
    const receipt = (await buyer.open(page.hostedPageUrl)).text;
    const isSurcharged = taken.surchargeMinor > 0;
    expect(receipt).toContain(moneyText(taken.chargedMinor, 'TRY', 'tr'));
    expect(receipt.includes('Taksit vade farkı')).toBe(isSurcharged);
    if (isSurcharged) expect(receipt).toContain(moneyText(taken.surchargeMinor, 'TRY', 'tr'));
    const sold = (await salesOf(page.orderNumber)).filter(({ outcome }) => outcome === 'approved');
    expect(sold).toMatchObject([{ amount: taken.chargedMinor / 100, installment: taken.count }]);

    const part = Math.max(1, Math.floor(amountMinor / 3)) / 100;
    const { given, status } = await giveBack(payment.paymentReferenceNumber, how, payment, part);
    const sum = given.reduce((total, one) => total + minor(one.amount), 0);
    expect(sum).toBe({ none: 0, order: amountMinor }[how as string] ?? taken.chargedMinor);
    expect(given.map((one) => one.status)).toEqual(given.map(() => 'Completed'));
    const [only] = given.length === 1 ? given : [];
    if (only) {
      const isPart = how === 'order' && taken.surchargeMinor > 0;
      expect(only).toMatchObject({
        refundType: isPart ? 'Partial' : 'Full',
        processedAs: isPart ? 'Refund' : 'Void',
        surchargeAmount: isPart ? 0 : taken.surchargeMinor / 100,
      });
    }
    const after = await refunds.payment(payment.paymentReferenceNumber);
    expect(after).toMatchObject({ status, amount, refundedAmount: sum / 100, reservedAmount: 0 });
  });
  await fc.assert(property, { numRuns: rounds(50, 25) });
});

it('without scripts the next form, the receipt, the result and the bank name one amount', async () => {
  const some = fc.record({ amountMinor: fc.integer({ min: 100, max: 500_000_000 }), terms: SOME_TERMS });
  const property = fc.asyncProperty(some, async ({ amountMinor, terms }) => {
    const offer = offerOf(amountMinor, terms);
    await sell(terms);
    const page = await createPage({ amount: amountMinor / 100 });
    const form = await buyer.open(page.hostedPageUrl);
    const entry = { cardNumber: CARDS.approvedVisa, installment: choiceOf(offer) };
    const shown = await buyer.submit(form, { ...entry, cvv: '' });
    const total = moneyText(offer.chargedMinor, 'TRY', 'tr');
    const surcharge = moneyText(offer.surchargeMinor, 'TRY', 'tr');
    const extra = offer.surchargeMinor > 0 ? `${surcharge} vade farkı dahil` : '';
    expect(shown.text).toContain(`<p class="amount money">${total}</p><small>${extra}</small>`);
    expect(shown.text).toContain(`id="pay-text">${total} öde · ${terms.count} taksit</span>`);
    const over = await buyer.submit(shown, entry);
    const chargedAmount = offer.chargedMinor / 100;
    expect(resultOf(over.location)).toMatchObject({ status: 'Successful', chargedAmount });
    expect((await buyer.open(page.hostedPageUrl)).text).toContain(`</span>${total}</p>`);
    expect(await salesOf(page.orderNumber)).toMatchObject([{ outcome: 'approved', amount: chargedAmount }]);
  });
  await fc.assert(property, { numRuns: rounds(1_000, 15) });
});

it('the form of the bank, its answer and the sale have the amount that the card pays', async () => {
  const page = await createPage({ amount: 1000 });
  const offer = offerOf(100_000, { count: 6, ratePpm: 60_050, bearer: 'buyer' });
  const url = (path: string) => `${page.hostedPageUrl}${path}`;
  const addresses = { returnUrl: url('/3d'), callbackUrl: url('/3d/callback') };
  const submission = await submissionOf(page, offer);
  const form = await beginChallenge(submission, { ...addresses, echo: 'e30', language: 'tr' });
  if (form === undefined || form === 'unanswered') expect.fail('No challenge began.');
  const { action, fields: hidden } = form;
  expect(hidden).toMatchObject({ amount: '1060.05', taksit: '6' });
  const opened = await buyer.open(page.hostedPageUrl);
  const answered = await buyer.verify({ ...opened, form: { action, hidden } }, RIGHT_CODE);
  const { location } = await buyer.post(answered, {});
  expect(resultOf(location)).toMatchObject({ status: 'Successful', amount: 1000, chargedAmount: 1060.05 });
  expect(await salesOf(page.orderNumber)).toMatchObject([{ outcome: 'approved', amount: 1060.05 }]);
});

it('an offer cannot add to the charge if the merchant bears its rate: nothing is claimed', async () => {
  const page = await createPage({ amount: 100 });
  const wrong = {
    ...offerOf(10_000, { count: 3, ratePpm: 9_000, bearer: 'merchant' }),
    chargedMinor: 10_090,
  };
  await expect(payHostedPage(await submissionOf(page, wrong))).rejects.toThrow('contradicts itself: payment');
  expect([(await stored(page)).state, await salesOf(page.orderNumber)]).toEqual(['Open', []]);
});

it('another page of the order tells what was paid on this one: its amounts, not its own', async () => {
  const older = await createPage({ amount: 250 });
  const page = await createPage({ amount: 100, orderNumber: older.orderNumber });
  const offer = offerOf(10_000, { count: 6, ratePpm: 60_050, bearer: 'buyer' });
  await payHostedPage(await submissionOf(page, offer));
  const seen = resultAt(await asOfOrder(await stored(older)));
  expect(seen).toMatchObject({ status: 'Successful', amount: 100, chargedAmount: 106.01 });
  expect(await shownOn(older)).toMatchObject({ amount: 100, payment: { chargedAmount: 106.01 } });
});

it('all that the card paid goes back for the order: by a void on its day, by a refund later', async () => {
  const pay = async () => {
    const page = await createPage({ amount: 100 });
    await payHostedPage(
      await submissionOf(page, offerOf(10_000, { count: 6, ratePpm: 60_050, bearer: 'buyer' })),
    );
    return (await shownOn(page)).payment.paymentReferenceNumber;
  };
  const [first, second, third] = [await pay(), await pay(), await pay()];
  const { json: requested } = await refunds.request(first, 100);
  const whole = { amount: 106.01, surchargeAmount: 6.01, refundType: 'Full' };
  expect(requested.data).toMatchObject({ ...whole, status: 'Pending' });
  expect(requested.message).toBe(
    'İade talebi oluşturuldu; onay bekliyor. Taksit vade farkı da geri verilir (`surchargeAmount`).',
  );
  expect(await refunds.payment(first)).toMatchObject({ reservedAmount: 106.01, refundableAmount: 0 });
  const approved = await refunds.approve(requested.data.refundId);
  expect(approved.json.data).toMatchObject({ status: 'Completed', processedAs: 'Void' });
  expect(approved.json.message).toContain('`surchargeAmount`');
  const cancelled = await refunds.cancel(third);
  expect(cancelled.json.data).toMatchObject({ ...whole, processedAs: 'Void' });
  expect(cancelled.json.message).toContain('`surchargeAmount`');
  await moveBy(DAY);
  const later = await refunds.approve((await refunds.request(second, 100)).json.data.refundId);
  expect(later.json.data).toMatchObject({ ...whole, processedAs: 'Refund' });
  for (const reference of [first, second]) {
    expect(await refunds.payment(reference)).toMatchObject({
      status: 'FullyRefunded',
      refundedAmount: 106.01,
    });
  }
});

it('every row that has a surcharge has the form of a recorded one: UPDATE_ROWS=1 records it', async () => {
  const rows = (await everyRow()).filter(
    ({ orderMinor, surcharged, surchargeMinor }) => orderMinor ?? surcharged ?? surchargeMinor,
  );
  expect(new Set(rows.map(({ sk }) => sk))).toEqual(new Set(['PAYMENT', 'PAGE', 'REFUND']));
  expect(unrecorded(rows)).toEqual([]);
});
