// The shards of the due index: their number may rise and fall between two deployments, also by a rollback,
// and the sweep finds every row.
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, expect, it } from 'vitest';
import { readSwept } from '#store/due.ts';
import { duePages, sweptBuyersPages, sweptPages } from '#store/table/due.ts';
import { MOST_DUE_SHARDS, shardOf, writeDueShards } from '#store/table/due-shards.ts';
import { dueAttributes, duePartition, entityKey } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';
import { openHarness } from '../../harness/harness.ts';

const { close } = await openHarness();
afterAll(close);
const usual = process.env['DUE_SHARDS'];
afterEach(() => void Object.assign(process.env, { DUE_SHARDS: usual }));
const NOW = new Date('2026-11-20T09:00:00.000Z');
const ids = Array.from(
  { length: 40 },
  (_, at) => `01a1f82f-0000-7000-8000-${String(at * 37).padStart(12, '0')}`,
);

async function writeRows(written: number): Promise<Set<string>> {
  process.env['DUE_SHARDS'] = writeDueShards(written, MOST_DUE_SHARDS);
  const rows = ids.map((id) => ({
    pk: `TEST#${id}`,
    sk: 'A',
    ...dueAttributes('REFUND', id, NOW.toISOString()),
  }));
  await Promise.all(rows.map((Item) => table.send(new PutCommand({ TableName: tableName(), Item }))));
  return new Set(rows.map(({ duePk }) => duePk));
}

async function sweptWith(written: number, read: number): Promise<string[]> {
  process.env['DUE_SHARDS'] = writeDueShards(written, read);
  const found: string[] = [];
  for (const pages of duePages(NOW, 25)) {
    for await (const page of pages) found.push(...page.map(({ pk }) => pk));
  }
  return found.flatMap((pk) => /^TEST#(.+)/.exec(pk)?.[1] ?? []).sort();
}

it('rows are spread over as many shards as are set, eight by default', async () => {
  expect(usual).toBe('8/8');
  expect((await writeRows(8)).size).toBe(8);
  expect((await writeRows(64)).size).toBeGreaterThan(20);
});

it('a row of a buyer or of a charge under way shares no shard with charges, however many are set', () => {
  const many = Array.from({ length: 2_000 }, () => randomUUID());
  for (let written = 1; written <= MOST_DUE_SHARDS; written += 1) {
    process.env['DUE_SHARDS'] = writeDueShards(written, MOST_DUE_SHARDS);
    const shardsOf = (...how: [noun: 'PAYMENT' | 'RECURRING', isUnderWay?: boolean]) => {
      const [noun, isUnderWay] = how;
      return new Set(many.map((id) => dueAttributes(noun, id, NOW.toISOString(), isUnderWay).duePk));
    };
    const [charges, buyers] = [shardsOf('RECURRING'), shardsOf('PAYMENT')];
    expect([charges.size, buyers.size, charges.intersection(buyers).size]).toEqual([
      Math.min(written, MOST_DUE_SHARDS / 2),
      Math.min(written, MOST_DUE_SHARDS / 2),
      0,
    ]);
    expect(shardsOf('RECURRING', true)).toEqual(buyers);
  }
});

it('the sweep reads no row of a charge that waits, and each minute no entry of one', async () => {
  process.env['DUE_SHARDS'] = writeDueShards(MOST_DUE_SHARDS, MOST_DUE_SHARDS);
  const [plan = '', payment = ''] = ids;
  const charge = entityKey('m', 'RECURRING', plan);
  const due = { ...dueAttributes('RECURRING', plan, NOW.toISOString()) };
  // As the release before has placed it: the last shard that it reads, counted down by all that it writes.
  const former = { duePk: duePartition(MOST_DUE_SHARDS - 1 - shardOf(payment, MOST_DUE_SHARDS)) };
  const rows = [
    { ...charge, ...due },
    {
      ...entityKey('m', 'PAYMENT', payment),
      ...dueAttributes('PAYMENT', payment, NOW.toISOString()),
      ...former,
    },
  ];
  await Promise.all(rows.map((Item) => table.send(new PutCommand({ TableName: tableName(), Item }))));
  const found = async (swept: typeof sweptPages) => {
    const all = swept(NOW).map(async (pages) => (await Array.fromAsync(pages)).flatMap(readSwept));
    return (await Promise.all(all)).flat().filter(({ item }) => item.pk.startsWith('M#m#'));
  };
  const whole = await found(sweptPages);
  expect(whole.find(({ noun }) => noun === 'RECURRING')).toMatchObject({
    merchantId: 'm',
    recurringPaymentId: plan,
    hasOpenAttempt: false,
    dueAt: NOW.toISOString(),
  });
  // The row of the test lacks the attributes of a payment: its key was found, and its row read.
  expect(whole.map(({ item }) => item.sk).sort()).toEqual(['PAYMENT', 'RECURRING']);
  expect((await found(sweptBuyersPages)).filter(({ item }) => item.sk === 'RECURRING')).toEqual([]);
});

it('in each minute all shards of buyers’ payments are read', async () => {
  process.env['DUE_SHARDS'] = writeDueShards(MOST_DUE_SHARDS, MOST_DUE_SHARDS);
  const payments = Array.from({ length: 40 }, (_, at) => `PAY-EVERY-SHARD-${at}`);
  const rows = payments.map((payment) => ({
    ...entityKey('every', 'PAYMENT', payment),
    ...dueAttributes('PAYMENT', payment, NOW.toISOString()),
  }));
  expect(new Set(rows.map(({ duePk }) => duePk)).size).toBeGreaterThan(10);
  await Promise.all(rows.map((Item) => table.send(new PutCommand({ TableName: tableName(), Item }))));
  const pages = await Promise.all(sweptBuyersPages(NOW).map((shard) => Array.fromAsync(shard)));
  const found = pages.flat(2).flatMap(readSwept);
  expect(found.filter(({ item }) => item.pk.startsWith('M#every#'))).toHaveLength(40);
});

it('a sweep of fewer shards finds the rows of a number that fell or was rolled back', async () => {
  await writeRows(64);
  expect(await sweptWith(8, MOST_DUE_SHARDS)).toEqual(ids);
  expect(await sweptWith(64, 8)).toEqual(ids);
});

it('ids are spread evenly: no shard gets more than twice its share', () => {
  const counts = new Map<number, number>();
  for (let at = 0; at < 6400; at += 1) {
    const time = (at * 7919).toString(16).padStart(4, '0').slice(-4);
    const id = `01a1f82f-${time}-7abc-8def-${String(at).padStart(12, '0')}`;
    const shard = shardOf(id, MOST_DUE_SHARDS);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect(counts.size).toBe(MOST_DUE_SHARDS);
  expect(Math.max(...counts.values())).toBeLessThan(200);
});
