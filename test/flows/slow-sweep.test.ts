// A sweep takes minutes. The landing time of a request that it sends again begins at the moment of sending,
// not at the sweep's start: otherwise the next sweep would take it for lost too early and send it a second
// time.
import { expect, it } from 'vitest';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { openFaults } from '../harness/faults.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, merchant, moveBy, now } = harness;
const charges = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);

/** Runs a sweep after the landing time that waits 195 seconds for its first call to the bank. */
async function sweepSlowly(outcome: string): Promise<string> {
  await service.timeline.setRunning(false);
  await moveBy(10 * MINUTE);
  service.bank.script([outcome]);
  const bankCall = faults.hold('sweep', 'bank');
  const sweep = service.lambdas.invoke('sweep', {});
  await bankCall.reached;
  await moveBy(195 * SECOND);
  const answeredAt = now().toISOString();
  bankCall.release();
  await sweep;
  return answeredAt;
}
const resume = async () => {
  await service.timeline.setRunning(true);
  await moveBy(20 * MINUTE);
};

it('a charge that a slow sweep sends again is made once', async () => {
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR).toISOString();
  const { id } = await charges.create({ startDate });
  service.bank.script(['lost-before']);
  await service.timeline.moveTo(Date.parse(startDate) + SECOND);
  const answeredAt = await sweepSlowly('late:290');
  const sentAt = (await loadRecurringPayment(merchant.merchantId, id))?.pendingSale?.sentAt ?? '';
  expect(sentAt >= answeredAt).toBe(true);
  await resume();
  expect((await charges.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
  expect(charges.sales(id)).toHaveLength(1);
  await charges.cancel(id);
});

it('a charge that its function sends late is not sent a second time while it may still arrive', async () => {
  // A whole sweep looks at the charge after the landing time and before the sale arrives.
  const sweepMs = Math.ceil(now().getTime() / (5 * MINUTE)) * 5 * MINUTE + HOUR;
  const startDate = new Date(sweepMs - 400 * SECOND).toISOString();
  const { id } = await charges.create({ startDate });
  await service.timeline.setRunning(false);
  await service.timeline.moveTo(Date.parse(startDate) + SECOND);
  service.bank.script(['late:290']);
  const bankCall = faults.hold('charge', 'bank');
  const overdue = [{ merchantId: merchant.merchantId, recurringPaymentId: id }];
  const charging = service.lambdas.invoke('charge', { overdue });
  await bankCall.reached;
  await moveBy(195 * SECOND);
  bankCall.release();
  await charging;
  await resume();
  expect((await charges.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
  expect(charges.sales(id)).toHaveLength(1);
  await charges.cancel(id);
});

it('a refund that a slow sweep sends again is made once', async () => {
  const payment = await refunds.pay();
  service.bank.script(['lost-before']);
  const { refundId } = (await refunds.partial(payment, 40)).json.data;
  const answeredAt = await sweepSlowly('late:290');
  const sentAt = (await loadRefund(merchant.merchantId, refundId))?.refund.sent?.at ?? '';
  expect(sentAt >= answeredAt).toBe(true);
  await resume();
  expect((await refunds.show(refundId)).status).toBe('Completed');
  expect(refunds.operations(payment)).toHaveLength(1);
  await refunds.checkBooks([payment]);
});
