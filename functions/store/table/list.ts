// Lists, newest first. A month is a partition of its index; months are read backwards until the page is full,
// so that the cost of a page does not depend on the number of the merchant's rows. Months without rows are
// passed in growing strides, so that a list of five years without a row is read in six round trips. The
// entries of the index are read first, then the rows of those that are wanted, all at once.
import { SEARCH_SECONDS } from '#domain/limits.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { type Month, shiftMonth } from '#domain/time/month.ts';
import { type IndexName, monthOf, TABLE_SHAPE } from './keys.ts';
import { everyPage, type Item, queryEntries, queryIndex, rowsAt } from './table.ts';

type ListIndex = Extract<IndexName, 'list' | 'status' | 'lookup' | 'second'>;
/** A partition whose rows are sorted by time. */
type ListPartition = { index: ListIndex; partition: string };

/** `Value`: the result of `read`. */
export type ListRequest<Value> = {
  index: ListIndex;
  /** The partition of all rows, or those of a month, which are merged into one list. */
  partition: string | ((month: string) => string | readonly string[]);
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
  /** With `keeps`: rows that are read at most, before the page is full. */
  most?: number;
};
type ListPage<Value> = {
  items: Value[];
  next: string | undefined;
  /** Time or `most` ended before the page was full or the list at its end: `next` is where it stopped. */
  isCut?: true;
};

/** Partitions that are read at the same time where months have no rows. */
const MOST_PARTITIONS = 32;
/** Entries per read of a filtered list. Until the page is full, each read has twice those of the last one. */
const ENTRIES_PER_READ = { first: 100, most: 800 };

const isFiltered = ({ sifts, keeps }: Pick<ListRequest<never>, 'sifts' | 'keeps'>) =>
  sifts !== undefined || keeps !== undefined;

/** Rows that have left their place in the index since it was read are left out. */
export async function listPage<Value>(request: ListRequest<Value>): Promise<ListPage<Value>> {
  const { index, limit, read, keeps, most = Number.POSITIVE_INFINITY } = request;
  const endsAtMs = performance.now() + SEARCH_SECONDS * SECOND_MS;
  const items: Value[] = [];
  let last: string | undefined;
  const waiting: ListEntry[] = [];
  let compared = 0;
  // Without filters an empty page would say that there is nothing: the list goes on to the first row.
  const isOver = () =>
    ((isFiltered(request) || items.length > 0) && performance.now() > endsAtMs) || compared >= most;
  // One row more than wanted shows if there is a next page.
  const full = () => Math.min(limit + 1 - items.length, ENTRIES_PER_READ.most);
  let wanted = Math.min(most, keeps ? 2 * full() : full());
  for await (const { entries, next } of entryPages(request)) {
    waiting.push(...entries);
    const isCut = next !== undefined && isOver();
    while (waiting.length > 0 && (waiting.length >= wanted || isCut || next === undefined)) {
      const some = waiting.splice(0, wanted);
      const rows = await rowsAt(
        index,
        some.map(({ entry }) => entry),
      );
      for (const [at, row] of rows.entries()) {
        const position = some[at]?.position;
        // A row that moves between partitions may be in both for a moment.
        const value = row && position !== last ? read(row) : undefined;
        if (value === undefined || keeps?.(value) === false) continue;
        if (items.length === limit) return { items, next: last };
        items.push(value);
        last = position;
      }
      compared += some.length;
      if (waiting.length > 0 && isOver()) return { items, next: some.at(-1)?.position, isCut: true };
      wanted = keeps
        ? Math.min(2 * wanted, ENTRIES_PER_READ.most, most - compared)
        : limit + 1 - items.length;
    }
    if (isCut || (next !== undefined && compared >= most)) return { items, next, isCut: true };
  }
  return { items, next: undefined };
}

