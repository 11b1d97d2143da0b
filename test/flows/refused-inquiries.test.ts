// A bank that refuses the settings of a merchant refuses inquiries too. Such an answer has no information
// about the order: the inquiry is not counted, no manual review begins, and the outcome is found when the
// settings work again (payments.md 3.7).
import { expect, it } from 'vitest';
import { changeBankPassword } from '../drivers/bank-password.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { orderViews } from '../journeys/order.ts';

const harness = await startHarness();
const { service, merchant, buyer, createPage, logs, now, moveBy, passOutage } = harness;
const { paymentsOf, approvedSalesOf, stateOf } = orderViews(harness);
const charges = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);

const rotate = () => changeBankPassword(harness, merchant.merchantId, 'rotated at the bank');
const restore = () => changeBankPassword(harness, merchant.merchantId);
const measured = (name: string) => logs.filter((line) => line.includes(`"${name}":`)).length;

async function lostPayment(outcome: 'lost-before' | 'lost-after') {
  const page = await createPage();
  service.bank.script([outcome]);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  return page;
}
async function lostCharge(outcome: 'lost-before' | 'lost-after') {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE;
  const record = await charges.create({ startDate: new Date(dueMs).toISOString() });
  service.bank.script([outcome]);
  await service.timeline.moveTo(dueMs);
  return record;
}
const statusOf = async (orderNumber: string) => (await paymentsOf(orderNumber)).map(({ status }) => status);
const attemptsOf = async ({ id }: { id: string }) =>
  (await charges.attempts(id)).map(({ attemptNumber, status }) => [attemptNumber, status]);

it('32 hours of refused settings cause no review, and all outcomes are found 15 minutes later', async () => {
  const charged = await lostCharge('lost-after');
  const uncharged = await lostCharge('lost-before');
  const paid = await lostPayment('lost-after');
  const unpaid = await lostPayment('lost-before');
  const refunded = await refunds.pay();
  service.bank.script(['lost-after']);
  const { refundId } = (await refunds.partial(refunded, 40)).json.data;
  await rotate();
  await passOutage(31 * HOUR);
  const before = measured('MerchantFaults');
  await moveBy(HOUR);
  // Each of three alarm periods of five minutes has at least one count.
  expect(measured('MerchantFaults') - before).toBeGreaterThanOrEqual(4);
  expect([measured('ManualReviews'), measured('ReviewsWaiting')]).toEqual([0, 0]);
  expect([await statusOf(paid.orderNumber), await statusOf(unpaid.orderNumber)]).toEqual([
    ['Processing'],
    ['Processing'],
  ]);
  await restore();
  await moveBy(15 * MINUTE);
  expect(await statusOf(paid.orderNumber)).toEqual(['Successful']);
  expect(await approvedSalesOf(paid.orderNumber)).toHaveLength(1);
  expect([await statusOf(unpaid.orderNumber), await stateOf(unpaid)]).toEqual([['Failed'], 'Expired']);
  expect((await refunds.show(refundId)).status).toBe('Completed');
  await refunds.checkBooks([refunded]);
  for (const plan of [charged, uncharged]) {
    expect(await attemptsOf(plan)).toEqual([[1, 'Succeeded']]);
    await charges.cancel(plan.id);
    await charges.checkBooks(plan.id);
  }
});
