// The sweep works bank by bank: a bank that hangs delays no row, no page and no merchant of another bank.
import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { makePaymentReference } from '#domain/id.ts';
import { dueAttributes, entityKey } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import { handler } from '#sweep.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { merchantAtOtherBank, openBankLines } from '../harness/bank-line.ts';
import { HOUR, MINUTE, type OpenPage, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';
import { orderViews } from '../journeys/order.ts';

// Two shards of buyers, and two of charges.
const harness = await startHarness({ dueShards: 4 });
const { service, merchant, buyer, createPage, moveBy, now, logs } = harness;
const { paymentsOf, stateOf } = orderViews(harness);
const lines = openBankLines();
const healthyBank = new URL(service.baseUrl).host;
const other = await merchantAtOtherBank(harness);
const MANY = rounds(1_000, 120);
/** The number of unanswered calls in a row that does not yet open the breaker. */
const HEALTHY = 4;

const sweep = async (remainingMs = 240_000, event?: { only: 'buyers' }) =>
  await handler(event, { awsRequestId: 'R-1', getRemainingTimeInMillis: () => remainingMs });
const pay = async ({ hostedPageUrl }: OpenPage) => await buyer.submit(await buyer.open(hostedPageUrl));
/** A page whose payment has an unknown outcome, because the bank's answer was lost. */
async function lostPayment(key = merchant.apiKey) {
  const page = await createPage({}, { key });
  service.bank.script(['lost-after']);
  await pay(page);
  return page;
}
async function lostPayments(): Promise<OpenPage[]> {
  const pages: OpenPage[] = [];
  while (pages.length < HEALTHY) pages.push(await lostPayment());
  return pages;
}
/** Copies of an unknown payment, all of them overdue for longer than any other row. */
async function addUnknownPayments(count: number): Promise<void> {
  const { orderNumber } = await lostPayment(other.apiKey);
  const path = `/api/payment?orderNumber=${orderNumber}`;
  const { items } = (
    await harness.api<{ items: { paymentReferenceNumber: string }[] }>('GET', path, { key: other.apiKey })
  ).json.data;
  const { merchantId } = other;
  const original = await getItem(entityKey(merchantId, 'PAYMENT', items[0]?.paymentReferenceNumber ?? ''));
  const dueAt = new Date(now().getTime() - HOUR).toISOString();
  const add = async () => {
    const id = makePaymentReference(now().getTime(), randomBytes);
    const key = entityKey(merchantId, 'PAYMENT', id);
    const own = { paymentReferenceNumber: id, bankOrderId: id.replace('-', '') };
    const Item = { ...original, ...key, ...own, ...dueAttributes('PAYMENT', id, dueAt) };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
  };
  for (let at = 0; at < count; at += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - at) }, add));
}

it('buyers’ payments are recovered before overdue charges', async () => {
  const charges = recurringPaymentDriver(harness);
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const plans = await Promise.all(Array.from({ length: 4 }, () => charges.create({ startDate })));
  await service.timeline.setRunning(false);
  await moveBy(10 * MINUTE);
  const page = await lostPayment();
  await moveBy(2 * MINUTE);
  const from = logs.length;
  await sweep();
  const order = logs.slice(from).flatMap((line) => /"(bank sale|recurring charge)"/.exec(line)?.[1] ?? []);
  expect(order).toEqual(['bank sale', ...plans.map(() => 'recurring charge')]);
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
  await service.timeline.setRunning(true);
});

it('the sweep between the full five minutes recovers buyers’ payments, and makes no charge', async () => {
  const charges = recurringPaymentDriver(harness);
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();
  const plan = await charges.create({ startDate });
  await service.timeline.setRunning(false);
  await moveBy(10 * MINUTE);
  const page = await lostPayment();
  await moveBy(2 * MINUTE);
  await sweep(240_000, { only: 'buyers' });
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
  expect(charges.sales(plan.id)).toEqual([]);
  await service.timeline.setRunning(true);
  await moveBy(MINUTE);
  expect(charges.sales(plan.id)).toHaveLength(1);
});

