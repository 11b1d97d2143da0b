// Lists of a merchant whose months are divided into several partitions: no row is lost or shown twice,
// with any number of shards when it was written, and one partition keeps its old key.
import { BatchWriteCommand, DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { defined } from '#domain/defined.ts';
import { listPartition } from '#store/table/keys.ts';
import { instantAt, listPage } from '#store/table/list.ts';
import {
  MOST_LIST_SHARDS,
  raisedShards,
  shardOf,
  shardsRead,
  shardsWritten,
} from '#store/table/list-shards.ts';
import { type Item, queryIndex, table, tableName } from '#store/table/table.ts';
import { startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

await startHarness();
const NOW = new Date('2026-11-20T09:00:00.000Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe('the number of shards of a merchant', () => {
  it('a merchant without a setting has one shard, for readers and writers', () => {
    expect([shardsRead(undefined), shardsWritten(undefined, NOW)]).toEqual([1, 1]);
  });

  it('a new number of shards is read at once, and written only when every cache has expired', () => {
    const raised = raisedShards(undefined, 8, NOW);
    expect(shardsRead(raised)).toBe(8);
    expect([0, 4, 5].map((minutes) => shardsWritten(raised, later(minutes)))).toEqual([1, 1, 8]);
    const again = raisedShards(raised, 32, later(2));
    expect([2, 6, 7].map((minutes) => shardsWritten(again, later(minutes)))).toEqual([1, 1, 32]);
  });

  it('a month of one shard keeps its old key, and so does the first of several shards', () => {
    expect(listPartition('m', 'PAYMENT', '2026-11', 0)).toBe('M#m#PAYMENT#2026-11');
    expect(listPartition('m', 'PAYMENT', '2026-11', 3)).toBe('M#m#PAYMENT#2026-11#3');
    expect(shardOf('x', 1)).toBe(0);
  });

  it('ids are spread evenly: no shard gets more than twice its share', () => {
    const counts = new Map<number, number>();
    for (let at = 0; at < 6400; at += 1) {
      const time = (at * 7919).toString(16).padStart(4, '0').slice(-4);
      const id = `01a1f82f-${time}-7abc-8def-${String(at).padStart(12, '0')}`;
      const shard = shardOf(id, MOST_LIST_SHARDS);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect(counts.size).toBe(MOST_LIST_SHARDS);
    expect(Math.max(...counts.values())).toBeLessThan(200);
  });
});

let lists = 0;
/** Writes rows of two months to `shards` shards, newest first; a row can be in two shards while it moves. */
async function writeRows(
  shards: number,
  count: number,
  moving: number,
): Promise<{ merchant: string; all: string[] }> {
  lists += 1;
  const merchant = `list-${lists}`;
  const rows = Array.from({ length: count }, (_, at) => {
    const month = at % 3 === 0 ? '2026-10' : '2026-11';
    const day = String(1 + (at % 19)).padStart(2, '0');
    const listSk = `${month}-${day}T00:00:00.000Z#${String(at).padStart(4, '0')}`;
    const shard = shardOf(`${merchant}${at}`, shards);
    return { month, listSk, shard };
  });
  const copies = rows.slice(0, moving).map((row) => ({ ...row, shard: (row.shard + 1) % shards }));
  const items = [...rows, ...(shards > 1 ? copies : [])].map(({ month, listSk, shard }, at) => ({
    pk: `TEST#${merchant}#${at}`,
    sk: 'A',
    listSk,
    listPk: listPartition(merchant, 'PAYMENT', month, shard),
  }));
  for (let at = 0; at < items.length; at += 25) {
    const RequestItems = {
      [tableName()]: items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } })),
    };
    await table.send(new BatchWriteCommand({ RequestItems }));
  }
  return {
    merchant,
    all: rows
      .map(({ listSk }) => listSk)
      .sort()
      .reverse(),
  };
}

type Asked = { limit: number; after: string | undefined } & {
  keeps?: ((sort: string) => boolean) | undefined;
  sifts?: (entry: Item) => boolean;
};
const pageOf = (merchant: string, shards: number, { limit, after, ...filters }: Asked) =>
  listPage<string>({
    index: 'list',
    shards,
    limit,
    after,
    from: '2026-10-01T00:00:00.000Z',
    // After a month without rows, two are read at once.
    to: '2026-12-31T00:00:00.000Z',
    partition: (month, shard) => listPartition(merchant, 'PAYMENT', month, shard),
    read: (item: Item) => String(item['listSk']),
    ...defined(filters),
  });

/** To another place in the index, or out of the table. */
async function moveRow(merchant: string, listSk: string, isKept: boolean): Promise<void> {
  const Key = { pk: `TEST#${merchant}#${Number(listSk.slice(-4))}`, sk: 'A' };
  if (!isKept) await table.send(new DeleteCommand({ TableName: tableName(), Key }));
  else
    await table.send(
      new PutCommand({ TableName: tableName(), Item: { ...Key, listPk: 'elsewhere', listSk } }),
    );
}

async function readAll(merchant: string, shards: number, limit: number, keeps?: (sort: string) => boolean) {
  const found: string[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 400; pages += 1) {
    const page = await pageOf(merchant, shards, { limit, after, keeps });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items);
    after = page.next;
    if (after === undefined) break;
  }
  return found;
}

