// The shards of the due index: their number may rise and fall between two deployments, also by a rollback,
// and the sweep finds every row.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, expect, it } from 'vitest';
import { duePages } from '#store/table/due.ts';
import { MOST_DUE_SHARDS, writeDueShards } from '#store/table/due-shards.ts';
import { dueAttributes } from '#store/table/keys.ts';
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
    for await (const page of pages) found.push(...page.map(({ pk }) => pk.slice('TEST#'.length)));
  }
  return found.sort();
}

it('rows are spread over as many shards as are set, eight by default', async () => {
  expect(usual).toBe('8/8');
  expect((await writeRows(8)).size).toBe(8);
  expect((await writeRows(64)).size).toBeGreaterThan(20);
});

it('a sweep of fewer shards finds the rows of a number that fell or was rolled back', async () => {
  await writeRows(64);
  expect(await sweptWith(8, MOST_DUE_SHARDS)).toEqual(ids);
  expect(await sweptWith(64, 8)).toEqual(ids);
});
