// Removes personal data from the stored events of a deleted customer or card.
import { typesToErase, withoutPerson } from '#domain/event/erasure.ts';
import { type Event, eventId } from '#domain/event/event.ts';
import { commit } from '../table/commit.ts';
import { entityKey, eventsOfObject } from '../table/keys.ts';
import { readWhole } from '../table/list.ts';
import { getItems, type Item, tableName } from '../table/table.ts';
import { type EventItem, readEvent, writeErasedEvent } from './event.ts';

/** The index shows events a moment after they are recorded: the newest ones are found by their ids. */
const NEWEST_SEQUENCES = 30;

/** Changes nothing unless the event is a deletion. Throws if an event could not be changed. */
export async function eraseEventsBefore(deletion: Event): Promise<void> {
  const types = typesToErase(deletion);
  if (types.length === 0) return;
  const { merchantId, objectId, sequence } = deletion;
  const ids = Array.from({ length: Math.min(NEWEST_SEQUENCES, sequence) }, (_, back) =>
    types.map((type) => eventId({ objectId, sequence: sequence - back, type }, tableName())),
  ).flat();
  const [indexed, newest] = await Promise.all([
    readWhole({ index: 'lookup', partition: eventsOfObject(merchantId, objectId) }),
    getItems(ids.map((id) => entityKey(merchantId, 'EVENT', id))),
  ]);
  await eraseAll([...newest, ...indexed]);
}

/** Erases events of an object that was deleted while they were recorded. */
export async function eraseEvents(merchantId: string, ids: readonly string[]): Promise<void> {
  await eraseAll(await getItems(ids.map((id) => entityKey(merchantId, 'EVENT', id))));
}

async function eraseAll(items: readonly (Item | undefined)[]): Promise<void> {
  const found = items.flatMap((item) => (item === undefined ? [] : [readEvent(item)]));
  const events = new Map(found.map((event) => [event.id, event]));
  await Promise.all([...events.values()].map(erase));
}

async function erase(event: EventItem): Promise<void> {
  const data = withoutPerson(event, event.data);
  if (JSON.stringify(data) === JSON.stringify(event.data)) return;
  const { kind } = await commit([writeErasedEvent(event, data)]);
  if (kind === 'conflict') throw new Error('An event was changed while it was erased.');
}