/** The whole list, page by page; the next page is read once this one is consumed. */
export async function* listPages<Value>(
  request: Omit<ListRequest<Value>, 'after' | 'limit'>,
): AsyncGenerator<Value[]> {
  let after: string | undefined;
  do {
    const page = await listPage({ ...request, limit: ENTRIES_PER_READ.first, after });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}

/** The instant (ISO) down to which a list is read that goes on at `next`. */
export const instantAt = (next: string): string =>
  next.endsWith(WHOLE_MONTH) ? `${shiftMonth(monthOf(next), 1)}-01T00:00:00.000Z` : next.slice(0, 24);
/** Behind a month in place of an instant: sorts after all its rows. */
const WHOLE_MONTH = '~';

/** `position`: its sort key. */
type ListEntry = { entry: Item; position: string };
type EntryPage = {
  entries: ListEntry[];
  /** Where the list goes on; undefined at its end. */
  next: string | undefined;
};

async function* entryPages<Value>(request: ListRequest<Value>): AsyncGenerator<EntryPage> {
  const { from, after, sifts = () => true } = request;
  const isOneMonth = typeof request.partition === 'string';
  // The last entry that was read before is read again, and left out.
  let perRead = isFiltered(request) ? ENTRIES_PER_READ.first : request.limit + 2;
  let monthsPerRead = 1;
  let seen = after;
  // `\uffff` sorts after every id of the same millisecond.
  let upTo: string | undefined = after ?? `${request.to}\uffff`;
  // DynamoDB rejects a range that ends before it begins.
  while (upTo !== undefined && upTo >= from) {
    const range = { limit: perRead, from, to: upTo };
    const months: Month[] = isOneMonth
      ? [monthOf(upTo)]
      : monthsBack(monthOf(upTo), monthOf(from), monthsPerRead);
    const all: MonthPage[] = await Promise.all(months.map((month) => readMonth(request, month, range)));
    // Older months come after the rest of one that has more entries.
    const halfRead = all.findIndex(({ hasMore }) => hasMore);
    const entries = (halfRead < 0 ? all : all.slice(0, halfRead + 1)).flatMap((month) => month.entries);
    const fresh = entries.filter(({ entry, position }) => position !== seen && sifts(entry));
    seen = entries.at(-1)?.position ?? seen;
    if (halfRead >= 0) {
      upTo = seen;
      monthsPerRead = 1;
      if (isFiltered(request)) perRead = Math.min(2 * perRead, ENTRIES_PER_READ.most);
    } else {
      const oldest = months.at(-1) ?? monthOf(upTo);
      const isEnd = isOneMonth || oldest <= monthOf(from);
      upTo = isEnd ? undefined : `${shiftMonth(oldest, -1)}${WHOLE_MONTH}`;
      const most = Math.floor(MOST_PARTITIONS / partitionsOf(request, oldest).length);
      monthsPerRead = Math.max(1, Math.min(2 * monthsPerRead, most));
    }
    yield { entries: fresh, next: upTo };
  }
}

/** At most `count` months, the newest first, from one back to another. */
const monthsBack = (newest: Month, oldest: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, at) => shiftMonth(newest, -at)).filter((month) => month >= oldest);

type ListRange = { limit: number; from: string; to: string };
type MonthPage = { entries: ListEntry[]; hasMore: boolean };
type ListPartitions = Pick<ListRequest<unknown>, 'index' | 'partition'>;

const partitionsOf = ({ partition: of }: ListPartitions, month: Month): readonly string[] =>
  typeof of === 'string' ? [of] : [of(month)].flat();

/** The newest entries of a month, in order. The page ends where a partition has others that were not read. */
async function readMonth(source: ListPartitions, month: Month, range: ListRange): Promise<MonthPage> {
  const { index } = source;
  const pages = await Promise.all(
    partitionsOf(source, month).map((partition) => readPartition({ index, partition }, range)),
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

async function readPartition({ index, partition }: ListPartition, range: ListRange): Promise<MonthPage> {
  const { sortKey } = TABLE_SHAPE.indexes[index];
  const { items, lastKey } = await queryEntries({ index, partition, ...range });
  const entries = items.map((entry) => ({ entry, position: String(entry[sortKey]) }));
  return { entries, hasMore: lastKey !== undefined };
}
