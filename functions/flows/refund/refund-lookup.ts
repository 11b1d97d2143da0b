// Loads the payment or refund of a call, or throws. It is separate from the flow that calls the bank, so that
// endpoints that only reserve or reject do not bundle the bank adapter.
import type { Refund } from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { loadRefund, type StoredRefund } from '#store/refund/refund.ts';
import { correlateWithOrder } from '../order-correlation.ts';

/** The payment that `transactionId` of the body names. Throws PAYMENT_NOT_FOUND. */
export async function requirePayment(merchantId: string, transactionId: string): Promise<PaymentItem> {
  const payment = await loadPayment(merchantId, transactionId);
  if (payment === undefined) throw new Rejection('PAYMENT_NOT_FOUND').at('transactionId');
  correlateWithOrder(payment);
  return payment;
}

/** The payment of a refund that is stored. */
export async function paymentOfRefund({
  merchantId,
  transactionId,
}: Pick<Refund, 'merchantId' | 'transactionId'>): Promise<PaymentItem> {
  const payment = await loadPayment(merchantId, transactionId);
  if (payment === undefined) throw new Error('The payment of this refund no longer exists.');
  return payment;
}

/** Throws REFUND_NOT_FOUND. */
export async function requireRefund(merchantId: string, refundId: string): Promise<StoredRefund> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored === undefined) throw new Rejection('REFUND_NOT_FOUND');
  correlateWithOrder(stored.refund);
  return stored;
}
