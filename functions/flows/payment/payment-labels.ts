// How log lines and metrics name a payment.
import { pageMark } from '#domain/payment/page-token.ts';
import type { Payment } from '#domain/payment/payment.ts';

/** The ids of a payment for log lines and metrics. */
export const paymentLabels = ({ merchantId, paymentReferenceNumber, hostedPageDigest }: Payment) => ({
  merchantId,
  paymentReferenceNumber,
  ...(hostedPageDigest !== undefined && { page: pageMark(hostedPageDigest) }),
});
