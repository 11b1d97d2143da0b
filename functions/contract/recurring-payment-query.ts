// The query of the list of recurring payments (recurring-payments.md R39).
import type * as z from 'zod/mini';
import { fields, flag, id, oneOf, optional, text, transformed, withDefault } from './field/field.ts';
import { listQuery } from './field/list.ts';
import { isReversed, reversed, windowEnd, windowStart } from './field/window.ts';
import { recurringPaymentStatus } from './recurring-payment.ts';
import { PLAN_QUERY_WORDS } from './words/plan-words.ts';

export const recurringPaymentQuery = (timeZone: string) =>
  transformed(
    fields(
      {
        status: optional(recurringPaymentStatus()),
        customerId: optional(id()),
        cardStorageId: optional(id()),
        merchantReference: optional(text(1, 64)),
        unpaid: optional(flag()),
        nextPaymentFrom: optional(windowStart(timeZone)),
        nextPaymentTo: optional(windowEnd(timeZone)),
        by: withDefault(oneOf(['createdAt', 'nextPaymentDate']), 'createdAt'),
        ...listQuery(),
      },
      PLAN_QUERY_WORDS,
    ),
    (read, context) => {
      const { nextPaymentFrom: from, nextPaymentTo: to } = read;
      if (isReversed(from, to)) reversed(context, ['nextPaymentFrom', 'nextPaymentTo']);
      return { ...read, nextPaymentFrom: from?.atMs, nextPaymentTo: to?.atMs };
    },
  );
export type RecurringPaymentQuery = z.infer<ReturnType<typeof recurringPaymentQuery>>;
