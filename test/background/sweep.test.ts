// The sweep processes all overdue rows, however many of them fail, and ends before Lambda's timeout.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { dueAttributes } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { handler } from '#sweep.ts';
import { HOUR, MINUTE, SHARDS_SWEPT, startHarness } from '../harness/harness.ts';
import { orderViews } from '../journeys/order.ts';

const harness = await startHarness();
const { service, buyer, createPage, moveBy, now, logs } = harness;
const { paymentsOf } = orderViews(harness);

/** A page whose payment has an unknown outcome, because the bank's answer was lost. */
async function lostPayment() {
  const page = await createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  return page;
}

/** Adds rows that the sweep cannot recover to every shard. They are overdue for longest and come first. */
async function addUnrecoverableRows(count: number): Promise<void> {
  const dueAt = new Date(now().getTime() - 60 * MINUTE).toISOString();
  for (let at = 0; at < count; at += 1) {
    const id = `hopeless-${at}`;
    const Item = {
      pk: `M#TEST#PAYMENT#${id}`,
      sk: 'A',
      ...dueAttributes('HOPELESS' as 'PAYMENT', id, dueAt),
    };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
  }
}

it('the sweep recovers a payment although the rows before it fail every time', async () => {
  const page = await lostPayment();
  const count = 40 * SHARDS_SWEPT;
  await addUnrecoverableRows(count);
  await moveBy(6 * MINUTE);
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
  const failed = logs.filter((line) => line.includes('sweep could not recover'));
  expect(failed.length).toBeGreaterThanOrEqual(count);
});

it('a sweep with too little time left recovers nothing, and the next sweep does', async () => {
  const page = await lostPayment();
  await service.timeline.setRunning(false);
  await moveBy(2 * MINUTE);
  expect(
    await handler(undefined, { awsRequestId: 'R-1', getRemainingTimeInMillis: () => 44_000 }),
  ).toMatchObject({ settled: 0 });
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Processing']);
  await service.timeline.setRunning(true);
  await moveBy(6 * MINUTE);
  expect((await paymentsOf(page.orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
});

it('one whole sweep follows an outage, and the next one runs at its regular time', async () => {
  await addUnrecoverableRows(1);
  const failures = () => logs.filter((line) => line.includes('sweep could not recover')).length;
  await service.timeline.setRunning(false);
  const outageEndsMs = Math.ceil(now().getTime() / HOUR) * HOUR + 1000;
  await service.timeline.moveTo(outageEndsMs);
  const before = failures();
  await service.timeline.setRunning(true);
  const inFirst = failures() - before;
  expect(inFirst).toBeGreaterThanOrEqual(1);
  await moveBy(4 * MINUTE);
  expect(failures() - before).toBe(inFirst);
  await moveBy(MINUTE);
  expect(failures() - before).toBe(2 * inFirst);
});
