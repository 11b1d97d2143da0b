// Reads and writes the datetimes of the API. An instant is a number of milliseconds since 1970. A date that
// does not exist is refused, because JavaScript's own parser would silently shift it.
import { isCalendarDay } from '#domain/time/business-day.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';
import { instantOf } from '#domain/time/wall-clock.ts';

type DatetimeReading =
  | { kind: 'instant'; atMs: number }
  /** Not an ISO 8601 datetime. */
  | { kind: 'malformed' }
  /** Well formed, but no such date or time exists: 2027-02-29, 24:00, second 60. */
  | { kind: 'impossible' };

/** A start date without a time of day means 10:00 local time (recurring-payments.md R3). */
export const START_HOUR = 10;

const DATE = String.raw`(\d{4})-(\d{2})-(\d{2})`;
const TIME = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?`;
/** Java's ZonedDateTime writes the zone behind the offset, which alone counts (RFC 9557). */
const OFFSET = String.raw`(?:(Z|[+-]\d{2}(?::?\d{2})?)(?:\[[A-Za-z][\w/+:-]*\])?)?`;
const DATETIME = new RegExp(`^${DATE}(?:[T ]${TIME}${OFFSET})?$`);

/**
 * Reads `2026-11-20T09:00:00Z`, `2026-11-20T12:00+03:00` or, as local time of `timeZone`, `2026-11-20T12:00`,
 * with a `T` or a blank.
 * A date alone is accepted only if `dateAlone` gives its hour. Fractions finer than a millisecond are cut
 * off.
 */
export function readDatetime(
  text: string,
  timeZone: string,
  dateAlone?: { readonly hour: number },
): DatetimeReading {
  const match = DATETIME.exec(text);
  if (!match) return { kind: 'malformed' };
  const [, year = '', month = '', day = '', hour, minute, second = '0', fraction = '', offset] = match;
  if (hour === undefined && dateAlone === undefined) return { kind: 'malformed' };
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return { kind: 'impossible' };
  const hours = Number(hour ?? dateAlone?.hour);
  const minutes = Number(minute ?? 0);
  const seconds = Number(second);
  if (hours > 23 || minutes > 59 || seconds > 59) return { kind: 'impossible' };
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const shownMs =
    Date.parse(`${year}-${month}-${day}`) + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS + ms;
  if (offset === undefined) return { kind: 'instant', atMs: instantOf({ shownMs }, timeZone) };
  const offsetMinutes = readOffset(offset);
  if (offsetMinutes === undefined) return { kind: 'impossible' };
  return { kind: 'instant', atMs: shownMs - offsetMinutes * MINUTE_MS };
}

/** True for names of the IANA database. A bare offset is refused, because it has no daylight saving. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Minutes east of Greenwich, or undefined beyond the 18 hours that ISO offsets can have. */
function readOffset(text: string): number | undefined {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || '0');
  if (minutes > 59 || hours * 60 + minutes > 18 * 60) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