describe('a list', () => {
  it('a list has each row once, newest first, of any number of shards and with any filter', async () => {
    const cases = fc.record({
      shards: fc.constantFrom(1, 2, 3, 16),
      count: fc.integer({ min: 0, max: 160 }),
      moving: fc.integer({ min: 0, max: 5 }),
      limit: fc.integer({ min: 4, max: 100 }),
      every: fc.constantFrom(1, 2, 7),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ shards, count, moving, limit, every }) => {
        const { merchant, all } = await writeRows(shards, count, Math.min(moving, count));
        const keeps = (sort: string) => Number(sort.slice(-4)) % every === 0;
        const found = await readAll(merchant, shards, limit, every > 1 ? keeps : undefined);
        expect(found).toEqual(all.filter(keeps));
      }),
      { numRuns: rounds(100, 8) },
    );
  });

  it('a list with a rare filter finds a row behind two thousand others on the first page', async () => {
    const { merchant, all } = await writeRows(1, 2_000, 0);
    const oldest = all.at(-1) ?? '';
    const sifts = (entry: Item) => entry['listSk'] === oldest;
    const page = await pageOf(merchant, 1, { limit: 20, after: undefined, sifts });
    expect(page).toEqual({ items: [oldest], next: undefined });
  });

  it('a search that is over within the rows of a month says where, and repeats and skips none', async () => {
    const { merchant, all } = await writeRows(1, 1_500, 0);
    const now = performance.now.bind(performance);
    let [judged, after]: [number, string | undefined] = [0, undefined];
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 20 * judged);
    const found: string[] = [];
    const ends: unknown[] = [];
    const keeps = (sort: string) => {
      judged += 1;
      return Number(sort.slice(-4)) % 100 === 0;
    };
    do {
      judged = 0;
      const page = await pageOf(merchant, 1, { limit: 20, after, keeps });
      found.push(...page.items);
      ends.push([page.isCut, page.next && instantAt(page.next)]);
      after = page.next;
    } while (after !== undefined);
    vi.restoreAllMocks();
    expect(found).toEqual(all.filter((sort) => Number(sort.slice(-4)) % 100 === 0));
    expect(ends.length).toBeGreaterThan(3);
    expect(ends.slice(0, -1)).toEqual(
      ends.slice(0, -1).map(() => [true, expect.stringMatching(/^2026-1[01]-\d\dT/)]),
    );
    expect(ends.at(-1)).toEqual([undefined, undefined]);
  });

  /** Half of them are in another place, half are gone, as soon as the index has been read once. */
  async function whileMoving<Result>(
    merchant: string,
    moved: readonly string[],
    work: () => Promise<Result>,
  ) {
    let isMoved = false;
    table.middlewareStack.add(
      (next) => async (args) => {
        const output = await next(args);
        const { IndexName } = args.input as { IndexName?: string };
        if (IndexName !== 'list-keys' || isMoved) return output;
        isMoved = true;
        for (const [at, listSk] of moved.entries()) await moveRow(merchant, listSk, at % 2 === 0);
        return output;
      },
      { step: 'initialize', name: 'moves rows' },
    );
    return await work().finally(() => table.middlewareStack.remove('moves rows'));
  }

  it('a list leaves out rows that have left their place since the index was read, and goes on', async () => {
    const { merchant, all } = await writeRows(1, 60, 0);
    const moved = all.slice(10, 40);
    const found = await whileMoving(merchant, moved, () => readAll(merchant, 1, 7));
    expect(found).toEqual(all.filter((sort) => !moved.includes(sort)));
  });

  it('a page of an index is short only if it is the last one, however many rows have moved', async () => {
    const { merchant, all } = await writeRows(1, 60, 0);
    const november = all.filter((sort) => sort.startsWith('2026-11'));
    const partition = listPartition(merchant, 'PAYMENT', '2026-11', 0);
    const read = () => queryIndex({ index: 'list', partition, limit: 10 });
    const { items } = await whileMoving(merchant, november.slice(0, 20), read);
    expect(items.map((item) => item['listSk'])).toEqual(november.slice(20, 30));
  });

  it('a row that only a strongly consistent read shows in its place is in its list', async () => {
    const { merchant, all } = await writeRows(1, 30, 0);
    table.middlewareStack.add(
      (next) => async (args) => {
        const output = await next(args);
        const { RequestItems = {} } = args.input as {
          RequestItems?: Record<string, { ConsistentRead?: boolean }>;
        };
        const isLate = Object.values(RequestItems).some(({ ConsistentRead }) => ConsistentRead === false);
        return isLate ? { ...output, output: { ...output.output, Responses: {} } } : output;
      },
      { step: 'initialize', name: 'late reads' },
    );
    const found = await readAll(merchant, 1, 7).finally(() => table.middlewareStack.remove('late reads'));
    expect(found).toEqual(all);
  });

  it('a list with a filter repeats no row where one read ends and the next begins', async () => {
    const { merchant, all } = await writeRows(1, 250, 0);
    expect(await readAll(merchant, 1, 100, () => true)).toEqual(all);
    const odd = (sort: string) => Number(sort.slice(-4)) % 2 === 1;
    expect(await readAll(merchant, 1, 100, odd)).toEqual(all.filter(odd));
  });

  it('a list written to fewer shards is read whole by readers of more', async () => {
    const { merchant, all } = await writeRows(2, 80, 0);
    expect(await readAll(merchant, 8, 7)).toEqual(all);
  });
});
