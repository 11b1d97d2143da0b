// The subject of a card page at the moment: a customer, or a recurring payment with its unpaid period.
import type { CardPage } from '#domain/card/card-page.ts';
import type { Currency } from '#domain/money.ts';
import { planCardUpdateAttempt } from '#domain/recurring-payment/card-renewal.ts';
import { chargeAmountMinor } from '#domain/recurring-payment/plan.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import { isLive, type NextAction } from '#domain/recurring-payment/recurring-payment.ts';
import { loadCustomer } from '#store/customer.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
} from '#store/recurring-payment/recurring-payment.ts';

type DueSale = Pick<NextAction, 'periodNumber' | 'attemptNumber' | 'asks'> & {
  amountMinor: number;
  currency: Currency;
};

/** The unpaid open period that is charged at once if the recurring payment gets a new card. */
export function dueWithCard(
  { record }: Pick<RecurringPaymentItem, 'record'>,
  now: Date,
): DueSale | undefined {
  if (record.openAttempt !== undefined) return undefined;
  const action = planCardUpdateAttempt(record, now.getTime())?.nextAction;
  if (action === undefined) return undefined;
  const { periodNumber, attemptNumber, asks } = action;
  const { plan } = record;
  return {
    periodNumber,
    attemptNumber,
    asks,
    amountMinor: chargeAmountMinor(planFor(record, periodNumber), periodNumber),
    currency: plan.currency,
  };
}

export type CardPageSubject =
  | { kind: 'gone'; item?: RecurringPaymentItem | undefined }
  | { kind: 'customer' }
  | { kind: 'recurringPayment'; item: RecurringPaymentItem; due: DueSale | undefined };

/** `gone`: the customer was erased, or the recurring payment has ended. */
export async function loadSubject(page: CardPage, now: Date): Promise<CardPageSubject> {
  const { merchantId, customerId, recurringPaymentId } = page;
  if (recurringPaymentId === undefined) {
    return { kind: (await loadCustomer(merchantId, customerId)) ? 'customer' : 'gone' };
  }
  const item = await loadRecurringPayment(merchantId, recurringPaymentId);
  if (item === undefined || !isLive(item.record)) return { kind: 'gone', item };
  return { kind: 'recurringPayment', item, due: dueWithCard(item, now) };
}
