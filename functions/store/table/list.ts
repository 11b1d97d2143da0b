// Lists, newest first. A month is a partition of its index; months are read backwards until the page is full,
// so that the cost of a page does not depend on the number of the merchant's rows.
import { shiftMonth } from '#domain/time/month.ts';
import { type IndexName, TABLE_SHAPE } from './keys.ts';
import { type Item, queryIndex } from './table.ts';

type ListIndex = Extract<IndexName, 'list' | 'status' | 'lookup' | 'second'>;
/** A partition whose rows are sorted by time. */
type ListPartition = { index: ListIndex; partition: string };

/** `Value`: the result of `read`. */
export type ListRequest<Value> = {
  index: ListIndex;
  /** The partition of a month and shard; if the list is not bucketed, the same partition for all. */
  partitionOf: (month: string, shard: number) => string;
  /** Further partitions of the same month and shard, read at the same time and merged into the list. */
  also?: (month: string, shard: number) => readonly ListPartition[];
  isBucketed: boolean;
  /** Partitions of a month, if the list is bucketed. */
  shards: number;
  /** ISO instants, both included. */
  from: string;
  to: string;
  limit: number;
  /** The sort key of the last row of the previous page. */
  after: string | undefined;
  /** Returns undefined for an erased row, which is left out. */
  read: (item: Item) => Value | undefined;
  /** If absent, every row of the partition is wanted, and no more rows are read than the page needs. */
  keeps?: (value: Value) => boolean;
};
export type ListPage<Value> = { items: Value[]; next: string | undefined };

/** Most reads for one page. After them the page is returned half full, if few rows pass the filter. */
const MAX_READS = 12;
/** Rows per read of a filtered list. Until the page is full, each read has twice the rows of the last one. */
const ROWS_PER_READ = { first: 100, most: 800 };

export async function listPage<Value>(request: ListRequest<Value>): Promise<ListPage<Value>> {
  const { limit, from, after, read, keeps = () => true, isBucketed } = request;
  const items: Value[] = [];
  let last: string | undefined;
  // One row more than wanted shows if there is a next page, and the last row that was read before is read
  // again and left out.
  let rowsPerRead = request.keeps ? ROWS_PER_READ.first : limit + 2;
  let seen = after;
  // `\uffff` sorts after every id of the same millisecond.
  let upTo = after ?? `${request.to}\uffff`;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    // DynamoDB rejects a range that ends before it begins.
    if (upTo < from) return { items, next: undefined };
    const month = upTo.slice(0, 7);
    const page = await readMonth(request, month, { limit: rowsPerRead, from, to: upTo });
    for (const { item, position } of page.rows) {
      const value = position === seen ? undefined : read(item);
      seen = position;
      if (value === undefined || !keeps(value)) continue;
      if (items.length === limit) return { items, next: last };
      items.push(value);
      last = position;
    }
    if (page.hasMore) {
      upTo = String(page.rows.at(-1)?.position);
      if (request.keeps) rowsPerRead = Math.min(2 * rowsPerRead, ROWS_PER_READ.most);
    } else if (!isBucketed || month <= from.slice(0, 7)) return { items, next: undefined };
    else upTo = `${shiftMonth(month, -1)}~`;
  }
  return { items, next: upTo };
}

type Range = { limit: number; from: string; to: string };
/** `position`: its sort key. */
type PlacedRow = { item: Item; position: string };
type MonthPage = { rows: PlacedRow[]; hasMore: boolean };
type Source = Pick<ListRequest<unknown>, 'index' | 'partitionOf' | 'also' | 'isBucketed' | 'shards'>;

/** The newest rows of a month, in order. The page ends where a partition has rows that were not read yet. */
async function readMonth(source: Source, month: string, { limit, ...range }: Range): Promise<MonthPage> {
  const { index, partitionOf, also = () => [], isBucketed } = source;
  const shards = isBucketed ? source.shards : 1;
  const partitions = Array.from({ length: shards }, (_, shard) => [
    { index, partition: partitionOf(month, shard) },
    ...also(month, shard),
  ]).flat();
  const pages = await Promise.all(
    partitions.map((one) => readPartition(one, { ...range, limit: rowsOfShard(limit, shards) })),
  );
  const end = pages
    .flatMap(({ rows, hasMore }) => (hasMore ? [String(rows.at(-1)?.position)] : []))
    .sort()
    .at(-1);
  const rows = pages.flatMap((page) => page.rows);
  if (pages.length > 1) rows.sort((one, other) => (one.position < other.position ? 1 : -1));
  return {
    rows: end === undefined ? rows : rows.filter(({ position }) => position >= end),
    hasMore: end !== undefined,
  };
}

/** All rows of a partition that is small by its nature, such as one customer's. */
export async function readWhole({ index, partition }: ListPartition): Promise<Item[]> {
  const items: Item[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryIndex({ index, partition, limit: ROWS_PER_READ.first, startKey });
    items.push(...page.items);
    startKey = page.lastKey;
  } while (startKey !== undefined);
  return items;
}

async function readPartition({ index, partition }: ListPartition, range: Range): Promise<MonthPage> {
  const { sortKey } = TABLE_SHAPE.indexes[index];
  const { items, lastKey } = await queryIndex({ index, partition, ...range });
  const rows = items.map((item) => ({ item, position: String(item[sortKey]) }));
  return { rows, hasMore: lastKey !== undefined };
}

/** Ids spread rows evenly: twice a shard's part is nearly always enough for a page. */
const rowsOfShard = (limit: number, shards: number) =>
  shards === 1 ? limit : Math.min(limit, Math.ceil((2 * limit) / shards) + 2);
