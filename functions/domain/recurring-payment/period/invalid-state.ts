// The refusal of a call that the state of a recurring payment does not allow (recurring-payments.md R18).
import {
  isLive,
  LIVE,
  type RecurringPayment,
  type RecurringPaymentStatus,
} from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';

/** The refusal of a call, with the states in which it is possible. */
export const invalidState = (
  { state: { status } }: RecurringPayment,
  allowedStatuses: readonly RecurringPaymentStatus[],
): Rejection => new Rejection('RECURRING_PAYMENT_INVALID_STATE', { status, allowedStatuses });

/** @throws Rejection RECURRING_PAYMENT_INVALID_STATE */
export function requireLive(record: RecurringPayment): void {
  if (!isLive(record)) throw invalidState(record, LIVE);
}
