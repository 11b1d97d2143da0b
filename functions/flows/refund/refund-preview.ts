// The preview of a refund that a call would send: refuses what the call would refuse without asking the bank
// (refunds.md 10).

import type { Payment } from '#domain/payment/payment.ts';
import { type RefundingKey, requireOneKeyEnough } from '#domain/refund/four-eyes.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { isCreditLeft, limitReached } from '#domain/refund/refund-limit.ts';
import { previewRefund, type RefundPreview } from '#domain/refund/refund-preview.ts';
import { Rejection } from '#domain/rejection.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import { isUnreachable } from '../bank-gate.ts';
import { connectionFor } from './refund-for-call.ts';
import { requirePayment } from './refund-lookup.ts';

/**
 * `refund`: pending, and reserved if it is stored. Throws what the call would throw before it asks the bank:
 * PAYMENT_NOT_REFUNDABLE, SERVICE_STANDBY, REFUND_LIMIT_REACHED, BANK_UNAVAILABLE.
 */
export async function previewSending(
  payment: PaymentItem,
  refund: Refund,
  stored: { isReserved: boolean },
  now: Date,
): Promise<RefundPreview> {
  const { access } = await connectionFor(payment);
  const preview = previewRefund(payment, refund, { now, ...stored });
  const facts = stored.isReserved ? { refundId: refund.refundId } : {};
  if (preview.refund.processedAs === 'Refund' && !isCreditLeft(payment)) throw limitReached(facts);
  if (await isUnreachable(access.address)) throw new Rejection('BANK_UNAVAILABLE', facts);
  return preview;
}

/** The same of a refund that is requested and sent by one call. */
export async function previewInOneStep(
  { caller, now }: { caller: { merchantId: string } & RefundingKey; now: Date },
  transactionId: string,
  judge: (payment: Payment) => Refund,
): Promise<RefundPreview> {
  const payment = await requirePayment(caller.merchantId, transactionId);
  const refund = judge(payment);
  requireOneKeyEnough(payment, refund.amountMinor, caller);
  return await previewSending(payment, refund, { isReserved: false }, now);
}
