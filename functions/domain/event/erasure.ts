// Removes personal data from stored events when their customer or card is deleted.
import type { Event, EventData } from './event.ts';
import type { EventType } from './event-type.ts';

type Erasable = { fields: readonly string[]; types: readonly EventType[] };

/** `types`: the events that contain personal data. */
const ERASABLE: { readonly [ObjectType in Event['objectType']]?: Erasable } = {
  Customer: {
    fields: ['fullName', 'email', 'phone', 'metadata'],
    types: ['customer.created', 'customer.updated'],
  },
  Card: {
    fields: ['cardAlias', 'ownerName', 'metadata'],
    types: ['card.created', 'card.updated', 'card.expiring'],
  },
};

/** The types of the events that must be erased after this event; none unless it is a deletion. */
export const typesToErase = ({ type, objectType }: Pick<Event, 'type' | 'objectType'>) =>
  type.endsWith('.deleted') ? (ERASABLE[objectType]?.types ?? []) : [];

/** True if the events of a type contain what an erasure removes. */
export const isErasable = (type: string): boolean =>
  Object.values(ERASABLE).some(({ types }) => types.some((one) => one === type));

/** Sets names, e-mail address, telephone number, card alias and metadata to null. */
export function withoutPerson({ objectType }: Pick<Event, 'objectType'>, data: EventData): EventData {
  const personal = new Set(ERASABLE[objectType]?.fields);
  const erased = (shown: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [name, personal.has(name) ? null : value]),
    );
  return { ...data, object: erased(data.object), previous: erased(data.previous) };
}
