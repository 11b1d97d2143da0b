// The refund of a sale that was made after its payment had failed (payments.md 5.3). It follows the rules of
// every refund: void while the batch is open, one operation at a time, nothing sent twice.
import type { Payment } from '../payment/payment.ts';
import { newRefund, type Refund } from './refund.ts';
import { decidedRefund } from './refund-progress.ts';

/** Decided at once and due for the next sweep. */
export function lateSaleRefund(payment: Payment, refundId: string, now: Date): Refund {
  const whole = newRefund(
    payment,
    { refundId, amountMinor: payment.chargedMinor, refundType: 'Full', origin: 'Cancellation' },
    now,
  );
  return { ...decidedRefund(whole, payment, now), isOfLateSale: true, dueAt: now.toISOString() };
}
