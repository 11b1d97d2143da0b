// Lists, newest first. A month is a partition of its index; months are read backwards until the page is full,
// so that a page costs the same however many rows the merchant has.
import { shiftMonth } from '#domain/time/month.ts';
import { type IndexName, TABLE_SHAPE } from './keys.ts';
import { type Item, queryIndex } from './table.ts';

/** `Value`: what `read` makes of a row. */
export type ListRequest<Value> = {
  index: Extract<IndexName, 'list' | 'status' | 'lookup' | 'second'>;
  /** The partition of a month and shard; if the list is not bucketed, the same for all. */
  partitionOf: (month: string, shard: number) => string;
  isBucketed: boolean;
  /** Partitions of a month, if the list is bucketed. */
  shards: number;
  /** ISO instants, both included. */
  from: string;
  to: string;
  limit: number;
  /** The sort key of the last row of the previous page. */
  after: string | undefined;
  /** Undefined leaves the row out: it is erased. */
  read: (item: Item) => Value | undefined;
  /** If absent, every row of the partition is wanted, and no more rows are read than the page needs. */
  keeps?: (value: Value) => boolean;
};
export type ListPage<Value> = { items: Value[]; next: string | undefined };

/** Reads for one page before it is returned half full: a filter that few rows fit must not read on and on. */
const MAX_READS = 12;
const ROWS_PER_READ = 100;

export async function listPage<Value>(request: ListRequest<Value>): Promise<ListPage<Value>> {
  const { index, limit, from, after, read, keeps = () => true, isBucketed } = request;
  const { sortKey } = TABLE_SHAPE.indexes[index];
  const items: Value[] = [];
  let last: string | undefined;
  // One row more than wanted shows if there is a next page, and the last row that was read before is read
  // again and left out.
  const rowsPerRead = request.keeps ? ROWS_PER_READ : limit + 2;
  let seen = after;
  // `\uffff` sorts after every id of the same millisecond.
  let upTo = after ?? `${request.to}\uffff`;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    // DynamoDB rejects a range that ends before it begins.
    if (upTo < from) return { items, next: undefined };
    const month = upTo.slice(0, 7);
    const page = await readMonth(request, month, { limit: rowsPerRead, from, to: upTo });
    for (const item of page.items) {
      const position = String(item[sortKey]);
      const value = position === seen ? undefined : read(item);
      seen = position;
      if (value === undefined || !keeps(value)) continue;
      if (items.length === limit) return { items, next: last };
      items.push(value);
      last = position;
    }
    if (page.hasMore) upTo = String(page.items.at(-1)?.[sortKey]);
    else if (!isBucketed || month <= from.slice(0, 7)) return { items, next: undefined };
    else upTo = `${shiftMonth(month, -1)}~`;
  }
  return { items, next: upTo };
}

type Range = { limit: number; from: string; to: string };
type MonthPage = { items: Item[]; hasMore: boolean };
type Source = Pick<ListRequest<unknown>, 'index' | 'partitionOf' | 'isBucketed' | 'shards'>;

/** The newest rows of a month, in order. A page of several shards ends where the first of them has more. */
async function readMonth(
  { index, partitionOf, isBucketed, shards }: Source,
  month: string,
  { limit, ...range }: Range,
): Promise<MonthPage> {
  const { sortKey } = TABLE_SHAPE.indexes[index];
  const count = isBucketed ? shards : 1;
  const pages = await Promise.all(
    Array.from({ length: count }, (_, shard) =>
      queryIndex({ index, partition: partitionOf(month, shard), ...range, limit: rowsOfShard(limit, count) }),
    ),
  );
  const positionOf = (item: Item | undefined) => String(item?.[sortKey]);
  const ends = pages.flatMap(({ items, lastKey }) => (lastKey ? [positionOf(items.at(-1))] : []));
  const end = ends.sort().at(-1);
  const items = pages.flatMap((page) => page.items);
  if (count > 1) items.sort((one, other) => (positionOf(one) < positionOf(other) ? 1 : -1));
  return {
    items: end === undefined ? items : items.filter((item) => positionOf(item) >= end),
    hasMore: end !== undefined,
  };
}

/** Ids spread rows evenly: twice a shard's part is nearly always enough for a page. */
const rowsOfShard = (limit: number, shards: number) =>
  shards === 1 ? limit : Math.min(limit, Math.ceil((2 * limit) / shards) + 2);
