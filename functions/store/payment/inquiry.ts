// The writes for the next inquiry about a payment whose outcome is not known, and for the review after the
// last inquiry.
import type { Review } from '#domain/bank/waiting.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Write } from '../table/commit.ts';
import { dueAttributes, REVIEW_PARTITION, reviewAttributes } from '../table/keys.ts';
import { PAYMENT } from './payment.ts';
import { asRead, stillProcessing, updateOf } from './payment-writes.ts';

/** The step after an inquiry that decided nothing: the next inquiry, or a review. */
export type PlannedInquiry = { inquiries: number } & ({ inquiryAt: string } | { review: Review });

/** Conflicts if the payment was finalized or resolved since it was read. */
export const writePaymentInquiry = (payment: Payment, planned: PlannedInquiry): Write => ({
  ...plannedUpdate(payment, planned),
  condition: asRead(payment),
});

/** The sweep finds a charge by its recurring payment, so a charge's payment is not in the due index. */
export function plannedUpdate(payment: Payment, planned: PlannedInquiry) {
  const { paymentReferenceNumber: id, recurringPaymentId } = payment;
  const place =
    'review' in planned
      ? reviewAttributes('PAYMENT', id, planned.review.askAt)
      : dueAttributes('PAYMENT', id, planned.inquiryAt);
  return {
    ...updateOf(payment),
    set: { ...PAYMENT.attributes(planned), ...(recurringPaymentId === undefined && place) },
    remove: ['review' in planned ? 'inquiryAt' : 'review'],
  };
}

/**
 * Stores the next inquiry of a charge in its payment, and the resolution of an operator, if any. The sweep
 * applies the resolution after its inquiry.
 */
export function writeChargeReview(
  payment: Pick<Payment, 'merchantId' | 'paymentReferenceNumber'>,
  inquiryAt: string,
  resolution?: ManualResolution,
): Write {
  return {
    ...updateOf(payment),
    set: PAYMENT.attributes({ inquiryAt, ...(resolution && { resolution }) }),
    remove: ['review'],
    condition: stillProcessing,
  };
}

/** The sale is sent again to the stored card, without the proof of the buyer's challenge. */
export const writeWithoutProof = (payment: Payment): Write => ({
  ...updateOf(payment),
  set: PAYMENT.attributes({ threeDSecure: false }),
  remove: ['mdStatus', 'eci'],
  condition: stillProcessing,
});

/** A bank has made the sale under this order id, in a time that the table does not know. */
export const writeLostOrderId = (
  payment: Payment,
  sold: Pick<Payment, 'bankOrderId'> & { posId: string },
): Write => ({
  ...updateOf(payment),
  set: PAYMENT.attributes({ bankOrderId: sold.bankOrderId, posId: sold.posId }),
  condition: stillProcessing,
});

/** Moves the next inquiry from `planned` to `at`; a conflict if another time is planned by now. */
export function writePaymentDue(payment: Payment, at: string, planned: string): Write {
  const { paymentReferenceNumber: id } = payment;
  return {
    ...updateOf(payment),
    set: { inquiryAt: at, ...dueAttributes('PAYMENT', id, at) },
    condition: {
      expression: '#status IN (:processing, :authorized) AND #dueSk = :planned',
      values: {
        ...{ ':processing': 'Processing', ':authorized': 'Authorized' },
        ':planned': dueAttributes('PAYMENT', id, planned).dueSk,
      },
    },
  };
}

/** Makes the payment due: the sweep asks the bank once more, then applies the manual resolution, if any. */
export function writePaymentReview(payment: Payment, at: string, resolution?: ManualResolution): Write {
  const { paymentReferenceNumber: id } = payment;
  return {
    ...updateOf(payment),
    set: {
      inquiryAt: at,
      ...dueAttributes('PAYMENT', id, at),
      ...(resolution && PAYMENT.attributes({ resolution })),
    },
    remove: ['review'],
    condition: {
      // Failed: the sale of a recheck is reviewed. Authorized: a capture or release.
      expression: '#status IN (:processing, :failed, :authorized) AND #duePk = :review',
      values: {
        ':processing': 'Processing',
        ':failed': 'Failed',
        ':authorized': 'Authorized',
        ':review': REVIEW_PARTITION,
      },
    },
  };
}
