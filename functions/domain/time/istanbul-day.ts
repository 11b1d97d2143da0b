// The day in Istanbul, for rules that are written in days of Turkey. Intl takes it from the runtime's zone
// database as wall-clock.ts does, without 19 KB of Temporal in functions that need nothing else of it.
import { type Day, ISTANBUL } from './business-day.ts';

export const istanbulDay = (instant: Date): Day =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ISTANBUL }).format(instant);
