// The move of a table of the last release to indexes of keys, step by step and under load: no call fails, and
// every list shows every row before, during and after each step, also for a stage that goes back. Rows become
// short with the last step. `CI=1 OLD_ROWS=100000` moves as many.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { makePaymentReference } from '#domain/id.ts';
import { writePaymentClaim } from '#store/payment/payment.ts';
import type { Write } from '#store/table/commit.ts';
import { entityKey } from '#store/table/keys.ts';
import { type Item, table, tableName } from '#store/table/table.ts';
import {
  creationOf,
  INDEXES,
  indexesAfter,
  STEPS,
  type Step,
  shapeAfter,
} from '../../../lib/operator/table-indexes.ts';
import { paymentOf } from '../../domain/refund/refund-builder.ts';
import { DAY, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

const OLD_ROWS = Number(process.env['OLD_ROWS'] ?? rounds(2_000, 200));

const harness = await startHarness();
const { api, payOrder, merchant, moveBy, logs } = harness;
const client = new DynamoDBClient();

async function change({ change: kind, index }: Step): Promise<void> {
  const update =
    kind === 'create'
      ? creationOf(index)
      : { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index.name } }] };
  await client.send(new UpdateTableCommand({ TableName: tableName(), ...update }));
}

const deploy = (steps: number) => Object.assign(process.env, { TABLE_INDEXES: shapeAfter(steps) });

/** The table as the last release has made it. */
async function becomeFormer(): Promise<void> {
  for (const index of indexesAfter(0)) await change({ change: 'create', index });
  for (const index of INDEXES) await change({ change: 'remove', index });
  deploy(0);
}

const itemOf = (write: Write): Item => {
  if (write.kind !== 'put') throw new Error('A claim of a payment is a put.');
  return write.item;
};

/** Returns their references. */
async function writeOldRows(): Promise<string[]> {
  const items = Array.from({ length: OLD_ROWS }, (_, at) => {
    const atMs = harness.now().getTime() - (at % 300) * (DAY / 100) - at;
    const paymentReferenceNumber = makePaymentReference(atMs, randomBytes);
    const { merchantId } = merchant;
    const [createdAt, orderNumber] = [new Date(atMs).toISOString(), `OLD-${at}`];
    return itemOf(
      writePaymentClaim(
        paymentOf({ merchantId, paymentReferenceNumber, createdAt, paidAt: createdAt, orderNumber }),
      ),
    );
  });
  for (let at = 0; at < items.length; at += 25) {
    const some = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: some } }));
  }
  return items.map((item) => String(item['paymentReferenceNumber']));
}

async function formOf(reference: string): Promise<'short' | 'long'> {
  const Key = entityKey(merchant.merchantId, 'PAYMENT', reference);
  const { Item } = await table.send(new GetCommand({ TableName: tableName(), Key }));
  return Item?.['pack'] ? 'short' : 'long';
}

type Page = { items: Record<string, string>[]; nextCursor: string | null };
async function listAll(path: string, name: string): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (;;) {
    const { json, status } = await api<Page>('GET', `${path}&limit=100${cursor}`);
    expect(status, path).toBe(200);
    found.push(...json.data.items.map((item) => item[name] ?? ''));
    if (json.data.nextCursor === null) return found;
    cursor = `&cursor=${json.data.nextCursor}`;
  }
}

/** Of the work that is over; the first of each two is refunded in part. */
const paid: string[] = [];
/** Work that writes and reads every index. */
async function work(): Promise<void> {
  const [one, other] = await Promise.all([payOrder(), payOrder()]);
  const body = { transactionId: one, amount: 1, reason: 'Kırık' };
  expect((await api('POST', '/api/Refund/partial', { body })).status).toBe(201);
  const lists = [
    '/api/payment?status=Successful',
    '/api/Refund?',
    '/api/event?order=oldest',
    '/api/customer?',
  ];
  const answers = await Promise.all(lists.map((path) => api('GET', `${path}&limit=5`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  paid.push(one, other);
}

/** More rows take longer to read: the load is some of the work, and not all of it. */
const PAUSE_MS = OLD_ROWS / 200;
/** Works again and again. `more`: until work that has not begun yet is over. */
function load() {
  let isOver = false;
  const all = (async () => {
    for (; !isOver; await sleep(PAUSE_MS)) await work();
  })();
  return {
    async more() {
      const enough = paid.length + 4;
      while (paid.length < enough) await Promise.race([sleep(20), all]);
    },
    async end() {
      isOver = true;
      await all;
    },
  };
}

const refunded = () => paid.filter((_, at) => at % 2 === 0);
/** A list has every row that is there before, once. The returned function: and none that is not there now. */
async function expectRows(path: string, name: string, rows: () => readonly string[]): Promise<() => void> {
  const before = rows();
  const found = await listAll(path, name);
  const all = new Set(found);
  expect([all.size, before.filter((one) => !all.has(one))], path).toEqual([found.length, []]);
  return () => {
    const now = new Set(rows());
    expect([...all.difference(now)], path).toEqual([]);
  };
}

async function expectWhole(old: readonly string[]): Promise<() => void> {
  const payments = () => [...old, ...paid];
  const checks = await Promise.all([
    expectRows('/api/payment?', 'paymentReferenceNumber', payments),
    expectRows('/api/payment?by=paidAt', 'paymentReferenceNumber', payments),
    expectRows('/api/Refund?', 'transactionId', refunded),
  ]);
  const { json } = await api<{ orderNumber: string }>('GET', `/api/payment/${paid[0]}`);
  const ofOrder = `orderNumber=${json.data.orderNumber}`;
  expect(await listAll(`/api/payment?${ofOrder}`, 'paymentReferenceNumber')).toEqual([paid[0]]);
  expect(await listAll(`/api/Refund?${ofOrder}`, 'transactionId')).toEqual([paid[0]]);
  return () => {
    for (const check of checks) check();
  };
}

it('a table of the last release moves step by step, under load and without an error', async () => {
  await becomeFormer();
  const old = await writeOldRows();
  await work();
  (await expectWhole(old))();
  const beganAt = performance.now();
  let lastLong: string | undefined;
  for (const [at, step] of STEPS.entries()) {
    const { more, end } = load();
    await change(step);
    // Functions of the deployment before still run while the table has changed already.
    await more();
    lastLong = paid.at(-1);
    deploy(at + 1);
    const checks = [];
    // The step at which functions begin to read the new indexes can be taken back.
    if (at + 1 === INDEXES.length) {
      deploy(0);
      checks.push(await expectWhole(old));
      deploy(at + 1);
    }
    checks.push(await expectWhole(old));
    await more();
    await end();
    for (const check of checks) check();
  }
  const minutes = Math.round((performance.now() - beganAt) / 60_000);
  console.log(`${OLD_ROWS} rows, ${minutes} minutes, ${paid.length} payments and half as many refunds`);
  expect(await formOf(lastLong ?? '')).toBe('long');
  expect(await formOf(paid.at(-1) ?? '')).toBe('short');
  // A stage that takes the last step back writes long rows again, and reads those of the time between.
  deploy(STEPS.length - 1);
  await work();
  expect(await formOf(paid.at(-1) ?? '')).toBe('long');
  (await expectWhole(old))();
  await moveBy(DAY);
  expect(logs.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
});
