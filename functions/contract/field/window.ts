// A window of time in a query (api.md 5.8).
import { endOfLocalDay, readDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { DAY_OR_INSTANT, instant } from './datetime.ts';
import {
  type Field,
  type FieldContext,
  field,
  notText,
  oneOf,
  optional,
  problem,
  readAs,
  transformed,
  withDefault,
} from './field.ts';

/** The first or the last millisecond of a window. `isDay`: it was sent as a day. */
type WindowEnd = { atMs: number; isDay: boolean };

/**
 * `startDate` and `endDate`, as the first and the last included millisecond; `inOrder` returns them as
 * numbers. A day is a whole day in `dayZone`. An instant is included as `startDate` and excluded as
 * `endDate`, so that consecutive windows do not overlap.
 */
export const windowFields = (timeZone: string, dayZone = timeZone) => ({
  startDate: optional(bound('start', timeZone, dayZone)),
  endDate: optional(bound('end', timeZone, dayZone)),
});
export const windowStart = (timeZone: string) => bound('start', timeZone, timeZone);
export const windowEnd = (timeZone: string) => bound('end', timeZone, timeZone);

const bound = (side: 'start' | 'end', timeZone: string, dayZone: string) =>
  field({ kind: side === 'start' ? 'windowStart' : 'windowEnd' }, (value, context): WindowEnd => {
    if (typeof value !== 'string') return notText(context);
    const reading = readDay(value.trim());
    if (reading.kind === 'day') {
      const atMs = (side === 'start' ? startOfLocalDay : endOfLocalDay)(reading.day, dayZone);
      return { atMs, isDay: true };
    }
    const moment = instant(timeZone).safeParse(value.trim().replace(BLANK_FOR_PLUS, '+'));
    if (moment.success) {
      return { atMs: side === 'start' ? moment.data : moment.data - 1, isDay: false };
    }
    return problem(context, 'INVALID_FORMAT', { expected: DAY_OR_INSTANT });
  });

type RangeFilters = {
  startDate?: WindowEnd | undefined;
  endDate?: WindowEnd | undefined;
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
};

/** Reads a query with a window and, in some calls, limits of the amount. Neither range may be reversed. */
export const inOrder = <Query extends RangeFilters>(query: Field<Query>) =>
  transformed(query, (read, context) => {
    const { startDate, endDate, minAmount, maxAmount } = read;
    if (isReversed(startDate, endDate)) reversed(context, ['startDate', 'endDate']);
    if (minAmount !== undefined && maxAmount !== undefined && minAmount > maxAmount) {
      reversed(context, ['minAmount', 'maxAmount']);
    }
    return { ...read, startDate: startDate?.atMs, endDate: endDate?.atMs };
  });

/** A window from an instant to the same instant is empty, but not reversed. */
export const isReversed = (from: WindowEnd | undefined, to: WindowEnd | undefined): boolean =>
  from !== undefined && to !== undefined && from.atMs > (to.isDay ? to.atMs : to.atMs + 1);

export const reversed = (context: FieldContext, ends: readonly [string, string]) =>
  problem(context, 'OUT_OF_RANGE', { reversed: ends }, ends[1]);

/** In a query `+03:00` is read as ` 03:00` unless the plus is escaped. A blank after the date is no plus. */
const BLANK_FOR_PLUS = /(?<=:.*) (?=\d{2}:?\d{2}$)/;

/** Of statistics: their days one by one too, of which a table is made. */
export const groupBy = (asCsv = false): Field<'day' | undefined> =>
  asCsv ? withDefault(day(), 'day') : optional(day());

const SUMS = { tr: 'hafta ve ay, günlerinin toplamıdır', en: 'a week or month is the sum of its days' };
const day = () => {
  const inner = oneOf(['day']);
  return field(inner.accepts, (value, context) => readAs(inner, value, context, { wayOut: SUMS }));
};
