// Events, found by id, by object, listed by time, and in the feed by position. The data of an event is stored
// compressed, so that most rows fit into one kilobyte, the unit that DynamoDB charges.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MODES } from '#domain/api-key.ts';
import { type Event, type EventData, isEventId, isKept } from '#domain/event/event.ts';
import type { EventObjectType, EventType } from '#domain/event/event-type.ts';
import { EVENTS_KEPT_DAYS } from '#domain/limits.ts';
import { bytes, natural, oneOf, optional, text } from '#domain/shape.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { create, replace, type Write } from '../table/commit.ts';
import {
  entityKey,
  eventSort,
  eventsOfObject,
  FEED_BLOCK,
  feedPartition,
  feedSort,
  listPartition,
  monthOf,
  timeSort,
} from '../table/keys.ts';
import { type Kind, listEntry } from '../table/kind.ts';
import { endsAt, newItem, row, type Stored } from '../table/row.ts';
import { getItem, getItems, type Item } from '../table/table.ts';

export type FeedRecord = {
  /** ISO: when the event was recorded, seconds after the change. */
  recordedAt: string;
  /** When the event at the position before was recorded; absent: at the same time. */
  previousAt?: string;
  /** The place in the feed. */
  position: number;
};

/** `packed`: the data, which the object's own row shows too. */
type EventRow = Omit<Event, 'data' | 'type' | 'objectType'> &
  FeedRecord & { type: string; objectType: string; packed: Uint8Array };

const EVENT = /* @__PURE__ */ row<EventRow>('event', () => ({
  id: text,
  merchantId: text,
  // A later version may have further types.
  type: text,
  objectType: text,
  objectId: text,
  sequence: natural,
  ordinal: natural,
  mode: oneOf(MODES),
  createdAt: text,
  recordedAt: text,
  previousAt: optional(text),
  position: natural,
  packed: bytes,
}));

export const eventKind = () =>
  ({
    keys: [entityKey('{m}', 'EVENT', '{id}')],
    readBy: 'merchant, delivery',
    indexes: {
      list: [listEntry('EVENT')],
      lookup: [[eventsOfObject('{m}', '{object}'), '{sequence}#{ordinal}']],
      second: [[feedPartition('{m}', '{block}'), '{position}']],
    },
    grants: { event: 'events, and the tries to deliver them' },
    events: 'nothing: it is an event',
    read: readEvent,
  }) satisfies Kind;

export type EventItem = Stored & Event & FeedRecord;

export function readEvent(item: Item): EventItem {
  const { packed, type, objectType, ...event } = EVENT.read(item);
  const data = JSON.parse(inflateRawSync(packed).toString('utf8')) as EventData;
  return { ...event, type: type as EventType, objectType: objectType as EventObjectType, data };
}

const keyOf = (merchantId: string, id: string) => entityKey(merchantId, 'EVENT', id);

/** The merchant's event, to be shown or sent; undefined if it is not kept any more, or not found. */
export async function loadKeptEvent(
  merchantId: string,
  id: string,
  now: Date,
): Promise<EventItem | undefined> {
  const event = await loadEvent(merchantId, id);
  return event && isKept(event, now.getTime()) ? event : undefined;
}

/** The same, also after it is no longer kept. Undefined if there is none, or if `id` is malformed. */
export async function loadEvent(merchantId: string, id: string): Promise<EventItem | undefined> {
  if (!isEventId(id)) return undefined;
  const item = await getItem(keyOf(merchantId, id));
  return item && readEvent(item);
}

/** The ids of those events that are recorded already. */
export async function recordedEvents(merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  const items = await getItems(ids.map((id) => keyOf(merchantId, id)));
  return new Set(ids.filter((_, at) => items[at] !== undefined));
}

const packed = (data: EventData) => new Uint8Array(deflateRawSync(Buffer.from(JSON.stringify(data))));

/** A day longer than promised. Counted from the recording, so that a feed loses its oldest events first. */
const KEPT_MS = (EVENTS_KEPT_DAYS + 1) * DAY_MS;

function itemOf(event: Event & FeedRecord, version: number): Item {
  const { merchantId, id, createdAt, objectId, sequence, ordinal, position, recordedAt, data } = event;
  const attributes = {
    ...EVENT.attributes({ ...event, packed: packed(data) }),
    listPk: listPartition(merchantId, 'EVENT', monthOf(createdAt)),
    listSk: timeSort(createdAt, id),
    lookupPk: eventsOfObject(merchantId, objectId),
    lookupSk: eventSort(sequence, ordinal),
    secondPk: feedPartition(merchantId, Math.floor(position / FEED_BLOCK)),
    secondSk: feedSort(position),
    ...endsAt(Date.parse(recordedAt) + KEPT_MS),
  };
  return newItem(keyOf(merchantId, id), attributes, version);
}

/** A conflict if the event was recorded before. */
export const writeEvent = (event: Event, recorded: FeedRecord): Write =>
  create('event', itemOf({ ...event, ...recorded }, 1));

/** Replaces the whole row, so that nothing of the former data stays. A conflict if the event was changed. */
export const writeErasedEvent = (event: EventItem, data: EventData): Write =>
  replace('event', event, itemOf({ ...event, data }, event.version + 1));
