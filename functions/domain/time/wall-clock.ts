// The only conversion between wall clocks and instants. Time zone rules change by law, so offsets come from
// the runtime's zone database through Intl; the rest is arithmetic of days, which Date does in UTC. Temporal
// would add 17 KB to a bundle; tests compare this file with it.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';

/** Date and time of day, without a zone: what a clock shows that is set to UTC at this millisecond. */
export type WallClock = { readonly shownMs: number };

export function wallClockAt(instantMs: number, timeZone: string): WallClock {
  return { shownMs: instantMs + offsetAt(instantMs, timeZone) };
}

/**
 * The instant at which the wall clock of the zone shows this time. A time that daylight saving skips moves
 * forward by the gap; a time that occurs twice means its first occurrence (recurring-payments.md R2).
 * Temporal calls this "compatible".
 */
export function instantOf({ shownMs }: WallClock, timeZone: string): number {
  // An offset is less than a day, so one of these two holds at that time.
  const before = shownMs - offsetAt(shownMs - DAY_MS, timeZone);
  const after = shownMs - offsetAt(shownMs + DAY_MS, timeZone);
  const shows = (instantMs: number) => instantMs + offsetAt(instantMs, timeZone) === shownMs;
  // The offset before a change gives the first of two occurrences, and moves a skipped time by the gap.
  return shows(before) || !shows(after) ? before : after;
}

export function addDays({ shownMs }: WallClock, days: number): WallClock {
  return { shownMs: shownMs + days * DAY_MS };
}

/** The same day of the month, or the month's last day if the month has no such day. */
export function addMonths({ shownMs }: WallClock, months: number): WallClock {
  const date = new Date(shownMs);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // Day 0 is the last one of the month before.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return { shownMs: date.getTime() };
}

/** Kept, because making one takes longer than all the rest of a call. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** A merchant can name its zone in any mixture of cases. */
const MOST_FORMATS = 100;

/** How far the clock of the zone is ahead of UTC. */
function offsetAt(instantMs: number, timeZone: string): number {
  const format = formats.get(timeZone) ?? offsetFormat(timeZone);
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instantMs)) ?? [];
  const ms = Number(hours) * 60 * MINUTE_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -ms : ms;
}

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(timeZone, format);
  return format;
}
