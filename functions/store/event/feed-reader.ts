// Reads the feed of a merchant, oldest first. Its index is eventually consistent, so a reader stops before a
// gap: the next call will find the missing events. Gaps at the beginning are removed events that have
// expired, among expired ones that are not removed yet.
import { keptSince } from '#domain/event/event.ts';
import { object, optional, text } from '#domain/shape.ts';
import { FEED_BLOCK, feedPartition, feedSort } from '../table/keys.ts';
import { type Item, queryEntries, rowsAt } from '../table/table.ts';
import { type EventItem, readEvent } from './event.ts';
import { loadFeedHead } from './feed.ts';

type FeedPage = {
  items: EventItem[];
  /**
   * For each shard, the position of the last event that was read. If none was: the negative instant in
   * milliseconds since which none is, or 0 in a cursor of the previous version.
   */
  positions: number[];
  /** Events expired before they were read: the positions are those before the oldest kept events. */
  isLate: boolean;
};
type FeedRequest = {
  merchantId: string;
  /** See `FeedPage`; further shards begin now. */
  positions: readonly number[];
  shards: number;
  limit: number;
  /** ISO: the start in a shard that was not read before; absent: its oldest event. */
  from: string | undefined;
  now: Date;
  keeps: (event: EventItem) => boolean;
};

/** Most reads for one page. After them the page is returned half full, if few events pass the filter. */
const MAX_READS = 6;
const ROWS_PER_READ = 100;

export async function readFeed(request: FeedRequest): Promise<FeedPage> {
  const { merchantId, shards, limit, now, keeps } = request;
  const oldest = keptSince(now.getTime());
  const feeds = await Promise.all(
    Array.from({ length: shards }, async (_, shard): Promise<ShardPlace> => {
      const known = request.positions[shard] ?? -now.getTime();
      const place = { merchantId, shard, oldest, known, position: Math.max(known, 0), isLate: false };
      const { from } = request;
      // A reader that may be late begins before what has expired, to see it.
      if (known > 0 || from === undefined || (from < oldest && readableFrom(known) < oldest)) return place;
      return { ...place, position: await startAt(merchantId, shard, clocksBefore(later(from, oldest))) };
    }),
  );
  const items: EventItem[] = [];
  for (let reads = 0; reads < MAX_READS && items.length < limit; reads += 1) {
    const places = merged(await Promise.all(feeds.map((feed) => readShard(feed))));
    if (feeds.some(({ isLate }) => isLate)) return await pastExpired(feeds);
    if (places.length === 0) break;
    while (places.length > 0 && items.length < limit) {
      const some = places.splice(0, items.length === 0 ? limit : ROWS_PER_READ);
      const rows = await rowsAt(
        'second',
        some.map(({ entry }) => entry),
      );
      for (const [at, { shard, position }] of some.entries()) {
        if (items.length === limit) break;
        const [feed, row] = [feeds[shard], rows[at]];
        if (feed) feed.position = position;
        // An event without a row has expired since.
        const event = row && readEvent(row);
        if (event && keeps(event)) items.push(event);
      }
    }
  }
  return { items, positions: feeds.map((feed) => feed.position || feed.known), isLate: false };
}

/** The page of a reader that is late in some shards: it goes on with the oldest kept events of these. */
async function pastExpired(feeds: readonly ShardPlace[]): Promise<FeedPage> {
  const positions = feeds.map(async ({ isLate, ...feed }) => {
    if (!isLate) return feed.known;
    const position = await startAt(feed.merchantId, feed.shard, feed.oldest);
    const [first] = await eventsAfter({ ...feed, position });
    const isNext = first !== undefined && (first.previousAt ?? first.recordedAt) < feed.oldest;
    return isNext ? first.position - 1 : position;
  });
  return { items: [], positions: await Promise.all(positions), isLate: true };
}

/** `oldest`: events that were recorded before this instant have expired. `known`: see `FeedPage`. */
type ShardPlace = {
  merchantId: string;
  shard: number;
  position: number;
  oldest: string;
  known: number;
  isLate: boolean;
};

/** The instant (ISO) from which on a reader could have read the events behind its position. */
function readableFrom(known: number): string {
  if (known === 0) return NEVER;
  return known > 0 ? '' : keptSince(-known);
}
const NEVER = '~';

/** The last instant at which an event was recorded that was not read and has expired. */
function lastExpired({ known, oldest }: ShardPlace, rows: readonly Placed[]): string | undefined {
  const instants = rows.flatMap(({ position, recordedAt, previousAt = recordedAt }) =>
    position - 1 > known && position > 1 ? [recordedAt, previousAt] : [recordedAt],
  );
  return instants
    .filter((instant) => instant < oldest)
    .sort()
    .at(-1);
}

