// Lists, newest first. A month is a partition of its index; months are read backwards until the page is full,
// so that a page costs the same however many rows the merchant has.
import { shiftMonth } from '#domain/time/month.ts';
import { type IndexName, TABLE_SHAPE } from './keys.ts';
import { type Item, queryIndex } from './table.ts';

/** `Value`: what `read` makes of a row. */
export type ListRequest<Value> = {
  index: Extract<IndexName, 'list' | 'status' | 'lookup' | 'second'>;
  /** The partition of a month; if the list is not bucketed, the same for every month. */
  partitionOf: (month: string) => string;
  isBucketed: boolean;
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
  // `\uffff` sorts after every id of the same millisecond. One row more than wanted shows if there is a next
  // page, and the last row of the previous page is read again and left out.
  const rowsPerRead = request.keeps ? ROWS_PER_READ : limit + 2;
  let upTo = after ?? `${request.to}\uffff`;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    // DynamoDB rejects a range that ends before it begins.
    if (upTo < from) return { items, next: undefined };
    const month = upTo.slice(0, 7);
    const partition = request.partitionOf(month);
    const page = await queryIndex({ index, partition, limit: rowsPerRead, from, to: upTo });
    for (const item of page.items) {
      const position = String(item[sortKey]);
      const value = position === after ? undefined : read(item);
      if (value === undefined || !keeps(value)) continue;
      if (items.length === limit) return { items, next: last };
      items.push(value);
      last = position;
    }
    if (page.lastKey) upTo = String(page.items.at(-1)?.[sortKey]);
    else if (!isBucketed || month <= from.slice(0, 7)) return { items, next: undefined };
    else upTo = `${shiftMonth(month, -1)}~`;
  }
  return { items, next: upTo };
}
