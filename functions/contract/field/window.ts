// A window of time in a query (api.md 5.8). Apart from the other fields, because the calendar that reads days
// and time zones is large.
import { endOfLocalDay, readDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { instant } from './datetime.ts';
import { optional, problem, text, transformed } from './field.ts';

/**
 * `startDate` and `endDate` in milliseconds, both included. A day is a whole day in `dayZone`. An instant
 * begins the window or ends it before itself, so that windows that follow each other share nothing.
 */
export const windowFields = (timeZone: string, dayZone = timeZone) => ({
  startDate: optional(bound('start', timeZone, dayZone)),
  endDate: optional(bound('end', timeZone, dayZone)),
});

const bound = (side: 'start' | 'end', timeZone: string, dayZone: string) =>
  transformed(
    text(1, 64),
    (value, context) => {
      const reading = readDay(value);
      if (reading.kind === 'day') {
        return side === 'start' ? startOfLocalDay(reading.day, dayZone) : endOfLocalDay(reading.day, dayZone);
      }
      const moment = instant(timeZone).safeParse(value.replace(BLANK_FOR_PLUS, '+'));
      if (moment.success) return side === 'start' ? moment.data : moment.data - 1;
      const expected = {
        tr: '2026-11-20 veya 2026-11-20T09:00:00Z gibi',
        en: 'like 2026-11-20 or 2026-11-20T09:00:00Z',
      };
      return problem(context, 'INVALID_FORMAT', { expected });
    },
    { kind: side === 'start' ? 'windowStart' : 'windowEnd' },
  );

/** In a query `+03:00` is read as ` 03:00` unless the plus is escaped. */
const BLANK_FOR_PLUS = / (?=\d{2}:?\d{2}$)/;
