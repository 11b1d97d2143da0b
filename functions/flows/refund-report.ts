// What operators hear of a refund: its ends as figures, its troubles as lines.
import type { Refund } from '#domain/refund.ts';
import { type LogFields, type LogLevel, log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

export function reportManualReview(refund: Refund): void {
  if (!refund.manualReview) return;
  report('error', 'refund needs manual review', refund);
  measure({ ManualReviews: 1 }, nameRefund(refund));
}

/** Taken back to Pending is no end: it may be approved again. */
export function reportEnd(refund: Refund): void {
  const { status, amountMinor, currency } = refund;
  const whose = { ...nameRefund(refund), currency };
  if (status === 'Completed') measure({ RefundsCompleted: 1, RefundedMinor: amountMinor }, whose);
  if (status === 'Failed') measure({ RefundsFailed: 1 }, whose);
}

/** A refund's names, for lines about it. */
export const nameRefund = ({ merchantId, refundId, transactionId: paymentReferenceNumber }: Refund) => ({
  merchantId,
  refundId,
  paymentReferenceNumber,
});

export function report(level: LogLevel, message: string, refund: Refund, more: LogFields = {}): void {
  log(level, message, { ...nameRefund(refund), ...more });
}
