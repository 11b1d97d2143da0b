// A charge that succeeded is an ordinary payment: whatever the refund doors do with a payment they do with
// it, and none of it makes the recurring payment charge more or less.
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import type { PaymentData, RefundData } from '../drivers/refund-driver.ts';
import { DAY, HOUR, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T05:00:00Z') });
const { api, service, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

/** 100.00, charged just now; three days in all. */
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
/** Two days more are charged, whatever became of the first. */
async function expectItWentOn(id: string): Promise<void> {
  await moveBy(3 * DAY);
  const ended = { status: 'Completed', successfulPaymentCount: 3, totalCollectedAmount: 300 };
  expect(await driver.show(id)).toMatchObject(ended);
  await driver.checkBooks(id);
}
const givenBack = (orderId: string) =>
  service.bank
    .ledger()
    .filter((one) => one.orderId === orderId && one.operation !== 'sale' && one.outcome === 'approved')
    .map(({ operation, amount }) => [operation, amount]);

it('a charge is refunded in full by request and approval', async () => {
  const { id, transactionId } = await charged();
  await moveBy(DAY);
  const asked = await refund('', { transactionId, amount: 100, reason: 'Kırık' });
  expect(asked.status).toBe(201);
  const approved = await refund(`/${asked.json.data.refundId}/approve`);
  expect(approved.json.data).toMatchObject({
    status: 'Completed',
    refundType: 'Full',
    processedAs: 'Refund',
  });
  expect(await paymentOf(transactionId)).toMatchObject({ status: 'FullyRefunded', refundableAmount: 0 });
  expect(givenBack(driver.sales(id)[0]?.orderId ?? '')).toEqual([['refund', 100]]);
  await expectItWentOn(id);
});

it('a charge is refunded in parts, and never beyond its amount', async () => {
  const { id, transactionId } = await charged();
  const part = (amount: number) => refund('/partial', { transactionId, amount, reason: 'Eksik' });
  expect((await part(30)).json.data).toMatchObject({ status: 'Completed', amount: 30 });
  const tooMuch = await part(70.01);
  expect([tooMuch.status, tooMuch.json.errorCode]).toEqual([422, 'REFUND_AMOUNT_EXCEEDED']);
  expect((await part(70)).json.data).toMatchObject({ status: 'Completed', amount: 70 });
  expect(await paymentOf(transactionId)).toMatchObject({ status: 'FullyRefunded', refundedAmount: 100 });
  expect(givenBack(driver.sales(id)[0]?.orderId ?? '')).toEqual([
    ['refund', 30],
    ['refund', 70],
  ]);
  await expectItWentOn(id);
});

it('a charge is cancelled while the day lasts', async () => {
  const { id, transactionId } = await charged();
  const cancelled = await refund('/cancellations', { transactionId });
  expect(cancelled.json.data).toMatchObject({ status: 'Completed', processedAs: 'Void', amount: 100 });
  expect(await paymentOf(transactionId)).toMatchObject({ status: 'Cancelled' });
  expect(givenBack(driver.sales(id)[0]?.orderId ?? '')).toEqual([['void', 100]]);
  await expectItWentOn(id);
});

it('a try that failed is no payment that could be refunded', async () => {
  const startDate = new Date(now().getTime() + HOUR).toISOString();
  service.bank.script(['decline:43']);
  const { id } = await driver.create({ startDate });
  await moveBy(HOUR + 1000);
  const [attempt] = await driver.attempts(id);
  const transactionId = attempt?.paymentReferenceNumber;
  expect(transactionId).toMatch(/^PAY-/);
  const refused = await refund('', { transactionId, amount: 100, reason: 'Kırık' });
  expect([refused.status, refused.json.errorCode]).toEqual([409, 'PAYMENT_NOT_REFUNDABLE']);
});
