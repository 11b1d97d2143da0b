// The move of a table of the last release to indexes of keys, step by step and under load: no call fails, and
// every list shows every row before, during and after each step, also for a stage that goes back. Rows become
// short with the last step.
import { randomBytes } from 'node:crypto';
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

async function writeOldRows(): Promise<void> {
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

const paid: string[] = [];
/** Work that writes and reads every index, at the same time as a step. */
async function work(): Promise<void> {
  const [one, other] = await Promise.all([payOrder(), payOrder()]);
  paid.push(one, other);
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
}

async function expectWhole(): Promise<void> {
  const [all, byStatus, refunded] = await Promise.all([
    listAll('/api/payment?', 'paymentReferenceNumber'),
    listAll('/api/payment?by=paidAt', 'paymentReferenceNumber'),
    listAll('/api/Refund?', 'transactionId'),
  ]);
  expect(new Set(all).size).toBe(OLD_ROWS + paid.length);
  expect([all.length, byStatus.length]).toEqual([OLD_ROWS + paid.length, OLD_ROWS + paid.length]);
  expect(all).toEqual(expect.arrayContaining(paid));
  expect(new Set(refunded)).toEqual(new Set(paid.filter((_, at) => at % 2 === 0)));
  const { json } = await api<{ orderNumber: string }>('GET', `/api/payment/${paid[0]}`);
  const ofOrder = `orderNumber=${json.data.orderNumber}`;
  expect(await listAll(`/api/payment?${ofOrder}`, 'paymentReferenceNumber')).toEqual([paid[0]]);
  expect(await listAll(`/api/Refund?${ofOrder}`, 'transactionId')).toEqual([paid[0]]);
}

it('a table of the last release moves step by step, under load and without an error', async () => {
  await becomeFormer();
  await writeOldRows();
  await work();
  await expectWhole();
  for (const [at, step] of STEPS.entries()) {
    const during = work();
    await change(step);
    // Functions of the deployment before still run while the table has changed already.
    await work();
    deploy(at + 1);
    await during;
    // The step at which functions begin to read the new indexes can be taken back.
    if (at + 1 === INDEXES.length) {
      deploy(0);
      await expectWhole();
      deploy(at + 1);
    }
    await expectWhole();
  }
  expect(await formOf(paid.at(-1) ?? '')).toBe('long');
  await work();
  expect(await formOf(paid.at(-1) ?? '')).toBe('short');
  // A stage that takes the last step back writes long rows again, and reads those of the time between.
  deploy(STEPS.length - 1);
  await work();
  expect(await formOf(paid.at(-1) ?? '')).toBe('long');
  await expectWhole();
  await moveBy(DAY);
  expect(logs.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
});
