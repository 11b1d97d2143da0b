// POST /api/payment/{paymentReferenceNumber}/adjustment: a merchant records what its bank did by itself, and
// refunds through the API go on without an operator (refunds.md 8.4).
import { afterEach, describe, expect, it } from 'vitest';
import { loadDifference } from '#store/difference.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { eventsOf } from '../../drivers/events.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { differInPortal, voidInPortal } from '../../flows/refund/bank-portal.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ reconciles: true, events: true });
const { service, api, moveBy } = harness;
const { bank } = service;
bank.settings.batchClose = '22:00';
const driver = refundDriver(harness);
const { merchantId } = driver;
const nextDayAt = calendar(service);

const UNKNOWN = 'PAY-01M97VPEM0S1VC0168T63GZRF9';
type Adjusted = { refundId: string; requestedBy: string; completedAt: string; errors?: object[] };
const adjust = (payment: string, body: object, headers: Record<string, string> = {}) =>
  api<Adjusted>('POST', `/api/payment/${payment}/adjustment`, {
    body: { reason: 'Portaldan iade', ...body },
    headers,
  });
const asRefund = (bankReferenceNumber: string, amount = 30) => ({
  adjustment: 'Refund',
  bankReferenceNumber,
  amount,
});
const asChargeback = (amount: number, bankReferenceNumber = '733800000001') => ({
  adjustment: 'Chargeback',
  bankReferenceNumber,
  amount,
});

const differingPayment = () => differInPortal(harness, driver);

afterEach(() => {
  bank.script([]);
});

describe('a refund in the portal', () => {
  it('is recorded by the merchant with who and why, and what is left is refunded by the API', async () => {
    const { payment, reference } = await differingPayment();
    const { status, json } = await adjust(payment, asRefund(reference));
    expect([status, json.data]).toEqual([
      201,
      expect.objectContaining({
        status: 'Completed',
        adjustment: 'Refund',
        amount: 30,
        processedAs: 'Refund',
        reason: 'Portaldan iade',
        bankReferenceNumber: reference,
      }),
    ]);
    expect(json.data.requestedBy).toMatch(/^[0-9a-f-]{36}$/);
    expect(await driver.payment(payment)).toMatchObject({
      status: 'PartiallyRefunded',
      refundedAmount: 30,
      refundableAmount: 70,
      difference: null,
    });
    expect((await driver.partial(payment, 70)).status).toBe(201);
    await driver.checkBooks([payment]);
    await harness.http({ method: 'POST', path: '/local/sweep', headers: {} });
    await moveBy(MINUTE);
    const types = (await eventsOf(merchantId, json.data.refundId)).map(({ type }) => type);
    expect(types).toEqual(['refund.completed']);
    await nextDayAt('04:00');
    expect(await loadDifference(merchantId, payment)).toMatchObject({ state: 'Closed' });
  });

  it('a repeated call with the same key gets the same answer, another one the recorded refund', async () => {
    const { payment, reference } = await differingPayment();
    const key = { 'idempotency-key': 'adjust-1' };
    const first = await adjust(payment, asRefund(reference), key);
    const again = await adjust(payment, asRefund(reference), key);
    expect([again.status, again.json.data]).toEqual([201, first.json.data]);
    const other = await adjust(payment, asRefund(reference));
    expect([other.status, other.json.errorCode]).toEqual([409, 'ADJUSTMENT_EXISTS']);
    expect(await driver.payment(payment)).toMatchObject({ refundedAmount: 30 });
  });

  it('is recorded once by calls that race', async () => {
    const { payment, reference } = await differingPayment();
    const both = await Promise.all([1, 2].map(() => adjust(payment, asRefund(reference))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await driver.payment(payment)).toMatchObject({ refundedAmount: 30 });
    await driver.checkBooks([payment]);
  });

  it('a void is recorded as a void of everything', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await voidInPortal(merchantId, payment);
    await driver.partial(payment, 10);
    const [found] = (await loadDifference(merchantId, payment))?.refunds ?? [];
    const { json } = await adjust(payment, asRefund(found?.bankReferenceNumber ?? '', 100));
    expect(json.data).toMatchObject({ processedAs: 'Void', amount: 100, bankReferenceNumber: null });
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded', refundableAmount: 0 });
    await driver.checkBooks([payment]);
  });
});

