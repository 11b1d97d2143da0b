// Payments in responses (payments.md 1).

import { omit } from '#domain/defined.ts';
import { toDecimal } from '#domain/money.ts';
import {
  orderMinorOf,
  PAYMENT_STATUS_LABELS,
  type Payment,
  paymentWaiting,
  posOf,
  refundableMinor,
} from '#domain/payment/payment.ts';
import type { PaymentSummary } from '#domain/payment/payment-statistics.ts';
import type { Day } from '#domain/time/business-day.ts';
import { showFigures } from './figures.ts';
import { showLabels } from './labels.ts';
import { showMandate } from './mandate-answer.ts';
import { showWaiting } from './waiting.ts';

/** `note`: that of the payment, which only calls tell; in an event it is null. */
export function showPayment(payment: Payment, now: Date, note: string | null = null) {
  return {
    paymentReferenceNumber: payment.paymentReferenceNumber,
    orderNumber: payment.orderNumber,
    amount: toDecimal(orderMinorOf(payment)),
    chargedAmount: toDecimal(payment.chargedMinor),
    surchargeAmount: toDecimal(payment.chargedMinor - orderMinorOf(payment)),
    surchargeBearer: payment.surchargeBearer ?? null,
    currency: payment.currency,
    installment: payment.installment,
    status: payment.status,
    statusLabel: PAYMENT_STATUS_LABELS[payment.status],
    authorization: showAuthorization(payment),
    refundedAmount: toDecimal(payment.refundedMinor),
    reservedAmount: toDecimal(payment.reservedMinor),
    refundableAmount: toDecimal(refundableMinor(payment)),
    maskedCardNumber: payment.maskedCardNumber,
    cardAssociation: payment.cardAssociation,
    cardFamily: payment.cardFamily ?? null,
    bankReferenceNumber: payment.bankReferenceNumber ?? null,
    authorizationCode: payment.authorizationCode ?? null,
    threeDSecure: payment.threeDSecure,
    posId: posOf(payment),
    posReason: payment.posReason ?? 'Default',
    source: payment.source,
    customerId: payment.customerId ?? null,
    cardStorageId: payment.cardStorageId ?? null,
    recurringPaymentId: payment.recurringPaymentId ?? null,
    merchantReference: payment.merchantReference ?? null,
    mandate: payment.mandate ? showMandate(payment.mandate) : null,
    distanceSale: showSale(payment),
    ...showLabels(payment),
    note,
    errorCode: payment.errorCode ?? null,
    bankResponseCode: payment.bankResponseCode ?? null,
    bankMessage: payment.bankMessage ?? null,
    mdStatus: payment.mdStatus ?? null,
    eci: payment.eci ?? null,
    createdBy: payment.createdBy ?? null,
    createdAt: payment.createdAt,
    paidAt: payment.paidAt ?? null,
    difference: showDifference(payment),
    ...showWaiting(paymentWaiting(payment), now),
  };
}

/** Of a payment with manual capture; its amounts and times are null until the bank has approved it. */
function showAuthorization({ capture, authorization }: Payment) {
  if (capture === undefined) return null;
  const { amountMinor, at, endsAt, sent, ended } = authorization ?? {};
  const underWay = sent && { kind: sent.kind, amount: toDecimal(sent.amountMinor), since: sent.at };
  return {
    amount: amountMinor === undefined ? null : toDecimal(amountMinor),
    authorizedAt: at ?? null,
    captureBefore: endsAt ?? null,
    underWay: underWay ?? null,
    endedAt: ended?.at ?? null,
    endedBy: ended?.by ?? null,
  };
}

/** What a PUT that repeats it must agree with (api.md 4.12): all but what changes by itself. */
export const setOfPayment = (shown: ReturnType<typeof showPayment>) =>
  omit(
    shown,
    ...(['statusLabel', 'authorization', 'chargedAmount', 'surchargeAmount', 'difference', 'note'] as const),
    ...(['refundedAmount', 'reservedAmount', 'refundableAmount', 'cardStorageId', 'paidAt'] as const),
    ...(['bankReferenceNumber', 'authorizationCode', 'posId', 'posReason', 'threeDSecure'] as const),
    ...(['errorCode', 'bankResponseCode', 'bankMessage', 'mdStatus', 'eci'] as const),
    ...(['waitingFor', 'waitingSince', 'nextCheckAt'] as const),
  );

export const showPaymentStatistics = (row: PaymentSummary) => ({
  ...showFigures(row),
  paidCount: row.paid.count,
  paidAmount: toDecimal(row.paid.amountMinor),
});

/** The figures of one day in one currency. */
export const showPaymentDay = ({ day, ...row }: PaymentSummary & { day: Day }) => ({
  day,
  ...showPaymentStatistics(row),
});

/** The texts of the distance sale that the buyer accepted, and when. */
const showSale = ({ distanceSale, createdAt }: Payment) =>
  distanceSale === undefined ? null : { ...distanceSale, acceptedAt: createdAt };

/** What the bank's books have, while they differ from ours. */
const showDifference = ({ difference }: Payment) =>
  difference === undefined
    ? null
    : {
        kind: difference.kind,
        foundAt: difference.since,
        bankChargedAmount: toDecimal(difference.bank.takenMinor),
        bankRefundedAmount: toDecimal(difference.bank.givenBackMinor),
        refunds: (difference.refunds ?? []).map(({ bankReferenceNumber, amountMinor, as }) => ({
          bankReferenceNumber,
          amount: toDecimal(amountMinor),
          processedAs: as,
        })),
      };
