// POST /api/RecurringPayment/{id}/periods/{n}/charge: charges a period that has ended unpaid, as an attempt
// like any other (recurring-payments.md R34).
import { RECURRING_PAYMENT_NAMES } from '#contract/field/answer-names.ts';
import { showPeriod } from '#contract/recurring-payment-answer.ts';
import { requestCharge } from '#domain/recurring-payment/period/charge-request.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { requestForPeriod } from '#flows/recurring-payment/period-request.ts';
import { endpoint } from '#http/endpoint.ts';
import { CARD } from '#store/card/card.ts';
import { CUSTOMER } from '#store/customer.ts';
import { type CommitConflict, conflictOn } from '#store/table/commit.ts';

const REQUESTED = { tr: 'Dönemin tahsilatı istendi.', en: 'The charge of the period was requested.' };

export const handler = endpoint({ scope: 'recurring', answer: RECURRING_PAYMENT_NAMES }, (call) =>
  requestForPeriod(call, {
    decide: requestCharge,
    refusalOf,
    answerOf: (period, { record }) => ({
      status: 202 as const,
      message: REQUESTED,
      data: showPeriod(period, record),
    }),
  }),
);

/** The reason of a conflict: card or customer may have been deleted or changed since the plan ended. */
function refusalOf(
  conflicted: CommitConflict,
  { cardStorageId, customerId }: RecurringPayment,
): Rejection | undefined {
  const [card, customer] = [conflictOn(conflicted, CARD), conflictOn(conflicted, CUSTOMER)];
  if (card && card.found === undefined) return new Rejection('CARD_NOT_FOUND', { cardStorageId });
  if (card?.found?.forceCvv) return new Rejection('CARD_REQUIRES_CVV', { cardStorageId });
  if (customer && customer.found === undefined) return new Rejection('CUSTOMER_NOT_FOUND', { customerId });
  return customer?.found?.isActive === false ? new Rejection('CUSTOMER_INACTIVE', { customerId }) : undefined;
}