it('a bank that hangs delays neither rows nor pages of another bank', async () => {
  await service.timeline.setRunning(false);
  const paid = async (pages: readonly OpenPage[]) => await Promise.all(pages.map(stateOf));
  // The number of calls to the healthy bank in one sweep while no other bank hangs.
  const alone = await lostPayments();
  await moveBy(2 * MINUTE);
  lines.calls(healthyBank);
  await sweep();
  const callsAlone = lines.calls(healthyBank);
  expect(await paid(alone)).toEqual(alone.map(() => 'Paid'));

  await addUnknownPayments(MANY);
  await lostPayments();
  await moveBy(2 * MINUTE);
  lines.calls(healthyBank);
  lines.calls(other.host);
  const paidBefore = logs.filter((line) => line.includes('"PagesPaid":1')).length;
  const letGo = lines.hang(other.host);
  const sweeping = sweep();
  const arePaid = () => logs.filter((line) => line.includes('"PagesPaid":1')).length - paidBefore;
  // The limit only ends a sweep that waits for the other bank: the many rows come first in the same shards.
  await expect.poll(arePaid, { timeout: 300_000 }).toBe(HEALTHY);
  const callsBeside = lines.calls(healthyBank);
  const page = await createPage();
  await pay(page);
  expect(await stateOf(page)).toBe('Paid');
  // The calls to the other bank still hang during all of this.
  const hanging = lines.calls(other.host);
  expect(hanging).toBeGreaterThan(0);
  expect(hanging).toBeLessThanOrEqual(40);
  letGo();
  const { deferred } = await sweeping;
  expect(callsBeside).toBeLessThanOrEqual(callsAlone * 1.2);
  // All rows are deferred but those called at once and those called before the fifth failure was stored.
  expect(deferred).toBeGreaterThanOrEqual(MANY - 50);
  await service.timeline.setRunning(true);
});

it('a bank that does not answer a merchant is asked once by a sweep, for all waiting rows', async () => {
  await service.timeline.setRunning(false);
  lines.calls(other.host);
  await moveBy(5 * MINUTE);
  const { deferred, found } = await sweep();
  // The row of the bank itself does not wait.
  expect([lines.calls(other.host), deferred]).toEqual([1, found - 1]);
  await service.timeline.setRunning(true);
});

/** The shard of the due index that has the page's payment. */
async function shardOf({ orderNumber }: OpenPage): Promise<unknown> {
  const [payment] = await paymentsOf(orderNumber);
  const key = entityKey(merchant.merchantId, 'PAYMENT', payment?.paymentReferenceNumber ?? '');
  return (await getItem(key))?.['duePk'];
}

it('a shard that cannot be read does not end any other shard', async () => {
  await service.timeline.setRunning(false);
  const pages = [await lostPayment()];
  const hot = await shardOf(pages[0] as OpenPage);
  const shards = new Set([hot]);
  while (shards.size < 2) {
    // An answer in between keeps the breaker of the bank closed.
    await pay(await createPage());
    const page = await lostPayment();
    pages.push(page);
    shards.add(await shardOf(page));
  }
  await moveBy(2 * MINUTE);
  const send = table.send.bind(table);
  const failing = (command: { input: { ExpressionAttributeValues?: Record<string, unknown> } }) => {
    const isShard = command.input.ExpressionAttributeValues?.[':pk'] === hot;
    return isShard ? Promise.reject(new Error('The shard is hot.')) : send(command as never);
  };
  Object.assign(table, { send: failing });
  try {
    await sweep();
  } finally {
    Object.assign(table, { send });
  }
  expect(logs.filter((line) => line.includes('sweep could not read a shard'))).toHaveLength(1);
  const states = await Promise.all(pages.map(stateOf));
  expect([states[0], states.at(-1)]).toEqual(['Processing', 'Paid']);
  await sweep();
  expect(await Promise.all(pages.map(stateOf))).toEqual(pages.map(() => 'Paid'));
  await service.timeline.setRunning(true);
});
