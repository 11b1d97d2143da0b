// The sale of one attempt, as it is sent to the bank and stored as a payment. Its reference and its order id
// are derived from the claimed attempt, so that every resend has the same ids; the reference also contains
// the time of the claim.
import { createHash } from 'node:crypto';
import type { Acquirer, SaleOutcome } from '#acquirer/acquirer.ts';
import type { CardDetails } from '#domain/card/card.ts';
import type { StoredCard } from '#domain/card/stored-card.ts';
import { defined } from '#domain/defined.ts';
import { makePaymentReference } from '#domain/id.ts';
import { bankSaleOf, type Payment } from '#domain/payment/payment.ts';
import { attemptName, attemptOrderId, referenceSeed } from '#domain/recurring-payment/attempt-name.ts';
import type { Attempt } from '#domain/recurring-payment/recurring-payment.ts';
import {
  loadRecurringPayment,
  type RecurringPaymentItem,
} from '#store/recurring-payment/recurring-payment.ts';
import { log } from '#telemetry/log.ts';
import { begunPayment } from '../begun-payment.ts';

export function paymentReferenceOf(id: string, attempt: Attempt): string {
  const digest = createHash('sha256').update(referenceSeed(id, attempt)).digest();
  return makePaymentReference(attempt.attemptedAtMs, (count) => digest.subarray(0, count));
}

/** The payment of an attempt. A period is one order, so it is paid at most once. */
export function paymentOfAttempt(
  filed: RecurringPaymentItem,
  attempt: Attempt,
  card: StoredCard,
  posId: string,
): Payment {
  const { merchantId, record, correlationId } = filed;
  const { id, customerId, cardStorageId, maskedCardNumber, merchantReference, metadata } = record;
  return begunPayment({
    paymentReferenceNumber: paymentReferenceOf(id, attempt),
    merchantId,
    orderNumber: `${id}-${attempt.periodNumber}`,
    chargedMinor: attempt.amountMinor,
    currency: attempt.currency,
    installment: 1,
    maskedCardNumber,
    cardAssociation: card.cardAssociation,
    bankOrderId: attemptOrderId(id, attempt),
    posId,
    source: 'RecurringPayment',
    customerId,
    cardStorageId,
    recurringPaymentId: id,
    ...defined({ merchantReference, metadata, correlationId }),
    createdAt: new Date(attempt.attemptedAtMs).toISOString(),
  });
}

/** The cardholder is absent, so there is no CVV. */
export async function sellToStoredCard(
  bank: Acquirer,
  payment: Payment,
  card: CardDetails,
): Promise<SaleOutcome> {
  return await bank.sale({ ...bankSaleOf(payment), hasFixedCurrency: true, card });
}

/** The try of the card that was sent. The tries of a card are counted over all its recurring payments. */
export const cardTryOf = (
  { merchantId, cardFingerprint, record, pendingSale }: RecurringPaymentItem,
  attempt: Attempt,
) => ({
  merchantId,
  cardFingerprint: pendingSale?.cardFingerprint ?? cardFingerprint,
  name: attemptName(record.id, attempt),
  triedAtMs: attempt.attemptedAtMs,
});

/**
 * True if the sale of the attempt was sent again since `before` was read: then only the answer to that sale
 * can say that no money was taken.
 */
export const isSentAgain = (before: RecurringPaymentItem, current: RecurringPaymentItem): boolean =>
  current.pendingSale !== undefined && current.pendingSale.sentBy !== before.pendingSale?.sentBy;

export async function reloaded({ merchantId, record }: RecurringPaymentItem): Promise<RecurringPaymentItem> {
  const item = await loadRecurringPayment(merchantId, record.id);
  if (item === undefined) throw new Error('The recurring payment of an attempt is gone.');
  return item;
}

/** The ids of an attempt for log lines and metrics. */
export const attemptLabels = ({ merchantId, record: { id } }: RecurringPaymentItem, attempt: Attempt) => ({
  merchantId,
  recurringPaymentId: id,
  periodNumber: attempt.periodNumber,
  attemptNumber: attempt.attemptNumber,
  paymentReferenceNumber: paymentReferenceOf(id, attempt),
});

export function reportAttempt(item: RecurringPaymentItem, attempt: Attempt, outcome: SaleOutcome): void {
  const isOpen = outcome.kind === 'unknown' || outcome.kind === 'notSent';
  log(isOpen ? 'warn' : 'info', 'recurring charge', {
    ...attemptLabels(item, attempt),
    outcome: outcome.kind,
    ...(outcome.kind === 'declined' && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
}
