// Reads the feed of a merchant, oldest first. Its index is eventually consistent, so a reader stops before a
// gap: the next call will find the missing events. Gaps at the beginning are removed events that have
// expired, among expired ones that are not removed yet.
import { keptSince } from '#domain/event/event.ts';
import { object, optional, text } from '#domain/shape.ts';
import { FEED_BLOCK, feedPartition, feedSort } from '../table/keys.ts';
import { type Item, queryEntries, rowsAt } from '../table/table.ts';
import { type EventItem, readEvent } from './event.ts';
import { loadFeedHead } from './feed.ts';

/** Where a reader stands: behind an event, or since when (milliseconds) it has waited for its first one. */
export type FeedPlace = { position: number } | { waitingSinceMs: number };

type FeedPage = {
  items: EventItem[];
  place: FeedPlace;
  /** Events expired before they were read: the place is before the oldest kept events. */
  isLate: boolean;
};
type FeedRequest = {
  merchantId: string;
  /** Undefined: a new reader. */
  place: FeedPlace | undefined;
  limit: number;
  /** ISO: where a new reader starts; absent: at the oldest event. */
  from: string | undefined;
  now: Date;
  keeps: (event: EventItem) => boolean;
};

/** Most reads for one page. After them the page is returned half full, if few events pass the filter. */
const MAX_READS = 6;
const ROWS_PER_READ = 100;

export async function readFeed(request: FeedRequest): Promise<FeedPage> {
  const { merchantId, from, limit, now, keeps } = request;
  const oldest = keptSince(now.getTime());
  const begun = request.place ?? { waitingSinceMs: now.getTime() };
  const reader: FeedReader = { merchantId, oldest, begun, position: positionOf(begun) };
  // A reader that may be late begins before what has expired, to see it.
  const mayBeLate =
    reader.position > 0 || (from !== undefined && from < oldest && readableFrom(begun) < oldest);
  if (from !== undefined && !mayBeLate) {
    reader.position = await startAt(merchantId, clocksBefore(later(from, oldest)));
  }
  const items: EventItem[] = [];
  for (let reads = 0; reads < MAX_READS && items.length < limit; reads += 1) {
    const { events, isLate } = await readOn(reader);
    if (isLate) return await pastExpired(reader);
    if (events.length === 0) break;
    while (events.length > 0 && items.length < limit) {
      const some = events.splice(0, items.length === 0 ? limit : ROWS_PER_READ);
      const rows = await rowsAt(
        'second',
        some.map(({ entry }) => entry),
      );
      for (const [at, { position }] of some.entries()) {
        if (items.length === limit) break;
        const row = rows[at];
        reader.position = position;
        // An event without a row has expired since.
        const event = row && readEvent(row);
        if (event && keeps(event)) items.push(event);
      }
    }
  }
  return { items, place: reader.position > 0 ? { position: reader.position } : begun, isLate: false };
}

/** The page of a reader that is late: it goes on with the oldest kept events. */
async function pastExpired({ merchantId, oldest }: FeedReader): Promise<FeedPage> {
  const position = await startAt(merchantId, oldest);
  const [first] = await eventsAfter(merchantId, position);
  const isNext = first !== undefined && (first.previousAt ?? first.recordedAt) < oldest;
  return { items: [], place: { position: isNext ? first.position - 1 : position }, isLate: true };
}

/** `oldest`: events that were recorded before this instant have expired. `begun`: where this page begins. */
type FeedReader = { merchantId: string; oldest: string; begun: FeedPlace; position: number };

const positionOf = (place: FeedPlace): number => ('position' in place ? place.position : 0);

/** The instant (ISO) from which on a reader could have read the events behind its place. */
const readableFrom = (place: FeedPlace): string =>
  'position' in place ? '' : keptSince(place.waitingSinceMs);

/** The last instant at which an event was recorded that was not read and has expired. */
function lastExpired({ begun, oldest }: FeedReader, entries: readonly FeedEntry[]): string | undefined {
  const instants = entries.flatMap(({ position, recordedAt, previousAt = recordedAt }) =>
    position - 1 > positionOf(begun) ? [recordedAt, previousAt] : [recordedAt],
  );
  return instants
    .filter((instant) => instant < oldest)
    .sort()
    .at(-1);
}

