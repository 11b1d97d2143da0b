// Lists, newest first. A month is a partition of its index; months are read backwards until the page is full,
// so that the cost of a page does not depend on the number of the merchant's rows. The entries of the index
// are read first, then the rows of those that are wanted, all at once.
import { shiftMonth } from '#domain/time/month.ts';
import { type IndexName, TABLE_SHAPE } from './keys.ts';
import { everyPage, type Item, queryEntries, queryIndex, rowsAt } from './table.ts';

type ListIndex = Extract<IndexName, 'list' | 'status' | 'lookup' | 'second'>;
/** A partition whose rows are sorted by time. */
type ListPartition = { index: ListIndex; partition: string };

/** `Value`: the result of `read`. */
export type ListRequest<Value> = {
  index: ListIndex;
  /** The partition of all rows, or those of a month and shard, which are merged into one list. */
  partition: string | ((month: string, shard: number) => string | readonly string[]);
  /** Shards of a month. */
  shards: number;
  /** ISO instants, both included. */
  from: string;
  to: string;
  limit: number;
  /** The sort key of the last row of the previous page. */
  after: string | undefined;
  /** Returns undefined for an erased row, which is left out. */
  read: (item: Item) => Value | undefined;
  /** A filter by what the index holds of a row: only the rows of these entries are read. */
  sifts?: (entry: Item) => boolean;
  /** A filter by the rows. */
  keeps?: (value: Value) => boolean;
};
export type ListPage<Value> = { items: Value[]; next: string | undefined };

/** Most reads for one page. After them the page is returned half full, if few rows pass the filter. */
const MAX_READS = 12;
/** The same of rows that only the filter by the rows can judge. */
const MOST_ROWS = 1_000;
/** Entries per read of a filtered list. Until the page is full, each read has twice those of the last one. */
const ENTRIES_PER_READ = { first: 100, most: 800 };

/** Rows that have left their place in the index since it was read are left out. */
export async function listPage<Value>(request: ListRequest<Value>): Promise<ListPage<Value>> {
  const { index, limit, read, keeps } = request;
  const items: Value[] = [];
  let last: string | undefined;
  const waiting: Entry[] = [];
  // One row more than wanted shows if there is a next page.
  let wanted = keeps ? 2 * (limit + 1) : limit + 1;
  let rowsLeft = MOST_ROWS;
  for await (const { entries, isLast, next } of entryPages(request)) {
    waiting.push(...entries);
    while (waiting.length >= wanted || (isLast && waiting.length > 0)) {
      const some = waiting.splice(0, Math.min(wanted, rowsLeft));
      const rows = await rowsAt(
        index,
        some.map(({ entry }) => entry),
      );
      for (const [at, row] of rows.entries()) {
        const position = some[at]?.position;
        // A row that moves between shards may be in both for a moment.
        const value = row && position !== last ? read(row) : undefined;
        if (value === undefined || keeps?.(value) === false) continue;
        if (items.length === limit) return { items, next: last };
        items.push(value);
        last = position;
      }
      rowsLeft -= some.length;
      if (rowsLeft === 0) return { items, next: some.at(-1)?.position };
      wanted = keeps ? 2 * wanted : limit + 1 - items.length;
    }
    if (isLast) return { items, next };
  }
  return { items, next: undefined };
}

/** `position`: its sort key. */
type Entry = { entry: Item; position: string };
type EntryPage = {
  entries: Entry[];
  isLast: boolean;
  /** Where the next page of the list begins, if this is the last one of this request. */
  next: string | undefined;
};

async function* entryPages<Value>(request: ListRequest<Value>): AsyncGenerator<EntryPage> {
  const { from, after, sifts = () => true } = request;
  const isFiltered = request.sifts !== undefined || request.keeps !== undefined;
  // The last entry that was read before is read again, and left out.
  let perRead = isFiltered ? ENTRIES_PER_READ.first : request.limit + 2;
  let seen = after;
  // `\uffff` sorts after every id of the same millisecond.
  let upTo = after ?? `${request.to}\uffff`;
  // DynamoDB rejects a range that ends before it begins.
  for (let reads = 1; upTo >= from; reads += 1) {
    const month = upTo.slice(0, 7);
    const { entries, hasMore } = await readMonth(request, month, { limit: perRead, from, to: upTo });
    const fresh = entries.filter(({ entry, position }) => position !== seen && sifts(entry));
    seen = entries.at(-1)?.position ?? seen;
    if (hasMore && isFiltered) perRead = Math.min(2 * perRead, ENTRIES_PER_READ.most);
    const isEnd = !hasMore && (typeof request.partition === 'string' || month <= from.slice(0, 7));
    upTo = hasMore ? String(entries.at(-1)?.position) : `${shiftMonth(month, -1)}~`;
    yield { entries: fresh, isLast: isEnd || reads === MAX_READS, next: isEnd ? undefined : upTo };
  }
  yield { entries: [], isLast: true, next: undefined };
}

type Range = { limit: number; from: string; to: string };
type MonthPage = { entries: Entry[]; hasMore: boolean };
type Source = Pick<ListRequest<unknown>, 'index' | 'partition' | 'shards'>;

/** The newest entries of a month, in order. The page ends where a partition has others that were not read. */
async function readMonth(source: Source, month: string, { limit, ...range }: Range): Promise<MonthPage> {
  const { index, partition: of } = source;
  const shards = typeof of === 'string' ? 1 : source.shards;
  const partitions =
    typeof of === 'string' ? [of] : Array.from({ length: shards }, (_, shard) => of(month, shard)).flat();
  const pages = await Promise.all(
    partitions.map((partition) =>
      readPartition({ index, partition }, { ...range, limit: entriesOfShard(limit, shards) }),
    ),
  );
  const end = pages
    .flatMap(({ entries, hasMore }) => (hasMore ? [String(entries.at(-1)?.position)] : []))
    .sort()
    .at(-1);
  const entries = pages.flatMap((page) => page.entries);
  if (pages.length > 1) entries.sort((one, other) => (one.position < other.position ? 1 : -1));
  return {
    entries: end === undefined ? entries : entries.filter(({ position }) => position >= end),
    hasMore: end !== undefined,
  };
}

/** All rows of a partition that is small by its nature, such as one customer's. */
export async function readWhole({ index, partition }: ListPartition): Promise<Item[]> {
  const pages = everyPage(queryIndex, { index, partition, limit: ENTRIES_PER_READ.first });
  return (await Array.fromAsync(pages)).flat();
}

async function readPartition({ index, partition }: ListPartition, range: Range): Promise<MonthPage> {
  const { sortKey } = TABLE_SHAPE.indexes[index];
  const { items, lastKey } = await queryEntries({ index, partition, ...range });
  const entries = items.map((entry) => ({ entry, position: String(entry[sortKey]) }));
  return { entries, hasMore: lastKey !== undefined };
}

/** Ids spread rows evenly: twice a shard's part is nearly always enough for a page. */
const entriesOfShard = (limit: number, shards: number) =>
  shards === 1 ? limit : Math.min(limit, Math.ceil((2 * limit) / shards) + 2);
