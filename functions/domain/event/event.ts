// An event: one change of an object that a merchant can read. Its id follows from the change alone, so a
// change that is read twice gives the same event. In a restored table objects change again under numbers that
// other changes had: the name of the table keeps their events apart.

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Mode } from '../api-key.ts';
import { EVENTS_KEPT_DAYS } from '../limits.ts';
import { DAY_MS } from '../time/duration.ts';
import type { EventObjectType, EventType } from './event-type.ts';

export type ShownObject = Readonly<Record<string, unknown>>;
export type EventData = {
  /** The object as its GET shows it after the change. */
  object: ShownObject;
  /** The fields of the object that the change altered, as they were before. */
  previous: ShownObject;
  /** For a charge: the attempt, as the list of attempts shows it. */
  attempt?: ShownObject;
  /** For an announced charge: the coming charge, as the preview of a plan shows it. */
  charge?: ShownObject;
};

export type Event = {
  id: string;
  merchantId: string;
  type: EventType;
  objectType: EventObjectType;
  objectId: string;
  /**
   * The version of the object's row after the change, or at its announcement. It rises with each change and
   * may have gaps.
   */
  sequence: number;
  /** The position among the events of one change. */
  ordinal: number;
  mode: Mode;
  /** The time of the change (ISO). */
  createdAt: string;
  data: EventData;
};

/** `table`: its name, which the replicas of a table share, and a restored table has of its own. */
export const eventId = (
  { objectId, sequence, type }: Pick<Event, 'objectId' | 'sequence' | 'type'>,
  table: string,
) => idOf([objectId, sequence, type, table]);

/** `of` identifies the announcement, such as a due date, so a change of the object causes no second one. */
export const announcementId = ({ objectId, type }: Pick<Event, 'objectId' | 'type'>, of: string) =>
  idOf([objectId, of, type]);

const DIGEST_BYTES = 16;
type Occasion = [objectId: string, occasion: number | string, type: EventType, table?: string];
function idOf(parts: Readonly<Occasion>): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return `evt_${digest.subarray(0, DIGEST_BYTES).toString('base64url')}`;
}

export const EVENT_ID = /^evt_[A-Za-z0-9_-]{22}$/;
export const isEventId = (text: string) => EVENT_ID.test(text);

/** Events before this instant (ISO) are neither shown nor sent. */
export const keptSince = (nowMs: number): string => new Date(nowMs - EVENTS_KEPT_DAYS * DAY_MS).toISOString();
export const isKept = ({ createdAt }: Pick<Event, 'createdAt'>, nowMs: number): boolean =>
  createdAt >= keptSince(nowMs);

/** Returns the earlier values of the fields that the change altered; {} for a new object. */
export function previousOf(object: ShownObject, before: ShownObject | undefined): ShownObject {
  if (before === undefined) return {};
  const names = new Set([...Object.keys(before), ...Object.keys(object)]);
  // DynamoDB keeps no order of the names in a map.
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], object[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
}

/** Most bytes of `data`. The body of a call stays below 20 KB, of which the envelope takes the rest. */
const MOST_DATA_BYTES = 19_000;
const CUT = 'left out: too long';

/** Shortens an event that is too long: drops the earlier values first, then the longest fields. */
export function fittingData(data: EventData): EventData {
  const isFitting = (one: EventData) => Buffer.byteLength(JSON.stringify(one)) <= MOST_DATA_BYTES;
  if (isFitting(data)) return data;
  let { object } = data;
  const names = Object.keys(data.previous).map((name) => [name, CUT] as const);
  const rest = { ...data, previous: Object.fromEntries(names) };
  const lengthOf = (name: string) => JSON.stringify(object[name] ?? null).length;
  const longest = Object.keys(object).sort((one, other) => lengthOf(other) - lengthOf(one));
  for (const name of longest) {
    if (isFitting({ ...rest, object })) break;
    object = { ...object, [name]: CUT };
  }
  return { ...rest, object };
}
