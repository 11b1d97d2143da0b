// The query of the list of payments (payments.md 1.6).
import type * as z from 'zod/mini';
import { CARD_ASSOCIATIONS } from '#domain/card/card-prefix.ts';
import { MOST_SEARCH_DAYS, SEARCH_DAYS } from '#domain/limits.ts';
import { isPaidStatus, PAID_STATUSES } from '#domain/payment/payment.ts';
import { PAYMENT_SOURCES, PAYMENT_STATUSES } from '#domain/payment/payment-words.ts';
import { paymentFailures } from '#domain/rejection-table.ts';
import { ISTANBUL } from '#domain/time/business-day.ts';
import {
  amount,
  checked,
  currency,
  fields,
  flag,
  id,
  oneOf,
  optional,
  problem,
  text,
  transformed,
  withDefault,
} from './field/field.ts';
import { installmentCount } from './field/installment-count.ts';
import { listQuery } from './field/list.ts';
import { groupBy, inOrder, windowFields } from './field/window.ts';
import { PAYMENT_QUERY_WORDS, STATISTICS_QUERY_WORDS } from './words/sale-words.ts';

/** What no index holds of a payment: the list is searched in a span of days (payments.md 1.10). */
const searchFields = () => ({
  lastFour: optional(lastFour()),
  authorizationCode: optional(text(1, 64)),
  bankReferenceNumber: optional(text(1, 64)),
  errorCode: optional(oneOf(paymentFailures())),
  cardFamily: optional(text(1, 64)),
  cardAssociation: optional(oneOf(CARD_ASSOCIATIONS)),
  installment: optional(installmentCount()),
});
type Searched = keyof ReturnType<typeof searchFields>;
/** What a receipt states and nobody remembers: such a search goes back as far as any may. */
const OF_A_RECEIPT: readonly Searched[] = ['authorizationCode', 'bankReferenceNumber'];
export const SEARCHED: readonly Searched[] = [
  ...OF_A_RECEIPT,
  ...(['lastFour', 'errorCode', 'cardFamily', 'cardAssociation', 'installment'] as const),
];

/** The days that a list goes back without a `startDate`; undefined if it has none of these filters. */
export function searchDays(wanted: { readonly [Name in Searched]?: unknown }): number | undefined {
  const asks = (name: Searched) => wanted[name] !== undefined;
  if (OF_A_RECEIPT.some(asks)) return MOST_SEARCH_DAYS;
  return SEARCHED.some(asks) ? SEARCH_DAYS : undefined;
}

const lastFour = () =>
  checked(
    text(1, 64),
    (value) => /^[0-9]{4}$/.test(value),
    { tr: 'kartın son dört rakamı', en: 'the last four digits of the card' },
    { kind: 'digits', min: 4, max: 4 },
  );

export const paymentListQuery = (timeZone: string, asCsv?: boolean) =>
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
          difference: optional(flag()),
          ...searchFields(),
          by: withDefault(oneOf(['createdAt', 'paidAt']), 'createdAt'),
          ...windowFields(timeZone),
          ...listQuery(asCsv),
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
export const paymentStatisticsQuery = (timeZone: string, asCsv?: boolean) =>
  inOrder(fields({ groupBy: groupBy(asCsv), ...windowFields(timeZone, ISTANBUL) }, STATISTICS_QUERY_WORDS));

export type PaymentListQuery = z.infer<ReturnType<typeof paymentListQuery>>;
