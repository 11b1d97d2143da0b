// Lists newest first: months are walked backwards, each a partition of its index, until the page is full. A
// page costs the same however much the merchant has.
import { shiftMonth } from '#domain/time/month.ts';
import { type IndexName, TABLE_SHAPE } from './keys.ts';
import { type Item, queryIndex } from './table.ts';

/** `Value`: what a row of the list is read into. */
export type ListRequest<Value> = {
  index: Extract<IndexName, 'list' | 'status' | 'lookup' | 'second'>;
  /** The partition of a month; where a list is not bucketed, the same for every month. */
  partitionOf: (month: string) => string;
  isBucketed: boolean;
  /** ISO instants, both included. */
  from: string;
  to: string;
  limit: number;
  /** Sort key of the last row of the page before. */
  after: string | undefined;
  /** Undefined for a row that is erased: it is left out. */
  read: (item: Item) => Value | undefined;
  /** If absent, every row of the partition is wanted, and no more rows are read than the page needs. */
  keeps?: (value: Value) => boolean;
};
export type ListPage<Value> = { items: Value[]; next: string | undefined };

/** Rows read for one page before it is handed over half full: a rare filter must not read for ever. */
const MAX_READS = 12;
const ROWS_PER_READ = 100;

export async function listPage<Value>(request: ListRequest<Value>): Promise<ListPage<Value>> {
  const { index, limit, from, after, read, keeps = () => true, isBucketed } = request;
  const { sortKey } = TABLE_SHAPE.indexes[index];
  const items: Value[] = [];
  let last: string | undefined;
  // `\uffff` ends the instants of one millisecond with any id; `after` is left out of its own page.
  // One row more tells whether there is a next page; the last row of the page before is read again.
  const rowsPerRead = request.keeps ? ROWS_PER_READ : limit + 2;
  let upTo = after ?? `${request.to}\uffff`;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    // A period that ends before it begins: the table would take that for a mistake of ours.
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
