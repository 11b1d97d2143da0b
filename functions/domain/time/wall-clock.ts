// The only place where wall clocks and instants meet, because time zones are political and change: the rules
// come from the runtime's zone database through Temporal. Its function entry points cost a bundle 19 KB where
// its classes cost 57 KB.
import * as Instant from 'temporal-polyfill/fns/Instant';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';

/** What a clock and a calendar on the wall show: date and time of day, without a zone. */
export type WallClock = PlainDateTime.Record;

export function wallClock(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
) {
  return PlainDateTime.create(year, month, day, hour, minute, second, ms);
}

/** What the wall clock shows in a zone at an instant. */
export function wallClockAt(instantMs: number, timeZone: string): WallClock {
  return ZonedDateTime.toPlainDateTime(
    Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(instantMs), timeZone),
  );
}

/**
 * The instant at which the wall clock shows this. A time that daylight saving skips moves forward by the gap,
 * one that occurs twice takes the first (recurring-payments.md R2); Temporal calls this "compatible".
 */
export function instantOf(wall: WallClock, timeZone: string): number {
  return PlainDateTime.toZonedDateTime(wall, timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

export function addDays(wall: WallClock, days: number): WallClock {
  return PlainDateTime.addDays(wall, days);
}

/** Months later on the same day of the month, or on the month's last day where it has no such day. */
export function addMonths(wall: WallClock, months: number): WallClock {
  return PlainDateTime.addMonths(wall, months, { overflow: 'constrain' });
}
