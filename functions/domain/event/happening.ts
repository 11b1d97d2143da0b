// An event that follows from one change of a row: its type, and details that the row does not contain.
import { isDeepStrictEqual } from 'node:util';
import type { EventType } from './event-type.ts';

export type Happening = {
  type: EventType;
  /** The time of the change that the object itself contains (ISO); absent: the time of the commit. */
  at?: string | undefined;
  /** For a charge that has ended: the attempt whose row contains the outcome. */
  attempt?: { periodNumber: number; attemptNumber: number };
};

/** True if the named fields are equal. DynamoDB keeps no order of the names in a map. */
export const isSame = <Value>(before: Value, after: Value, names: readonly (keyof Value)[]): boolean =>
  names.every((name) => isDeepStrictEqual(before[name], after[name]));
