// What operators hear of a refund: its ends as figures, its troubles as lines.
import type { Refund } from '#domain/refund/refund.ts';
import { type LogFields, type LogLevel, log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

export function reportManualReview(refund: Refund): void {
  if (!refund.manualReview) return;
  logRefund('error', 'refund needs manual review', refund);
  measure({ ManualReviews: 1 }, refundLabels(refund));
}

/** Taken back to Pending is no end: it may be approved again. */
export function reportFinalization(refund: Refund): void {
  const { status, amountMinor, currency } = refund;
  const labels = { ...refundLabels(refund), currency };
  if (status === 'Completed') measure({ RefundsCompleted: 1, RefundedMinor: amountMinor }, labels);
  if (status === 'Failed') measure({ RefundsFailed: 1 }, labels);
}

/** A refund's names, for lines about it. */
export const refundLabels = ({ merchantId, refundId, transactionId: paymentReferenceNumber }: Refund) => ({
  merchantId,
  refundId,
  paymentReferenceNumber,
});

export function logRefund(level: LogLevel, message: string, refund: Refund, more: LogFields = {}): void {
  log(level, message, { ...refundLabels(refund), ...more });
}
