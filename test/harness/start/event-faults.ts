// Compares every change of the table with the events that are due for it, and the last event of each object
// with its GET.

import { isDeepStrictEqual } from 'node:util';
import { type Event, eventId } from '#domain/event/event.ts';
import { cardTestingKey, installmentTableKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';
import { tableName } from '#store/table/table.ts';
import { drawEvents, recordedEvents } from './drawn-events.ts';
import { type Due, dueEvents, hasEvents } from './due-events.ts';
import type { Harness } from './open-harness.ts';
import { differencesOf } from './shown-events.ts';
import { type RowChange, readChanges } from './stream-changes.ts';

/**
 * Returns the differences; none if each change has its events. The clock must stand still. `isWhole` compares
 * all objects, otherwise enough of them.
 */
export async function eventFaults(
  harness: Harness,
  { isHandmade = false, isWhole = false } = {},
): Promise<unknown[]> {
  const all = await readChanges(harness.service, (pk, sk) => hasEvents(pk, sk) || sk === 'EVENT');
  const changes = all.filter(({ sk }) => sk !== 'EVENT');
  const unversioned = changes.filter((change) => !raisesVersion(change));
  const odd = new Set(unversioned.map(({ pk }) => pk));
  const rows = changes.filter(({ pk }) => !odd.has(pk));
  const chosen = isWhole ? rows : enoughObjects(rows);
  const { drawn, failed } = await drawEvents(chosen, harness.now());
  for (const { pk } of failed) odd.add(pk);
  const allDue = dueEvents(rows, harness.now());
  for (const { pk, objectId } of allDue) if (!isOfService(objectId)) odd.add(pk);

  const due = allDue.filter(({ pk }) => !odd.has(pk));
  const chosenPks = new Set(chosen.map(({ pk }) => pk));
  const isEven = (event: Event) =>
    isOfService(event.objectId) && [...odd].every((pk) => !isOfObject(pk, event));
  const found = drawn.filter(isEven);
  const recorded = harness.service.stream && recordedEvents(all).filter(isEven);
  return [
    ...(isHandmade ? needless(odd) : [...failed, ...unversioned.map(showUnversioned), ...odd]),
    ...differences(
      due.filter(({ pk }) => chosenPks.has(pk)),
      found,
    ),
    ...(recorded ? differences(due, recorded) : []),
    ...wrongIds(found),
    ...(await differencesOf(
      harness,
      Map.groupBy(recorded ?? found, ({ objectId }) => objectId).values(),
      isWhole,
    )),
  ];
}

/** The id of a table is that of its virtual POS: the merchant's own, of the first one. An attack is one of its merchant. */
const isOfObject = (pk: string, { objectType, objectId, merchantId }: Event): boolean =>
  objectType === 'InstallmentTable'
    ? pk === installmentTableKey(merchantId).pk
    : objectType === 'CardTesting'
      ? pk === cardTestingKey(merchantId).pk
      : pk.includes(objectId);

const needless = (odd: ReadonlySet<string>) =>
  odd.size === 0 ? ['The file needs no entry in handmade-rows.ts.'] : [];
const showUnversioned = ({ pk, after }: RowChange) => ({ pk, writtenAgainAs: after['version'] });

/** The version is the sequence of events, so that each write raises it. Attempts are events of their plan. */
const raisesVersion = ({ sk, before, after }: RowChange): boolean =>
  sk.includes('#') || Number(after['version']) > Number(before?.['version'] ?? 0);

const SERVICE_IDS =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|PAY-[0-9A-Z]{26}|[\w-]{16}|[\d-]{10}\.[A-Z]{3}\.[0-9a-f-]{36})$/;
const isOfService = (objectId: string) => SERVICE_IDS.test(objectId);

/** Objects that show each kind of change at least once, with all their changes. */
function enoughObjects(rows: readonly RowChange[]): readonly RowChange[] {
  const seen = new Set<string>();
  const chosen = new Set<RowChange>();
  for (const own of Map.groupBy(rows, ({ pk }) => pk).values()) {
    const kinds = own.map(({ sk, before, after, changed }) =>
      JSON.stringify([sk.replace(/#.*/, ''), before && stateOf(before), stateOf(after), changed]),
    );
    if (kinds.every((kind) => seen.has(kind))) continue;
    for (const kind of kinds) seen.add(kind);
    for (const row of own) chosen.add(row);
  }
  return rows.filter((row) => chosen.has(row));
}

type Stateful = { state?: { status: string }; result?: { status: string } };
function stateOf({ status, state, record, attempt }: Item): unknown {
  const { state: ofRecord, result } = (record ?? attempt ?? {}) as Stateful;
  return status ?? state ?? (ofRecord ?? result)?.status;
}

type Named = Pick<Due, 'objectId' | 'type' | 'sequence'>;
function differences(due: readonly Named[], recorded: readonly Named[]): unknown[] {
  const [expected, found] = [due, recorded].map((some) => Map.groupBy(some, ({ objectId }) => objectId));
  return [...new Set([...due, ...recorded].map(({ objectId }) => objectId))].flatMap((objectId) => {
    const [was, is] = [expected, found].map((some) => some?.get(objectId)?.map(nameOf) ?? []);
    return isDeepStrictEqual(was, is) ? [] : [{ objectId, due: was, recorded: is }];
  });
}
const nameOf = ({ type, sequence }: Named) => `${sequence} ${type}`;

/** The id follows from object, sequence and type, so that a change that is read twice is the same event. */
function wrongIds(events: readonly Event[]): unknown[] {
  const seen = new Set<string>();
  return events.flatMap((event) => {
    const isRight = event.id === eventId(event, tableName()) && !seen.has(event.id);
    seen.add(event.id);
    return isRight ? [] : [{ id: event.id, objectId: event.objectId, type: event.type }];
  });
}
