// The queries for lists and statistics of refunds. Apart from the bodies, because the calendar that reads
// days and time zones is large.
import type * as z from 'zod/mini';
import { REFUND_STATUSES, REFUND_TYPES } from '#domain/refund/refund.ts';
import { endOfLocalDay, ISTANBUL, readDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { instant } from './field/datetime.ts';
import { currency, fields, oneOf, optional, problem, queryAmount, text, transformed } from './field/field.ts';
import { listQuery } from './field/list.ts';

/** An instant in milliseconds. A date alone means the start or the end of that day in `dayZone`. */
const periodBound = (timeZone: string, bound: 'start' | 'end', dayZone = timeZone) =>
  transformed(
    text(1, 64),
    (value, context) => {
      const reading = readDay(value);
      if (reading.kind === 'day') {
        return bound === 'start'
          ? startOfLocalDay(reading.day, dayZone)
          : endOfLocalDay(reading.day, dayZone);
      }
      const moment = instant(timeZone).safeParse(value);
      if (moment.success) return moment.data;
      const expected = {
        tr: '2026-11-20 veya 2026-11-20T09:00:00Z gibi',
        en: 'like 2026-11-20 or 2026-11-20T09:00:00Z',
      };
      return problem(context, 'INVALID_FORMAT', { expected });
    },
    { kind: 'periodBound' },
  );

export const refundListQuery = (timeZone: string) =>
  fields({
    status: optional(oneOf(REFUND_STATUSES)),
    refundType: optional(oneOf(REFUND_TYPES)),
    transactionId: optional(text(1, 64)),
    orderNumber: optional(text(1, 64)),
    currency: optional(currency()),
    minAmount: optional(queryAmount()),
    maxAmount: optional(queryAmount()),
    startDate: optional(periodBound(timeZone, 'start')),
    endDate: optional(periodBound(timeZone, 'end')),
    ...listQuery(),
  });

export type RefundListQuery = z.infer<ReturnType<typeof refundListQuery>>;

/** Statistics are kept by Istanbul day: a datetime means the day in Istanbul that contains it. */
export const refundStatisticsQuery = (timeZone: string) =>
  fields({
    startDate: optional(periodBound(timeZone, 'start', ISTANBUL)),
    endDate: optional(periodBound(timeZone, 'end', ISTANBUL)),
  });