describe('a chargeback', () => {
  it('lowers what can be refunded; the comparison agrees, and the rest is refunded', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    const { status, json } = await adjust(payment, asChargeback(40));
    expect([status, json.data]).toEqual([
      201,
      expect.objectContaining({ adjustment: 'Chargeback', amount: 40 }),
    ]);
    expect(await loadPayment(merchantId, payment)).toMatchObject({
      refundedMinor: 4_000,
      chargedBackMinor: 4_000,
    });
    const today = new Date(Date.parse(json.data.completedAt) + 3 * HOUR).toISOString().slice(0, 10);
    const path = `/api/Refund/statistics?startDate=${today}&endDate=${today}&by=completedAt`;
    expect((await api('GET', path)).json.data).toMatchObject({ byCurrency: [{ refundedAmount: 40 }] });
    expect((await driver.partial(payment, 25)).status).toBe(201);
    await nextDayAt('04:00');
    expect(await driver.payment(payment)).toMatchObject({ refundableAmount: 35, difference: null });
    expect((await driver.partial(payment, 36)).json.errorCode).toBe('REFUND_AMOUNT_EXCEEDED');
    expect((await driver.partial(payment, 35)).status).toBe(201);
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
  });

  it('and a refund in the portal of one payment are both recorded', async () => {
    const { payment, reference } = await differingPayment();
    expect((await adjust(payment, asChargeback(20))).status).toBe(201);
    expect(await driver.payment(payment)).toMatchObject({ difference: { bankRefundedAmount: 30 } });
    expect((await adjust(payment, asRefund(reference))).status).toBe(201);
    expect(await driver.payment(payment)).toMatchObject({ refundedAmount: 50, difference: null });
    expect((await driver.partial(payment, 50)).status).toBe(201);
  });

  it('that the history shows counts as the history has it', async () => {
    const { payment, reference } = await differingPayment();
    const { json } = await adjust(payment, asChargeback(30, reference));
    expect(json.data).toMatchObject({ adjustment: 'Chargeback', amount: 30 });
    expect((await loadPayment(merchantId, payment))?.chargedBackMinor).toBeUndefined();
    expect((await driver.partial(payment, 70)).status).toBe(201);
    await driver.checkBooks([payment]);
  });
});

describe('what is refused', () => {
  it('a reference that no difference names; the refusal names those that it can be', async () => {
    const { payment, reference } = await differingPayment();
    const refused = await adjust(payment, asRefund('999999999999'));
    expect([refused.status, refused.json.errorCode]).toEqual([409, 'ADJUSTMENT_NOT_NAMED']);
    expect(refused.json.data).toMatchObject({ bankReferenceNumbers: [reference] });
    expect((await adjust(payment, asRefund(reference, 29))).json.errorCode).toBe('ADJUSTMENT_NOT_NAMED');
    expect((await adjust(payment, asChargeback(29, reference))).json.errorCode).toBe('ADJUSTMENT_NOT_NAMED');
    const foreign = await adjust(UNKNOWN, asRefund(reference));
    expect([foreign.status, foreign.json.errorCode]).toEqual([404, 'PAYMENT_NOT_FOUND']);
  });

  it('more than is left, which open refunds may hold', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 80);
    const refused = await adjust(payment, asChargeback(30));
    expect([refused.status, refused.json.errorCode]).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
    expect(refused.json.data).toMatchObject({ refundableAmount: 20, reservedAmount: 80 });
    await driver.reject(refundId);
    expect((await adjust(payment, asChargeback(30))).status).toBe(201);
  });

  it('while a refund of the payment is at the bank', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    bank.script(['lost-after']);
    expect((await driver.partial(payment, 10)).status).toBe(202);
    const refused = await adjust(payment, asChargeback(30));
    expect([refused.status, refused.json.errorCode]).toEqual([409, 'CONCURRENT_UPDATE']);
    await moveBy(HOUR);
    expect((await adjust(payment, asChargeback(30))).status).toBe(201);
  });
});
