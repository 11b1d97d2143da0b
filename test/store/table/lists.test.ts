// Lists of a merchant: no row is lost or shown twice, also if a month has several partitions, as that of paid
// payments, one for each status.
import { BatchWriteCommand, DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { defined } from '#domain/defined.ts';
import { listPartition } from '#store/table/keys.ts';
import { instantAt, listPage } from '#store/table/list.ts';
import { type Item, queryIndex, table, tableName } from '#store/table/table.ts';
import { startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';

await startHarness();

let lists = 0;
/** A month of the list, in one of its partitions. */
const partitionOf = (merchant: string, month: string, one: number) =>
  `${listPartition(merchant, 'PAYMENT', month)}#${one}`;

/** Writes rows of two months to so many partitions each; a row can be in two of them while it moves. */
async function writeRows(
  partitions: number,
  count: number,
  moving: number,
): Promise<{ merchant: string; all: string[] }> {
  lists += 1;
  const merchant = `list-${lists}`;
  const rows = Array.from({ length: count }, (_, at) => {
    const month = at % 3 === 0 ? '2026-10' : '2026-11';
    const day = String(1 + (at % 19)).padStart(2, '0');
    const listSk = `${month}-${day}T00:00:00.000Z#${String(at).padStart(4, '0')}`;
    return { month, listSk, partition: (at * 7) % partitions };
  });
  const copies = rows
    .slice(0, moving)
    .map((row) => ({ ...row, partition: (row.partition + 1) % partitions }));
  const items = [...rows, ...(partitions > 1 ? copies : [])].map(({ month, listSk, partition }, at) => ({
    pk: `TEST#${merchant}#${at}`,
    sk: 'A',
    listSk,
    listPk: partitionOf(merchant, month, partition),
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
  most?: number;
  sifts?: (entry: Item) => boolean;
};
const pageOf = (merchant: string, partitions: number, { limit, after, ...filters }: Asked) =>
  listPage<string>({
    index: 'list',
    limit,
    after,
    from: '2026-10-01T00:00:00.000Z',
    // After a month without rows, two are read at once.
    to: '2026-12-31T00:00:00.000Z',
    partition: (month) => Array.from({ length: partitions }, (_, one) => partitionOf(merchant, month, one)),
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

async function readAll(
  merchant: string,
  partitions: number,
  limit: number,
  keeps?: (sort: string) => boolean,
) {
  const found: string[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 400; pages += 1) {
    const page = await pageOf(merchant, partitions, { limit, after, keeps });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items);
    after = page.next;
    if (after === undefined) break;
  }
  return found;
}

describe('a list', () => {
  it('a list has each row once, newest first, of any number of partitions and with any filter', async () => {
    const cases = fc.record({
      partitions: fc.constantFrom(1, 2, 3, 16),
      count: fc.integer({ min: 0, max: 160 }),
      moving: fc.integer({ min: 0, max: 5 }),
      limit: fc.integer({ min: 4, max: 100 }),
      every: fc.constantFrom(1, 2, 7),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ partitions, count, moving, limit, every }) => {
        const { merchant, all } = await writeRows(partitions, count, Math.min(moving, count));
        const keeps = (sort: string) => Number(sort.slice(-4)) % every === 0;
        const found = await readAll(merchant, partitions, limit, every > 1 ? keeps : undefined);
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
        if (IndexName !== 'list' || isMoved) return output;
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
    const partition = partitionOf(merchant, '2026-11', 0);
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
});

it('a search that may read so many rows reads no more, and goes on where it stopped', async () => {
  const { merchant, all } = await writeRows(2, 60, 0);
  const keeps = (sort: string) => Number(sort.slice(-4)) % 11 === 0;
  for (const most of [1, 7, 59, 60]) {
    const found: string[] = [];
    let after: string | undefined;
    let read = 0;
    const counting = (sort: string) => {
      read += 1;
      return keeps(sort);
    };
    for (let pages = 0; pages === 0 || after !== undefined; pages += 1) {
      read = 0;
      const page = await pageOf(merchant, 2, { limit: 100, after, most, keeps: counting });
      expect(read).toBeLessThanOrEqual(most);
      expect(page.isCut).toBe(page.next === undefined ? undefined : true);
      found.push(...page.items);
      after = page.next;
    }
    expect(found).toEqual(all.filter(keeps));
  }
});
