// A charge is made at the bank after the service has recorded it as never received. It pays its period if the
// period is still open and was not tried again; otherwise the money goes back (recurring-payments.md R31).
import { expect, it } from 'vitest';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../../harness/faults.ts';
import { DAY, HOUR, MINUTE, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, api, logs, moveBy, now } = harness;
const charges = recurringPaymentDriver(harness);

const lateSales = (reference: string | null | undefined) =>
  logs.filter((line) => line.includes('"LateSales":1') && line.includes(String(reference))).length;
const undone = (orderId: string | undefined) =>
  service.bank
    .ledger()
    .filter((one) => one.orderId === orderId && (one.operation === 'void' || one.operation === 'refund'))
    .map(({ operation, outcome }) => `${operation} ${outcome}`);

/** The first request of the charge arrives after `minutes`; `then` are the bank's next answers. */
async function lateCharge(minutes: number, then: readonly string[], more: Record<string, unknown> = {}) {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const { id } = await charges.create({ startDate, ...more });
  service.bank.script([`late:${minutes * 60}`, ...then]);
  await moveBy(2 * MINUTE);
  return id;
}

it('a late charge pays the period that waits for a retry, and no retry is made', async () => {
  const id = await lateCharge(50, ['decline:51']);
  await moveBy(30 * MINUTE);
  expect(await charges.show(id)).toMatchObject({ status: 'PastDue', totalCollectedAmount: 0 });
  await moveBy(2 * HOUR);
  const [attempt, ...others] = await charges.attempts(id);
  expect([attempt?.status, others]).toEqual(['Succeeded', []]);
  expect(await charges.show(id)).toMatchObject({ status: 'Active', totalCollectedAmount: 100 });
  expect(await charges.payment(attempt?.paymentReferenceNumber ?? null)).toMatchObject({
    status: 'Successful',
    errorCode: null,
    refundableAmount: 100,
  });
  expect(lateSales(attempt?.paymentReferenceNumber)).toBe(1);
  await moveBy(3 * DAY);
  await charges.checkBooks(id);
});

it('a late charge is also looked up if the answer to its resend was lost', async () => {
  const id = await lateCharge(50, ['lost-after:51']);
  await moveBy(40 * MINUTE);
  expect(await charges.show(id)).toMatchObject({ status: 'PastDue', totalCollectedAmount: 0 });
  await moveBy(2 * HOUR);
  expect(await charges.attempts(id)).toMatchObject([{ status: 'Succeeded' }]);
  expect(await charges.show(id)).toMatchObject({ status: 'Active', totalCollectedAmount: 100 });
  await moveBy(3 * DAY);
  await charges.checkBooks(id);
});

it('a late charge is also looked up if its first inquiry was so late that it sent it again', async () => {
  const id = await lateCharge(50, ['decline:51']);
  await service.timeline.setRunning(false);
  await moveBy(10 * MINUTE);
  await service.timeline.setRunning(true);
  await moveBy(6 * MINUTE);
  expect(await charges.show(id)).toMatchObject({ status: 'PastDue', totalCollectedAmount: 0 });
  await moveBy(3 * HOUR);
  expect(await charges.attempts(id)).toMatchObject([{ status: 'Succeeded' }]);
  await charges.checkBooks(id);
});

it('a late charge is given back if a retry has paid the period', async () => {
  const id = await lateCharge(120, ['decline:51'], { retryIntervalHours: 1 });
  await moveBy(90 * MINUTE);
  expect((await charges.attempts(id)).map(({ status }) => status)).toEqual(['Failed', 'Succeeded']);
  await moveBy(DAY + HOUR);
  const [late] = charges
    .sales(id)
    .filter(({ outcome }) => outcome === 'approved')
    .slice(-1);
  expect(charges.sales(id).filter(({ outcome }) => outcome === 'approved')).toHaveLength(2);
  const [first] = await charges.attempts(id);
  expect(undone(late?.orderId).at(-1)).toMatch(/^(void|refund) approved$/);
  expect(first?.status).toBe('Failed');
  expect(lateSales(first?.paymentReferenceNumber)).toBe(1);
  expect(await charges.show(id)).toMatchObject({ status: 'Active', totalCollectedAmount: 100 });
});

it('a late charge is given back if a requested one has used up the limit of the whole', async () => {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const limited = { frequency: 'daily', totalAmountLimit: 150, retryIntervalHours: 48 };
  const { id } = await charges.create({ startDate, ...limited });
  service.bank.script(['decline:51', `late:${50 * 60}`, 'decline:51']);
  await moveBy(DAY + 30 * MINUTE);
  expect(await charges.show(id)).toMatchObject({ status: 'PastDue', totalCollectedAmount: 0 });
  // The next period, of 50, fits into what is left: the plan goes on.
  await api('PUT', `/api/RecurringPayment/${id}`, { body: { amount: 50 } });
  expect((await charges.chargePeriod(id, 1)).status).toBe(202);
  await moveBy(MINUTE);
  expect(await charges.show(id)).toMatchObject({ status: 'PastDue', totalCollectedAmount: 100 });
  await moveBy(2 * HOUR);
  const late = charges.sales(id).findLast(({ outcome }) => outcome === 'approved');
  expect(undone(late?.orderId).at(-1)).toMatch(/^(void|refund) approved$/);
  expect(await charges.show(id)).toMatchObject({ totalCollectedAmount: 100 });
});

it('a late charge is also looked up if it was given up because its customer became inactive', async () => {
  const customerId = await charges.customer();
  const id = await lateCharge(50, [], { customerId });
  await api('PUT', `/api/customer/${customerId}`, { body: { isActive: false } });
  await moveBy(30 * MINUTE);
  expect(await charges.attempts(id)).toMatchObject([{ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' }]);
  await moveBy(2 * HOUR);
  expect(await charges.attempts(id)).toMatchObject([{ status: 'Succeeded' }]);
  await charges.checkBooks(id);
});

it.each(FAULTS_TO_INJECT)('a late charge counts once if the sweep meets "%s" at any call', async (fault) => {
  await atEachCall(callsToFault(fault, { skipped: SHARDS_SWEPT }), 6, async (at) => {
    await service.timeline.setRunning(true);
    const id = await lateCharge(50, ['decline:51']);
    await moveBy(30 * MINUTE);
    await service.timeline.setRunning(false);
    await moveBy(HOUR);
    const report = faults.arm('sweep', at, fault);
    await service.lambdas.invoke('sweep', {}).catch(() => undefined);
    await service.timeline.setRunning(true);
    await moveBy(HOUR);
    expect(await charges.show(id), `call ${at}`).toMatchObject({
      status: 'Active',
      totalCollectedAmount: 100,
    });
    await charges.checkBooks(id);
    await charges.cancel(id);
    return report;
  });
});
