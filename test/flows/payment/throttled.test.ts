// DynamoDB throttles the transactions of a payment: a buyer who has paid never sees an error, and a charge is
// recorded by the function that made it.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it, vi } from 'vitest';
import { table } from '#store/table/table.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { statusIn } from '../../drivers/result.ts';
import { HOUR, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const harness = await startHarness();
const { service, buyer, createPage, moveBy } = harness;
const { approvedSalesOf, stateOf } = orderViews(harness);

const send = table.send.bind(table);
afterEach(() => {
  Object.assign(table, { send });
  vi.restoreAllMocks();
});

const throttled = () =>
  new TransactionCanceledException({
    message: 'throttled',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: 'ThrottlingError' }],
  });
/** Lets `after` transactions pass, then throttles the next `times` transactions of the table. */
function throttle({ after, times, note = () => {} }: { after: number; times: number; note?: () => void }) {
  let transactions = 0;
  const sendOrThrottle = async (command: object) => {
    if (!(command instanceof TransactWriteCommand)) return await send(command as never);
    transactions += 1;
    if (transactions <= after || transactions > after + times) return await send(command as never);
    note();
    throw throttled();
  };
  Object.assign(table, { send: sendOrThrottle });
}
const pay = async ({ hostedPageUrl }: { hostedPageUrl: string }) =>
  await buyer.submit(await buyer.open(hostedPageUrl));

it.each([
  ['claim', 0],
  ['outcome', 1],
])('a payment whose %s is throttled three times is paid', async (_what, after) => {
  const page = await createPage();
  throttle({ after, times: 3 });
  expect(statusIn((await pay(page)).location)).toBe('Successful');
  expect(await approvedSalesOf(page.orderNumber)).toHaveLength(1);
});

/** Returns a function that moves the measured time by `ms`, the length of one try of a transaction. */
function slowTries(ms: number): () => void {
  const now = performance.now.bind(performance);
  let laterMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
  return () => {
    laterMs += ms;
  };
}

const salesUntilNow = () => service.bank.ledger().filter(({ operation }) => operation === 'sale').length;

it('a buyer whose outcome cannot be stored sees that it is checked, and the sweep stores it', async () => {
  const sales = salesUntilNow();
  const page = await createPage();
  throttle({ after: 1, times: Number.POSITIVE_INFINITY, note: slowTries(10 * SECOND) });
  const answer = await pay(page);
  expect([answer.status, answer.location]).toEqual([303, `${page.hostedPageUrl}?sent=yes`]);
  expect(await stateOf(page)).toBe('Processing');
  Object.assign(table, { send });
  await moveBy(10 * MINUTE);
  expect(await stateOf(page)).toBe('Paid');
  expect(salesUntilNow() - sales).toBe(1);
});

it.each([
  ['claim', 0],
  ['outcome', 1],
])('a charge whose %s is throttled for two minutes is recorded by its function', async (_what, after) => {
  const plans = recurringPaymentDriver(harness);
  const dueMs = Math.ceil(harness.now().getTime() / HOUR) * HOUR + HOUR;
  const { id } = await plans.create({ startDate: new Date(dueMs).toISOString() });
  const later = slowTries(30 * SECOND);
  let tries = 0;
  const note = () => {
    later();
    tries += 1;
  };
  throttle({ after, times: 4, note });
  await service.timeline.moveTo(dueMs);
  expect(tries).toBe(4);
  expect((await plans.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded']);
  await plans.cancel(id);
  await plans.checkBooks(id);
});
