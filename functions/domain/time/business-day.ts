// Calendar days on the wall clock of a time zone. A day is the text `2026-11-20`, so days compare and sort as
// text and mean the same in every process.
import { addDays as addWallDays, instantOf, type WallClock, wallClockAt } from '#domain/time/wall-clock.ts';

/** The zone of the banks' day: for voids, refund statistics, and merchants without a zone. */
export const ISTANBUL = 'Europe/Istanbul';

/** `YYYY-MM-DD`. */
export type Day = string;

type DayReading = { kind: 'day'; day: Day } | { kind: 'malformed' } | { kind: 'impossible' };

const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Reads a calendar day of a request. A day that does not exist is `impossible`. */
export function readDay(text: string): DayReading {
  const match = DAY_TEXT.exec(text);
  if (!match) return { kind: 'malformed' };
  const [, year, month, day] = match;
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return { kind: 'impossible' };
  return { kind: 'day', day: text };
}

/** The calendar day in the zone at this instant. */
export function localDay(instantMs: number, timeZone: string = ISTANBUL): Day {
  return dayOf(wallClockAt(instantMs, timeZone));
}

/** In Istanbul. */
export const isSameLocalDay = (oneMs: number, otherMs: number): boolean =>
  localDay(oneMs) === localDay(otherMs);

/** The first instant of a day: midnight, or the end of the gap if daylight saving skips midnight. */
export function startOfLocalDay(day: Day, timeZone: string = ISTANBUL): number {
  return instantOf(wallClockOf(day), timeZone);
}

/** The last millisecond of a day, also if the day has 23 or 25 hours. */
export function endOfLocalDay(day: Day, timeZone: string = ISTANBUL): number {
  return instantOf(addWallDays(wallClockOf(day), 1), timeZone) - 1;
}

export function addDays(day: Day, days: number): Day {
  return dayOf(addWallDays(wallClockOf(day), days));
}

/** True if the day exists in the Gregorian calendar, years 0001 to 9999. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const daysInMonth = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= daysInMonth;
}

/** Its midnight. JavaScript reads a day alone as one in UTC. */
const wallClockOf = (day: Day): WallClock => ({ shownMs: Date.parse(day) });

const dayOf = ({ shownMs }: WallClock): Day => new Date(shownMs).toISOString().replace(/T.*/, '');
