// What the bank did by itself, recorded as a completed refund of which nothing is sent (refunds.md 8.4). Such a
// record is only ever added.
import { toDecimal } from '../money.ts';
import { isPaidStatus, type Payment } from '../payment/payment.ts';
import type { UnknownRefund } from '../reconciliation/difference.ts';
import { Rejection } from '../rejection.ts';
import { newRefund, type Refund } from './refund.ts';
import { completedRefund } from './refund-progress.ts';
import type { AdjustmentKind } from './refund-words.ts';

/** The key of the merchant, or the name of the operator. */
export type Adjuster = { keyId: string } | { operator: string };

type Adjustment = { refundId: string; kind: AdjustmentKind; by: Adjuster; reason: string };

/** What can be adjusted of a payment, in minor units: 0 unless money was taken. */
export function adjustableMinor(payment: Payment): number {
  const { status, chargedMinor, refundedMinor, reservedMinor, recheck } = payment;
  const isTaken = status === 'Failed' ? recheck?.foundAt !== undefined : isPaidStatus(status);
  return isTaken ? chargedMinor - refundedMinor - reservedMinor : 0;
}

const WITH_OPEN_REFUNDS = {
  tr:
    'Açık iadeler tutar ayırıyor: `Pending` olanı `POST /api/Refund/{id}/reject` ile reddedin, `Processing`' +
    ' olanın sonucunu bekleyin; sonra çağrıyı yineleyin.',
  en:
    'Open refunds hold an amount: reject one that is `Pending` with `POST /api/Refund/{id}/reject`, wait for' +
    ' the outcome of one that is `Processing`; then repeat the call.',
};

/** @throws Rejection REFUND_AMOUNT_EXCEEDED, CONCURRENT_UPDATE while a refund is at the bank */
export function requireAdjustable(payment: Payment, amountMinor: number): void {
  const leftMinor = adjustableMinor(payment);
  if (amountMinor > leftMinor) {
    const facts = {
      refundableAmount: toDecimal(leftMinor),
      reservedAmount: toDecimal(payment.reservedMinor),
    };
    const refusal = new Rejection('REFUND_AMOUNT_EXCEEDED', facts);
    throw payment.reservedMinor > 0 ? refusal.advising(WITH_OPEN_REFUNDS) : refusal;
  }
  // That refund may be this one: its outcome comes first.
  if (payment.refundLock !== undefined) throw new Rejection('CONCURRENT_UPDATE').advising(WITH_OPEN_REFUNDS);
}

export function adjustingRefund(
  payment: Payment,
  { amountMinor, as, bankReferenceNumber }: UnknownRefund,
  { refundId, kind, by, reason }: Adjustment,
  now: Date,
): Refund {
  const refundType = amountMinor === adjustableMinor(payment) ? 'Full' : 'Partial';
  const begun = newRefund(payment, { refundId, amountMinor, refundType, origin: 'Partial', reason }, now);
  const at = now.toISOString();
  const decider =
    'keyId' in by
      ? { requestedBy: by.keyId, decidedBy: by.keyId }
      : { resolution: { kind: 'approved' as const, bankReferenceNumber, by: by.operator, at } };
  return {
    ...completedRefund(
      { ...begun, adjustment: kind, decidedAt: at },
      as === 'Void' ? { as } : { as, bankReferenceNumber },
      now,
    ),
    ...decider,
    ...(payment.status === 'Failed' && { isOfLateSale: true }),
  };
}