const blockOf = (position: number) => Math.floor(position / FEED_BLOCK);

/** An event as the index shows it. */
type FeedEntry = { entry: Item; position: number; recordedAt: string; previousAt?: string };

const RECORDED = /* @__PURE__ */ object({ recordedAt: text, previousAt: optional(text) });

/** The events after the position, until the first gap. The position moves past a page that has expired. */
async function readOn(reader: FeedReader): Promise<{ events: FeedEntry[]; isLate: boolean }> {
  const { merchantId, begun, oldest } = reader;
  let all = await eventsAfter(merchantId, reader.position);
  let expired = lastExpired(reader, all);
  if (all.length === ROWS_PER_READ && all.every(({ recordedAt }) => recordedAt < oldest)) {
    reader.position = await startAt(merchantId, oldest);
    all = await eventsAfter(merchantId, reader.position);
    expired = lastExpired(reader, all) ?? expired;
  }
  const isLate = expired !== undefined && expired >= readableFrom(begun);
  const events: FeedEntry[] = [];
  let expected = reader.position + 1;
  for (const event of all) {
    // Missing events have expired if the event at the position before this one has expired.
    const hasExpired = (event.previousAt ?? event.recordedAt) < oldest;
    if (event.position !== expected && !hasExpired) break;
    events.push(event);
    expected = event.position + 1;
  }
  return { events, isLate };
}

async function eventsAfter(merchantId: string, position: number): Promise<FeedEntry[]> {
  const events = await eventsFrom(merchantId, position + 1);
  return events.length > 0 ? events : await eventsOfLaterBlock(merchantId, position + 1);
}

async function eventsFrom(merchantId: string, position: number, limit = ROWS_PER_READ): Promise<FeedEntry[]> {
  const page = await queryEntries({
    index: 'second',
    partition: feedPartition(merchantId, blockOf(position)),
    from: feedSort(position),
    limit,
    newestFirst: false,
  });
  return page.items.map((entry) => ({
    entry,
    position: Number(entry['secondSk']),
    ...RECORDED.read(entry, 'event'),
  }));
}

/** The first events of a later block: the rest of this one has expired, or the feed is in a later one. */
async function eventsOfLaterBlock(merchantId: string, first: number): Promise<FeedEntry[]> {
  const head = await loadFeedHead(merchantId);
  const last = blockOf((head?.next ?? 1) - 1);
  let [low, high] = [blockOf(first) + 1, last];
  if (low > high) return [];
  // Blocks expire in order, so that those with events are the last ones.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const hasEvents = (await eventsFrom(merchantId, middle * FEED_BLOCK, 1)).length > 0;
    if (hasEvents) high = middle;
    else low = middle + 1;
  }
  return await eventsFrom(merchantId, low * FEED_BLOCK);
}

/** The clocks of the workers that record events differ by less. */
const CLOCKS_DIFFER_MS = 60_000;
const clocksBefore = (instant: string) => new Date(Date.parse(instant) - CLOCKS_DIFFER_MS).toISOString();
const later = (one: string, other: string) => (one < other ? other : one);

/** The position before the first event that was recorded at `since` or later. */
async function startAt(merchantId: string, since: string): Promise<number> {
  const head = await loadFeedHead(merchantId);
  if (head === undefined) return 0;
  let [low, high] = [1, head.next];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await eventsFrom(merchantId, middle, 1);
    if (event === undefined ? await isBeforeEvents(merchantId, middle) : event.recordedAt < since) {
      low = (event?.position ?? middle) + 1;
    } else high = middle;
  }
  return low - 1;
}

/** For a position without events in the rest of its block: they have expired if a later block has events. */
const isBeforeEvents = async (merchantId: string, position: number): Promise<boolean> =>
  (await eventsOfLaterBlock(merchantId, position)).length > 0;
