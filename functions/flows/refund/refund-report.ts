// Log lines and metrics of refunds.
import type { Refund } from '#domain/refund/refund.ts';
import type { RefundStep } from '#domain/refund/refund-step.ts';
import { type LogFields, type LogLevel, log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

/**
 * Measures a refund that has ended, and one that begins to need a person. An approval that was undone leaves
 * its refund Pending: it has not ended.
 */
export function reportRefundStep(step: RefundStep, before: Refund): void {
  const { refund, isGivenBackElsewhere, refusedWith } = step;
  const { status, amountMinor, currency } = refund;
  const manualReview = refund.manualReview && !before.manualReview;
  if (isGivenBackElsewhere) logRefund('error', 'the bank has given back what our books do not show', refund);
  if (manualReview) logRefund('error', 'refund needs manual review', refund);
  if (refusedWith !== undefined) {
    const bankResponseCode = refusedWith;
    logRefund('error', 'the bank refuses the settings of the merchant', refund, { bankResponseCode });
    measure({ MerchantFaults: 1 }, { ...refundLabels(refund), bankResponseCode });
  }
  const counts = {
    ...(status === 'Completed' && { RefundsCompleted: 1, RefundedMinor: amountMinor }),
    ...(status === 'Failed' && { RefundsFailed: 1 }),
    ...(manualReview && { ManualReviews: 1 }),
  };
  if (Object.keys(counts).length > 0) measure(counts, { ...refundLabels(refund), currency });
}

export const refundLabels = ({ merchantId, refundId, transactionId: paymentReferenceNumber }: Refund) => ({
  merchantId,
  refundId,
  paymentReferenceNumber,
});

export function logRefund(level: LogLevel, message: string, refund: Refund, labels: LogFields = {}): void {
  log(level, message, { ...refundLabels(refund), ...labels });
}
