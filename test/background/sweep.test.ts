// The sweep goes through all that is overdue, however much of it fails, and ends before it could be cut off.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { DUE_SHARDS, dueAttributes } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { handler } from '#sweep.ts';
import { MINUTE, startHarness } from '../harness/harness.ts';
import { orderViews } from '../journeys/order.ts';

const harness = await startHarness();
const { service, buyer, createPage, moveBy, now, logs } = harness;
const { paymentsOf } = orderViews(harness);

/** A payment whose answer was lost, and the shard that says so. */
async function lostPayment() {
  const page = await createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  return page;
}

/** Rows that no sweep can do anything about, the most overdue of all, in every shard. */
async function addHopeless(count: number): Promise<void> {
  const dueAt = new Date(now().getTime() - 60 * MINUTE).toISOString();
  for (let at = 0; at < count; at += 1) {
    const id = `hopeless-${at}`;
    const Item = { pk: `TEST#${id}`, sk: 'A', ...dueAttributes('HOPELESS' as 'PAYMENT', id, dueAt) };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
  }
}

it('what fails again and again keeps nothing else waiting', async () => {
  const page = await lostPayment();
  const count = 40 * DUE_SHARDS;
  await addHopeless(count);
  await moveBy(6 * MINUTE);
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
  const failed = logs.filter((line) => line.includes('sweep could not recover'));
  expect(failed.length).toBeGreaterThanOrEqual(count);
});

it('with too little time left begins nothing, and leaves it to the next one', async () => {
  const page = await lostPayment();
  await moveBy(2 * MINUTE);
  expect(
    await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis: () => 44_000 }),
  ).toMatchObject({ settled: 0 });
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Processing']);
  await moveBy(6 * MINUTE);
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
});
