// GET /api/event: a merchant's events, newest first. With `order=oldest` it is the feed, which a reader can
// follow by its cursors without missing an event. Expired events, whose rows may still exist, are left out.
import { showEvent } from '#contract/event/event.ts';
import { fields, oneOf, optional, text, withDefault } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { inOrder, windowFields } from '#contract/field/window.ts';
import { isKept, keptSince } from '#domain/event/event.ts';
import { EVENT_TYPE_NAMES } from '#domain/event/event-type.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Caller } from '#http/caller.ts';
import { isReadable, partialReader } from '#http/event-rights.ts';
import { equal, type Filters, filtersOf, judgeOf, listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { type EventItem, readEvent } from '#store/event/event.ts';
import { type FeedPlace, readFeed } from '#store/event/feed-reader.ts';
import { readCursor, writeCursor } from '#store/table/cursor.ts';
import { EVENT_SORTS, eventsOfObject, listPartition } from '#store/table/keys.ts';
import { listPage } from '#store/table/list.ts';

const LISTED = { tr: 'Olaylar.', en: 'The events.' };

type EventFilters = {
  type?: string | undefined;
  objectId?: string | undefined;
  /** The scopes of a key that may not read every event. */
  reader?: readonly string[] | undefined;
};
type EventQuery = EventFilters & {
  limit: number;
  cursor: string | undefined;
  startMs: number | undefined;
  endMs: number | undefined;
};
type EventPage = Awaited<ReturnType<typeof listRows<EventItem>>>;

export const handler = readEndpoint(
  {
    scope: 'events:read',
    query: ({ timeZone }) =>
      inOrder(
        fields({
          type: optional(oneOf(EVENT_TYPE_NAMES)),
          objectId: optional(text(1, 64)),
          order: withDefault(oneOf(['newest', 'oldest']), 'newest'),
          ...windowFields(timeZone),
          ...listQuery(),
        }),
      ),
  },
  async ({ caller, query, now }) => {
    const { order, startDate: startMs, endDate: endMs, type, objectId, limit, cursor } = query;
    const reader = partialReader(caller);
    const asked = { type, objectId, reader, limit, cursor, startMs, endMs };
    const page = order === 'oldest' ? await feed(caller, asked, now) : await newest(caller, asked, now);
    return { message: LISTED, data: { items: page.items.map(showEvent), ...page.told } };
  },
);

const FILTERS: Filters<EventItem, EventFilters> = {
  ...equal('type', 'objectId'),
  reader: ({ type }, scopes) => isReadable(type, scopes),
};

async function newest(caller: Caller, query: EventQuery, now: Date): Promise<EventPage> {
  const { merchantId } = caller;
  const { type, objectId, reader, ...window } = query;
  if (objectId !== undefined) return await ofObject(caller, objectId, query, now);
  const startMs = Math.max(query.startMs ?? 0, Date.parse(keptSince(now.getTime())));
  const filters = { type, reader, ...windowOf(query) };
  const call = { ...window, startMs, caller, now, name: 'event', filters };
  const partition = (month: string) => listPartition(merchantId, 'EVENT', month);
  const plan = { index: 'list', partition, read: readEvent } as const;
  const sifted = { index: plan.index, answered: ['objectId'], notHeld: [] } as const;
  return await listRows(call, { ...plan, ...filtersOf(FILTERS, { type, reader }, sifted) });
}

/** The events of one object in the order of its changes, the last first. */
async function ofObject(
  { merchantId, digestKey }: Caller,
  objectId: string,
  query: EventQuery,
  now: Date,
): Promise<EventPage> {
  const { type, reader, limit, cursor } = query;
  const filters = { type, objectId, reader, ...windowOf(query) };
  const owner = { digestKey, list: JSON.stringify(['event-object', filters]) };
  const page = await listPage({
    index: 'lookup',
    limit,
    read: readEvent,
    ...EVENT_SORTS,
    partition: eventsOfObject(merchantId, objectId),
    after: cursor === undefined ? undefined : readCursor(cursor, owner),
    keeps: keptBy(query, now),
  });
  return {
    items: page.items,
    told: { nextCursor: page.next === undefined ? null : writeCursor(page.next, owner) },
  };
}

/**
 * Reads the feed. The cursor of the last page returns later events when there are any. Throws CURSOR_INVALID,
 * CURSOR_EXPIRED.
 */
async function feed(caller: Caller, query: EventQuery, now: Date): Promise<EventPage> {
  const { merchantId, digestKey } = caller;
  const { type, objectId, reader, limit, cursor, startMs } = query;
  const filters = { type, objectId, reader, ...windowOf(query) };
  const owner = { digestKey, list: JSON.stringify(['event-feed', filters]) };
  const from = startMs === undefined ? undefined : new Date(startMs).toISOString();
  const { items, place, isLate } = await readFeed({
    merchantId,
    limit,
    from,
    now,
    place: cursor === undefined ? undefined : placeIn(readCursor(cursor, owner)),
    keeps: keptBy(query, now),
  });
  const next = writeCursor(placeText(place), owner);
  if (isLate) {
    throw new Rejection('CURSOR_EXPIRED', { keptSince: keptSince(now.getTime()), nextCursor: next });
  }
  return { items, told: { nextCursor: next } };
}

/** In a cursor: `@` and an instant of a reader that waits for its first event, or a position. */
const placeText = (place: FeedPlace): string =>
  'position' in place ? String(place.position) : `@${place.waitingSinceMs}`;
const placeIn = (text: string): FeedPlace =>
  text.startsWith('@') ? { waitingSinceMs: Number(text.slice(1)) } : { position: Number(text) };

const windowOf = ({ startMs, endMs }: Pick<EventQuery, 'startMs' | 'endMs'>) => ({ startMs, endMs });

function keptBy(query: EventQuery, now: Date): (event: EventItem) => boolean {
  const { type, objectId, reader, startMs, endMs } = query;
  const keeps = judgeOf(FILTERS, { type, objectId, reader }) ?? (() => true);
  const isInside = ({ createdAt }: EventItem) => {
    const atMs = Date.parse(createdAt);
    return atMs >= (startMs ?? atMs) && atMs <= (endMs ?? atMs);
  };
  return (event) => isKept(event, now.getTime()) && isInside(event) && keeps(event);
}
