// The query of the list of payments (payments.md 1.6).
import type * as z from 'zod/mini';
import { isPaidStatus, PAID_STATUSES, PAYMENT_SOURCES, PAYMENT_STATUSES } from '#domain/payment/payment.ts';
import { ISTANBUL } from '#domain/time/business-day.ts';
import {
  amount,
  currency,
  fields,
  id,
  oneOf,
  optional,
  problem,
  text,
  transformed,
  withDefault,
} from './field/field.ts';
import { listQuery } from './field/list.ts';
import { PAYMENT_QUERY_WORDS } from './field/other-words.ts';
import { inOrder, windowFields } from './field/window.ts';

export const paymentListQuery = (timeZone: string) =>
  transformed(
    inOrder(
      fields(
        {
          orderNumber: optional(text(1, 64)),
          status: optional(oneOf(PAYMENT_STATUSES)),
          customerId: optional(id()),
          cardStorageId: optional(id()),
          recurringPaymentId: optional(id()),
          merchantReference: optional(text(1, 64)),
          source: optional(oneOf(PAYMENT_SOURCES)),
          currency: optional(currency()),
          minAmount: optional(amount()),
          maxAmount: optional(amount()),
          by: withDefault(oneOf(['createdAt', 'paidAt']), 'createdAt'),
          ...windowFields(timeZone),
          ...listQuery(),
        },
        PAYMENT_QUERY_WORDS,
      ),
    ),
    (query, context) => {
      const { by, status } = query;
      if (by === 'createdAt' || status === undefined || isPaidStatus(status)) return query;
      return problem(context, 'INVALID_ENUM', { values: PAID_STATUSES }, 'status');
    },
  );

/** Counted by Istanbul day, as refunds are. */
export const paymentStatisticsQuery = (timeZone: string) => inOrder(fields(windowFields(timeZone, ISTANBUL)));

export type PaymentListQuery = z.infer<ReturnType<typeof paymentListQuery>>;
