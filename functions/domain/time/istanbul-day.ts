// The day in Istanbul, for rules that are written in days of Turkey. Intl takes it from the runtime's zone
// database as wall-clock.ts does, without 19 KB of Temporal in functions that need nothing else of it.
import { type Day, ISTANBUL } from './business-day.ts';

/** Kept, because making one takes longer than all the rest of a call. */
let format: Intl.DateTimeFormat | undefined;

export function istanbulDay(instant: Date): Day {
  format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: ISTANBUL });
  return format.format(instant);
}
