// A successful charge is an ordinary payment: it is refunded and cancelled like any other, and a refund does
// not change the further charges of its recurring payment.
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import type { PaymentData, RefundData } from '../drivers/refund-driver.ts';
import { DAY, HOUR, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T05:00:00Z') });
const { api, service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

/** A daily recurring payment of 100.00 for three days, whose first day has just been charged. */
async function charged() {
  const startDate = new Date(now().getTime() + HOUR).toISOString();
  const { id } = await driver.create({ startDate, frequency: 'daily', maxPaymentCount: 3 });
  await moveBy(HOUR + 1000);
  const [attempt] = await driver.attempts(id);
  return { id, transactionId: attempt?.paymentReferenceNumber ?? expect.fail('Nothing was charged.') };
}
const refund = async (path: string, body?: Record<string, unknown>) =>
  await api<RefundData>('POST', `/api/Refund${path}`, body && { body });
const paymentOf = async (reference: string) => (await driver.payment(reference)) as unknown as PaymentData;
/** Checks that the other two days are charged, whether or not the first was refunded. */
async function expectOtherDaysCharged(id: string): Promise<void> {
  await moveBy(3 * DAY);
  const ended = { status: 'Completed', successfulPaymentCount: 3, totalCollectedAmount: 300 };
  expect(await driver.show(id)).toMatchObject(ended);
  await driver.checkBooks(id);
}
const refundsAtBank = (orderId: string) =>
  service.bank
    .ledger()
    .filter((one) => one.orderId === orderId && one.operation !== 'sale' && one.outcome === 'approved')
    .map(({ operation, amount }) => [operation, amount]);

it('a charge is refunded in full by request and approval', async () => {
  const { id, transactionId } = await charged();
  await moveBy(DAY);
  const requested = await refund('', { transactionId, amount: 100, reason: 'Kırık' });
  expect(requested.status).toBe(201);
  const approved = await refund(`/${requested.json.data.refundId}/approve`);
  expect(approved.json.data).toMatchObject({
    status: 'Completed',
    refundType: 'Full',
    processedAs: 'Refund',
  });
  expect(await paymentOf(transactionId)).toMatchObject({ status: 'FullyRefunded', refundableAmount: 0 });
  expect(refundsAtBank(driver.sales(id)[0]?.orderId ?? '')).toEqual([['refund', 100]]);
  await expectOtherDaysCharged(id);
});

it('a charge is refunded in parts up to its amount', async () => {
  const { id, transactionId } = await charged();
  const part = (amount: number) => refund('/partial', { transactionId, amount, reason: 'Eksik' });
  expect((await part(30)).json.data).toMatchObject({ status: 'Completed', amount: 30 });
  const tooMuch = await part(70.01);
  expect([tooMuch.status, tooMuch.json.errorCode]).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
  expect((await part(70)).json.data).toMatchObject({ status: 'Completed', amount: 70 });
  expect(await paymentOf(transactionId)).toMatchObject({ status: 'FullyRefunded', refundedAmount: 100 });
  expect(refundsAtBank(driver.sales(id)[0]?.orderId ?? '')).toEqual([
    ['refund', 30],
    ['refund', 70],
  ]);
  await expectOtherDaysCharged(id);
});

it('a charge is cancelled as a void on the same day', async () => {
  const { id, transactionId } = await charged();
  const cancelled = await refund('/cancellations', { transactionId });
  expect(cancelled.json.data).toMatchObject({ status: 'Completed', processedAs: 'Void', amount: 100 });
  expect(await paymentOf(transactionId)).toMatchObject({ status: 'Cancelled' });
  expect(refundsAtBank(driver.sales(id)[0]?.orderId ?? '')).toEqual([['void', 100]]);
  await expectOtherDaysCharged(id);
});

it('a failed charge cannot be refunded', async () => {
  const startDate = new Date(now().getTime() + HOUR).toISOString();
  service.bank.script(['decline:43']);
  const { id } = await driver.create({ startDate });
  await moveBy(HOUR + 1000);
  const [attempt] = await driver.attempts(id);
  const transactionId = attempt?.paymentReferenceNumber;
  expect(transactionId).toMatch(/^PAY-/);
  const rejected = await refund('', { transactionId, amount: 100, reason: 'Kırık' });
  expect([rejected.status, rejected.json.errorCode]).toEqual([409, 'PAYMENT_NOT_REFUNDABLE']);
});
