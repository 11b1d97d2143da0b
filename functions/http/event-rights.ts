// What a key may be told of events: those of objects that it may read. A webhook is sent what the key that makes
// or changes it may read, and no more (api.md 6.8).
import type { EventType } from '#domain/event/event-type.ts';
import { readScopeOf, readScopesOf } from '#domain/event/event-type.ts';
import { hasScope } from '#domain/scope.ts';
import { type Caller, mayUse, requireScope } from './caller.ts';

/** Throws SCOPE_MISSING unless the key may read all events of these types and patterns. */
export function requireReads(caller: Caller, eventTypes: readonly string[]): void {
  for (const scope of readScopesOf(eventTypes)) requireScope(caller, scope);
}

/** The scopes of a key that may not read every event; undefined: it may. */
export const partialReader = (caller: Pick<Caller, 'scopes'>): readonly string[] | undefined =>
  mayUse(caller, 'read') ? undefined : caller.scopes.split(' ');

export const isReadable = (type: EventType, scopes: readonly string[]): boolean =>
  hasScope(scopes, readScopeOf(type));
