// What lists and statistics of refunds are asked with. Apart from the bodies, because reading days and zones
// costs a bundle its calendar.
import type * as z from 'zod/mini';
import { REFUND_STATUSES, REFUND_TYPES } from '#domain/refund/refund.ts';
import { endOfLocalDay, ISTANBUL, readDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { instant } from './field/datetime.ts';
import { currency, fields, oneOf, optional, problem, queryAmount, text, transformed } from './field/field.ts';
import { listQuery } from './field/list.ts';

/** An instant in milliseconds; a day stands for its first or its last one on the clocks of `dayZone`. */
const edge = (timeZone: string, end: 'first' | 'last', dayZone = timeZone) =>
  transformed(text(1, 64), (value, context) => {
    const reading = readDay(value);
    if (reading.kind === 'day') {
      return end === 'first' ? startOfLocalDay(reading.day, dayZone) : endOfLocalDay(reading.day, dayZone);
    }
    const moment = instant(timeZone).safeParse(value);
    if (moment.success) return moment.data;
    const expected = {
      tr: '2026-11-20 veya 2026-11-20T09:00:00Z gibi',
      en: 'like 2026-11-20 or 2026-11-20T09:00:00Z',
    };
    return problem(context, 'INVALID_FORMAT', { expected });
  });

export const refundListQuery = (timeZone: string) =>
  fields({
    status: optional(oneOf(REFUND_STATUSES)),
    refundType: optional(oneOf(REFUND_TYPES)),
    transactionId: optional(text(1, 64)),
    orderNumber: optional(text(1, 64)),
    currency: optional(currency()),
    minAmount: optional(queryAmount()),
    maxAmount: optional(queryAmount()),
    startDate: optional(edge(timeZone, 'first')),
    endDate: optional(edge(timeZone, 'last')),
    ...listQuery(),
  });

export type RefundListQuery = z.infer<ReturnType<typeof refundListQuery>>;

/** Statistics are kept per Istanbul day: a datetime stands for the day on which it falls there. */
export const refundStatisticsQuery = (timeZone: string) =>
  fields({
    startDate: optional(edge(timeZone, 'first', ISTANBUL)),
    endDate: optional(edge(timeZone, 'last', ISTANBUL)),
  });
