// An amount is only reserved at first: captured whole or in part, released, or released at its end (payments.md 13).
import { describe, expect, it } from 'vitest';
import { saleIn } from '#acquirer/outcomes.ts';
import { connectBankOf } from '#flows/bank-connection.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { checkBooksAtEnd } from '../drivers/books.ts';
import { RIGHT_CODE } from '../drivers/buyer.ts';
import { expectRejection } from '../drivers/rejection.ts';
import { resultOf } from '../drivers/result.ts';
import { singleChargeDriver } from '../drivers/single-charge-driver.ts';
import { CARDS, DAY, HOUR, MINUTE, pageBody, startHarness } from '../harness/harness.ts';
import { orderViews } from './order.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z'), events: true });
const { service, merchant, api, buyer, createPage, moveBy } = harness;
const { merchantId } = merchant;
checkBooksAtEnd(harness);
const own = singleChargeDriver(harness);
const { paymentsOf } = orderViews(harness);

type Shown = {
  paymentReferenceNumber: string;
  orderNumber: string;
  status: string;
  amount: number;
  refundableAmount: number;
  bankReferenceNumber: string;
  paidAt: string | null;
  authorization: { amount: number; captureBefore: string; underWay: unknown; endedBy: string | null };
};

/** What moved at the bank under the order of the payment. */
async function movesAt(reference: string) {
  const stored = await loadPayment(merchantId, reference);
  return service.bank
    .ledger()
    .filter((one) => one.orderId === stored?.bankOrderId && one.outcome === 'approved')
    .filter(({ operation }) => operation !== 'inquiry')
    .map(({ operation, amount }) => [operation, amount]);
}
/** What the bank still reserves of it. */
async function heldAt(reference: string) {
  const stored = await loadPayment(merchantId, reference);
  const { bank } = await connectBankOf({ merchantId });
  const sale = saleIn(await bank.inquire(stored?.bankOrderId ?? ''));
  return sale?.status === 'approved' ? sale.reserved : undefined;
}
const show = async (reference: string) => (await api<Shown>('GET', `/api/payment/${reference}`)).json.data;
const post = (reference: string, step: 'capture' | 'release', body: object = {}, key?: string) =>
  api<Shown>('POST', `/api/payment/${reference}/${step}`, {
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
async function typesOf(objectId: string) {
  await moveBy(0);
  const { json } = await api<{ items: { type: string }[] }>(
    'GET',
    `/api/event?objectId=${objectId}&order=oldest`,
  );
  return json.data.items.map(({ type }) => type);
}

/** 149.90 reserved by a charge. */
async function authorized(): Promise<Shown> {
  const { status, json } = await own.charge({ capture: 'manual' });
  expect([status, json.data.status]).toEqual([201, 'Authorized']);
  return json.data as unknown as Shown;
}

describe('a page with manual capture', () => {
  it('reserves the amount, tells the shop so, and is captured once', async () => {
    const page = await createPage({ capture: 'manual' });
    const form = await buyer.open(page.hostedPageUrl);
    expect(form.text).toContain('Şimdi çekilmez');
    const back = await buyer.submit(form, { cardNumber: CARDS.approvedVisa });
    const left = resultOf(back.location ?? (await buyer.open(`${page.hostedPageUrl}/leave`)).location);
    expect(left).toMatchObject({ status: 'Successful', captured: false });
    const [listed] = await paymentsOf(page.orderNumber);
    const { paymentReferenceNumber: reference = '' } = listed ?? {};
    const shown = await show(reference);
    expect(shown).toMatchObject({ status: 'Authorized', paidAt: null, refundableAmount: 0 });
    expect(await movesAt(reference)).toEqual([['preAuth', shown.amount]]);
    expect((await buyer.open(page.hostedPageUrl)).text).toContain('Tutar kartınızda ayrıldı');

    const answer = await post(reference, 'capture');
    expect([answer.status, answer.json.data.status]).toEqual([200, 'Successful']);
    expect(answer.json.data.refundableAmount).toBe(shown.amount);
    expect(await movesAt(reference)).toEqual([
      ['preAuth', shown.amount],
      ['capture', shown.amount],
    ]);
    expectRejection(await post(reference, 'capture'), { code: 'PAYMENT_NOT_AUTHORIZED', facts: ['status'] });
    expect(await typesOf(reference)).toEqual(['payment.authorized', 'payment.succeeded']);
  });

  it('reserves after 3-D Secure too, by the form and by the sale', async () => {
    const secure = await service.addMerchant({ threeDSecure: 'always' });
    const key = secure.apiKey;
    const { hostedPageUrl, token } = await createPage({ capture: 'manual' }, { key });
    const typed = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '123' };
    const form = await buyer.open(hostedPageUrl);
    const challenge = await buyer.post(form, { ...typed, cardNumber: '4000000000000002' });
    await buyer.post(await buyer.verify(challenge, RIGHT_CODE), {});
    type Page = { payment: Shown & { threeDSecure: boolean } };
    const { payment } = (await api<Page>('GET', `/api/payment/hostedpage/${token}`, { key })).json.data;
    expect(payment).toMatchObject({ status: 'Authorized', threeDSecure: true });
    const path = `/api/payment/${payment.paymentReferenceNumber}/capture`;
    expect((await api<Shown>('POST', path, { key, body: {} })).json.data.status).toBe('Successful');
    expect(service.bank.ledger().slice(-1)).toMatchObject([{ operation: 'capture', amount: payment.amount }]);
  });

  it('sells no installments', async () => {
    for (const field of ['installment', 'maxInstallment']) {
      const body = pageBody({ capture: 'manual', [field]: 2 });
      const { status, json } = await api('POST', '/api/payment/hostedpage', { body });
      expect([status, json.data['errors']]).toMatchObject([400, [{ field, code: 'OUT_OF_RANGE' }]]);
    }
  });
});

describe('a captured amount', () => {
  it('of a part is what was sold: it is refunded, counted and booked', async () => {
    const { paymentReferenceNumber: reference } = await authorized();
    await moveBy(2 * DAY);
    const { json } = await post(reference, 'capture', { amount: 100 });
    expect(json.data).toMatchObject({ amount: 100, status: 'Successful', authorization: { amount: 149.9 } });
    const refund = { transactionId: reference, amount: 100, reason: 'İade' };
    await moveBy(2 * DAY);
    expect((await api('POST', '/api/Refund/partial', { body: refund })).status).toBe(201);
    expect((await show(reference)).status).toBe('FullyRefunded');
    expect(await movesAt(reference)).toEqual([
      ['preAuth', 149.9],
      ['capture', 100],
      ['refund', 100],
    ]);
  });

  it('that is voided the same day leaves nothing reserved', async () => {
    const { paymentReferenceNumber: reference } = await authorized();
    await post(reference, 'capture');
    const body = { transactionId: reference, reason: 'İptal' };
    expect((await api('POST', '/api/Refund/cancellations', { body })).status).toBe(201);
    const moves = (await movesAt(reference)).map(([operation]) => operation);
    expect(moves.slice(0, 3)).toEqual(['preAuth', 'capture', 'void']);
    expect((await show(reference)).status).toBe('Cancelled');
    expect(await heldAt(reference)).toBeUndefined();
  });

  it('cannot exceed what is reserved', async () => {
    const { paymentReferenceNumber: reference } = await authorized();
    const refused = await post(reference, 'capture', { amount: 149.91 });
    expectRejection(refused, {
      code: 'CAPTURE_AMOUNT_EXCEEDED',
      fields: ['amount'],
      facts: ['authorizedAmount'],
    });
    expect(refused.json.data).toMatchObject({ authorizedAmount: 149.9 });
    expect((await show(reference)).status).toBe('Authorized');
  });
});

describe('a release', () => {
  it('frees the amount; nothing was taken, so nothing counts', async () => {
    const { paymentReferenceNumber: reference } = await authorized();
    const { status, json } = await post(reference, 'release');
    expect([status, json.data.status]).toEqual([200, 'Released']);
    expect((await movesAt(reference)).map(([operation]) => operation)).toEqual(['preAuth', 'release']);
    expectRejection(await post(reference, 'release'), { code: 'PAYMENT_NOT_AUTHORIZED', facts: ['status'] });
    expectRejection(await post(reference, 'capture'), { code: 'PAYMENT_NOT_AUTHORIZED', facts: ['status'] });
    expect(await typesOf(reference)).toEqual(['payment.authorized', 'payment.released']);
  });

  it('is made at the end by the service, which tells it a day before', async () => {
    const { paymentReferenceNumber: reference, authorization } = await authorized();
    await moveBy(Date.parse(authorization.captureBefore) - harness.now().getTime() - 23 * HOUR);
    expect(await typesOf(reference)).toEqual(['payment.authorized', 'payment.authorization_expiring']);
    expect((await show(reference)).status).toBe('Authorized');
    await moveBy(DAY);
    expect(await show(reference)).toMatchObject({ status: 'Released', authorization: { endedBy: null } });
    expect((await movesAt(reference)).map(([operation]) => operation)).toEqual(['preAuth', 'release']);
  });
});

describe('a step whose answer is lost', () => {
  it.each([
    ['capture', 'lost-after', 'Successful'],
    ['capture', 'lost-before', 'Authorized'],
    ['release', 'lost-after', 'Released'],
    ['release', 'lost-before', 'Released'],
  ] as const)('%s %s: the sweep finds out', async (step, fault, then) => {
    const { paymentReferenceNumber: reference } = await authorized();
    service.bank.script([fault]);
    const { status, json } = await post(reference, step);
    expect([status, json.data.status]).toEqual([202, 'Authorized']);
    expect(json.data.authorization.underWay).not.toBeNull();
    expectRejection(await post(reference, 'capture'), { code: 'CAPTURE_IN_PROGRESS', facts: ['underWay'] });
    await moveBy(HOUR);
    expect(await show(reference)).toMatchObject({ status: then, authorization: { underWay: null } });
    const moves = (await movesAt(reference)).map(([operation]) => operation);
    expect(moves).toEqual(then === 'Authorized' ? ['preAuth'] : ['preAuth', step]);
    if (then !== 'Authorized') return;
    expect(await typesOf(reference)).toEqual(['payment.authorized', 'payment.capture_failed']);
    expect((await post(reference, 'capture')).json.data.status).toBe('Successful');
  });

  it('two captures at once take the amount once', async () => {
    const { paymentReferenceNumber: reference } = await authorized();
    const answers = await Promise.all([
      post(reference, 'capture'),
      post(reference, 'capture', { amount: 50 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await movesAt(reference)).filter(([operation]) => operation === 'capture')).toHaveLength(1);
  });

  it('a call that is repeated with its key captures once', async () => {
    const { paymentReferenceNumber: reference } = await authorized();
    const [first, again] = [
      await post(reference, 'capture', {}, 'k-1'),
      await post(reference, 'capture', {}, 'k-1'),
    ];
    expect(again.json.data).toEqual(first.json.data);
    expect((await movesAt(reference)).filter(([operation]) => operation === 'capture')).toHaveLength(1);
  });

  it('a reservation whose own answer is lost is found as one', async () => {
    service.bank.script(['lost-after']);
    const { status, json } = await own.charge({ capture: 'manual' });
    expect(status).toBe(202);
    await moveBy(10 * MINUTE);
    expect((await show(json.data.paymentReferenceNumber)).status).toBe('Authorized');
  });
});

describe('what happens in the portal of the bank', () => {
  it('a capture there is found at the end, and counts', async () => {
    const shown = await authorized();
    const stored = await loadPayment(merchantId, shown.paymentReferenceNumber);
    const { bank } = await connectBankOf({ merchantId });
    const money = { bankOrderId: stored?.bankOrderId ?? '', amountMinor: 5_000, currency: 'TRY' } as const;
    expect(await bank.capture({ ...money, hostReference: shown.bankReferenceNumber })).toMatchObject({
      kind: 'approved',
    });
    await moveBy(Date.parse(shown.authorization.captureBefore) - harness.now().getTime() + HOUR);
    expect(await show(shown.paymentReferenceNumber)).toMatchObject({ status: 'Successful', amount: 50 });
  });
});
