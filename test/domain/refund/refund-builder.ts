// Builds payments and refunds for the tests of the pure rules. `more` overrides single fields.
import type { Payment } from '#domain/payment/payment.ts';
import { newRefund, type Refund } from '#domain/refund/refund.ts';
import { decidedRefund, sentRefund } from '#domain/refund/refund-progress.ts';

/** Noon in Istanbul. */
export const NOON = new Date('2026-11-20T09:00:00Z');

export function paymentOf(more: Partial<Payment> = {}): Payment {
  return {
    paymentReferenceNumber: 'PAY-01JD000000000000000000000A',
    merchantId: 'merchant',
    orderNumber: 'ORDER-1',
    chargedMinor: 10_000,
    currency: 'TRY',
    installment: 1,
    status: 'Successful',
    refundedMinor: 0,
    reservedMinor: 0,
    maskedCardNumber: '552879******0008',
    cardAssociation: 'MASTERCARD',
    bankOrderId: 'PAY01JD000000000000000000000A',
    leaseEpoch: 1,
    threeDSecure: false,
    source: 'HostedPage',
    createdAt: NOON.toISOString(),
    paidAt: NOON.toISOString(),
    inquiries: 0,
    ...more,
  };
}

export function refundOf(more: Partial<Refund> = {}, payment = paymentOf()): Refund {
  const amountMinor = more.amountMinor ?? 4_000;
  const request = { refundId: 'refund-1', amountMinor, refundType: 'Partial', origin: 'Request' } as const;
  return { ...newRefund(payment, { ...request, reason: 'Kırık' }, NOON), ...more };
}

/** A refund that is decided and about to be sent at noon. The bank has refunded nothing before. */
export function sentRefundOf(more: Partial<Refund> = {}, payment = paymentOf()): Refund {
  const decided = decidedRefund(refundOf({}, payment), payment, NOON);
  return { ...sentRefund(decided, 'sender', { count: 0, sumMinor: 0 }, NOON), ...more };
}
