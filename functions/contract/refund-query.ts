// The queries for lists and statistics of refunds (refunds.md 1.3, 1.5 and 6).
import type * as z from 'zod/mini';
import { ADJUSTMENTS, REFUND_STATUSES, REFUND_TYPES } from '#domain/refund/refund-words.ts';
import { ISTANBUL } from '#domain/time/business-day.ts';
import {
  amount,
  currency,
  fields,
  oneOf,
  optional,
  paymentReference,
  problem,
  text,
  transformed,
  withDefault,
} from './field/field.ts';
import { listQuery } from './field/list.ts';
import { groupBy, inOrder, windowFields } from './field/window.ts';
import { REFUND_QUERY_WORDS, STATISTICS_QUERY_WORDS } from './words/sale-words.ts';

/** The instant by which refunds are sorted, filtered and counted (refunds.md 1.5). */
const by = () => withDefault(oneOf(['createdAt', 'completedAt']), 'createdAt');

export const refundListQuery = (timeZone: string, asCsv?: boolean) =>
  transformed(
    inOrder(
      fields(
        {
          status: optional(oneOf(REFUND_STATUSES)),
          refundType: optional(oneOf(REFUND_TYPES)),
          adjustment: optional(oneOf(ADJUSTMENTS)),
          transactionId: optional(paymentReference()),
          orderNumber: optional(text(1, 64)),
          bankReferenceNumber: optional(text(1, 64)),
          currency: optional(currency()),
          minAmount: optional(amount()),
          maxAmount: optional(amount()),
          by: by(),
          ...windowFields(timeZone),
          ...listQuery(asCsv),
        },
        REFUND_QUERY_WORDS,
      ),
    ),
    (query, context) => {
      const isMoved = query.status === undefined || query.status === 'Completed';
      if (query.by === 'createdAt' || isMoved) return query;
      return problem(context, 'INVALID_ENUM', { values: ['Completed'] }, 'status');
    },
  );

export type RefundListQuery = z.infer<ReturnType<typeof refundListQuery>>;

/** Statistics are kept by Istanbul day: a datetime means the day in Istanbul that contains it. */
export const refundStatisticsQuery = (timeZone: string, asCsv?: boolean) =>
  inOrder(
    fields(
      { by: by(), groupBy: groupBy(asCsv), ...windowFields(timeZone, ISTANBUL) },
      STATISTICS_QUERY_WORDS,
    ),
  );
