// Removes personal data from stored events when their customer or card is deleted.
import type { Event, EventData } from './event.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from './event-type.ts';

/** The fields with personal data. */
const PERSONAL: { readonly [ObjectType in Event['objectType']]?: readonly string[] } = {
  Customer: ['fullName', 'email', 'phone', 'metadata'],
  Card: ['cardAlias', 'ownerName', 'metadata'],
};

const isDeletion = (type: EventType) => type.endsWith('.deleted');

/** The types of the events that must be erased after this event; none unless it is a deletion. */
export const typesToErase = ({ type, objectType }: Pick<Event, 'type' | 'objectType'>): EventType[] =>
  isDeletion(type) && PERSONAL[objectType]
    ? EVENT_TYPE_NAMES.filter((one) => EVENT_TYPES[one].objectType === objectType && !isDeletion(one))
    : [];

/** True if events of a type are of an object with personal data. */
export const isErasable = (type: string): boolean =>
  EVENT_TYPE_NAMES.some((one) => one === type && PERSONAL[EVENT_TYPES[one].objectType] !== undefined);

/** Sets names, e-mail address, telephone number, card alias and metadata to null. */
export function withoutPerson({ objectType }: Pick<Event, 'objectType'>, data: EventData): EventData {
  const personal = new Set(PERSONAL[objectType]);
  const erased = (shown: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [name, personal.has(name) ? null : value]),
    );
  return { ...data, object: erased(data.object), previous: erased(data.previous) };
}
