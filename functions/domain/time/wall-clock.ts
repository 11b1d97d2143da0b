// The only conversion between wall clocks and instants. Time zone rules change by law, so they come from the
// runtime's zone database through Temporal. Temporal's function entry points add 19 KB to a bundle; its
// classes would add 57 KB.
import * as Instant from 'temporal-polyfill/fns/Instant';
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';

/** Date and time of day, without a zone. */
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

/** The wall clock of a zone at an instant. */
export function wallClockAt(instantMs: number, timeZone: string): WallClock {
  return ZonedDateTime.toPlainDateTime(
    Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(instantMs), timeZone),
  );
}

/**
 * The instant at which the wall clock of the zone shows this time. A time that daylight saving skips moves
 * forward by the gap; a time that occurs twice means its first occurrence (recurring-payments.md R2).
 * Temporal calls this "compatible".
 */
export function instantOf(wall: WallClock, timeZone: string): number {
  return PlainDateTime.toZonedDateTime(wall, timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

export function addDays(wall: WallClock, days: number): WallClock {
  return PlainDateTime.addDays(wall, days);
}

/** The same day of the month, or the month's last day if the month has no such day. */
export function addMonths(wall: WallClock, months: number): WallClock {
  return PlainDateTime.addMonths(wall, months, { overflow: 'constrain' });
}