const blockOf = (position: number) => Math.floor(position / FEED_BLOCK);

/** An event as the index shows it. */
type Placed = { entry: Item; shard: number; position: number; recordedAt: string; previousAt?: string };

const RECORDED = /* @__PURE__ */ object({ recordedAt: text, previousAt: optional(text) });

/** Events of several shards are ordered by their recording, events of one shard by position. */
function merged(shards: Placed[][]): Placed[] {
  const all: Placed[] = [];
  for (;;) {
    const [next] = shards
      .flatMap(([first]) => first ?? [])
      .sort((one, other) => (one.recordedAt < other.recordedAt ? -1 : 1));
    if (next === undefined) return all;
    shards[next.shard]?.shift();
    all.push(next);
  }
}

/** The events after the position, until the first gap. The position moves past a page that has expired. */
async function readShard(place: ShardPlace): Promise<Placed[]> {
  const { merchantId, shard, known, oldest } = place;
  let all = await eventsAfter(place);
  let expired = lastExpired(place, all);
  if (all.length === ROWS_PER_READ && all.every(({ recordedAt }) => recordedAt < oldest)) {
    place.position = await startAt(merchantId, shard, oldest);
    all = await eventsAfter(place);
    expired = lastExpired(place, all) ?? expired;
  }
  place.isLate = expired !== undefined && expired >= readableFrom(known);
  const events: Placed[] = [];
  let expected = place.position + 1;
  for (const event of all) {
    // Missing events have expired if the event at the position before this one has expired.
    const hasExpired = (event.previousAt ?? event.recordedAt) < oldest;
    if (event.position !== expected && !hasExpired) break;
    events.push(event);
    expected = event.position + 1;
  }
  return events;
}

async function eventsAfter({ merchantId, shard, position }: Omit<ShardPlace, 'isLate'>): Promise<Placed[]> {
  const events = await eventsFrom(merchantId, shard, position + 1);
  return events.length > 0 ? events : await eventsOfLaterBlock(merchantId, shard, position + 1);
}

async function eventsFrom(
  merchantId: string,
  shard: number,
  position: number,
  limit = ROWS_PER_READ,
): Promise<Placed[]> {
  const page = await queryEntries({
    index: 'second',
    partition: feedPartition(merchantId, shard, blockOf(position)),
    from: feedSort(position),
    limit,
    newestFirst: false,
  });
  return page.items.map((entry) => ({
    entry,
    shard,
    position: Number(entry['secondSk']),
    ...RECORDED.read(entry, 'event'),
  }));
}

/** The first events of a later block: the rest of this one has expired, or the feed is in a later one. */
async function eventsOfLaterBlock(merchantId: string, shard: number, first: number): Promise<Placed[]> {
  const head = await loadFeedHead(merchantId, shard);
  const last = blockOf((head?.next ?? 1) - 1);
  let [low, high] = [blockOf(first) + 1, last];
  if (low > high) return [];
  // Blocks expire in order, so that those with events are the last ones.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const hasEvents = (await eventsFrom(merchantId, shard, middle * FEED_BLOCK, 1)).length > 0;
    if (hasEvents) high = middle;
    else low = middle + 1;
  }
  return await eventsFrom(merchantId, shard, low * FEED_BLOCK);
}

/** The clocks of the workers that record events differ by less. */
const CLOCKS_DIFFER_MS = 60_000;
const clocksBefore = (instant: string) => new Date(Date.parse(instant) - CLOCKS_DIFFER_MS).toISOString();
const later = (one: string, other: string) => (one < other ? other : one);

/** The position before the first event that was recorded at `since` or later. */
async function startAt(merchantId: string, shard: number, since: string): Promise<number> {
  const head = await loadFeedHead(merchantId, shard);
  if (head === undefined) return 0;
  let [low, high] = [1, head.next];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await eventsFrom(merchantId, shard, middle, 1);
    if (event === undefined ? await isBeforeEvents(merchantId, shard, middle) : event.recordedAt < since) {
      low = (event?.position ?? middle) + 1;
    } else high = middle;
  }
  return low - 1;
}

/** For a position without events in the rest of its block: they have expired if a later block has events. */
const isBeforeEvents = async (merchantId: string, shard: number, position: number): Promise<boolean> =>
  (await eventsOfLaterBlock(merchantId, shard, position)).length > 0;
