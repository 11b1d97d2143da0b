// A refund that the bank made without us, for example in its portal, and that an operator records (refunds.md
// 8.4). It begins as Completed: nothing of it is sent.
import type { Payment } from '../payment/payment.ts';
import { newRefund, type Refund } from './refund.ts';
import type { UnknownRefund } from './refund-history.ts';
import { completedRefund } from './refund-progress.ts';

type Adoption = { refundId: string; by: string; reason: string };

/** What can be adopted of a payment, in minor units: 0 unless money was taken. */
export function adoptableMinor(payment: Payment): number {
  const { status, chargedMinor, refundedMinor, reservedMinor, secondLook } = payment;
  const isTaken = status === 'Failed' ? secondLook?.foundAt !== undefined : status !== 'Processing';
  return isTaken ? chargedMinor - refundedMinor - reservedMinor : 0;
}

export function adoptedRefund(
  payment: Payment,
  { amountMinor, as, bankReferenceNumber }: UnknownRefund,
  { refundId, by, reason }: Adoption,
  now: Date,
): Refund {
  const refundType = amountMinor === adoptableMinor(payment) ? 'Full' : 'Partial';
  const begun = newRefund(payment, { refundId, amountMinor, refundType, origin: 'Partial', reason }, now);
  const at = now.toISOString();
  return {
    ...completedRefund(
      { ...begun, decidedAt: at },
      as === 'Void' ? { as } : { as, bankReferenceNumber },
      now,
    ),
    resolution: { kind: 'approved', bankReferenceNumber, by, at },
    ...(payment.status === 'Failed' && { isOfLateSale: true }),
  };
}
