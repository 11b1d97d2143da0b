// How log lines and metrics name a payment, and the line of its sale.
import type { SaleOutcome } from '#acquirer/acquirer.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

/** The ids of a payment for log lines and metrics. */
export const paymentLabels = ({ merchantId, paymentReferenceNumber, hostedPageDigest }: Payment) => ({
  merchantId,
  paymentReferenceNumber,
  ...(hostedPageDigest !== undefined && { page: pageMark(hostedPageDigest) }),
});

export function reportSale(payment: Payment, outcome: SaleOutcome): void {
  log(outcome.kind === 'unknown' ? 'warn' : 'info', 'bank sale', {
    ...paymentLabels(payment),
    outcome: outcome.kind,
    ...(outcome.kind === 'declined' && { bankResponseCode: outcome.code, errorCode: outcome.errorCode }),
    ...('reason' in outcome && { reason: outcome.reason }),
  });
}

/** The inquiries have ended without an outcome: a person must look. */
export function reportReview(payment: Payment): void {
  const which = paymentLabels(payment);
  log('error', 'payment needs manual review', which);
  measure({ ManualReviews: 1 }, which);
}
