// When the bank is asked next about a payment whose outcome is not known, and the review after the last
// inquiry.
import type { Review } from '#domain/bank/waiting.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Write } from '../table/commit.ts';
import { dueAttributes, REVIEW_PARTITION, reviewAttributes } from '../table/keys.ts';
import { asRead, PAYMENT, stillProcessing, updateOf } from './payment.ts';

/** What follows an inquiry that decided nothing: the next one, or a review. */
export type PlannedInquiry = { inquiries: number } & ({ inquiryAt: string } | { review: Review });

/** The sweep finds a charge by its recurring payment, so its payment only tells what it waits for. */
export function writePaymentInquiry(payment: Payment, planned: PlannedInquiry): Write {
  const { paymentReferenceNumber: id, recurringPaymentId } = payment;
  const place =
    'review' in planned
      ? reviewAttributes('PAYMENT', id, planned.review.askAt)
      : dueAttributes('PAYMENT', id, planned.inquiryAt);
  return {
    ...updateOf(payment),
    set: { ...PAYMENT.attributes(planned), ...(recurringPaymentId === undefined && place) },
    remove: ['review' in planned ? 'inquiryAt' : 'review'],
    condition: asRead(payment),
  };
}

/**
 * The bank is asked about a charge at `inquiryAt`: the payment tells of it, and stores what an operator found
 * at the bank, if anything. The sweep applies that after its inquiry.
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

/** Moves the next inquiry from `planned` to `at`; a conflict if it is planned otherwise by now. */
export function writePaymentDue(payment: Payment, at: string, planned: string): Write {
  const { paymentReferenceNumber: id } = payment;
  return {
    ...updateOf(payment),
    set: { inquiryAt: at, ...dueAttributes('PAYMENT', id, at) },
    condition: {
      expression: `${stillProcessing.expression} AND #dueSk = :planned`,
      values: { ...stillProcessing.values, ':planned': dueAttributes('PAYMENT', id, planned).dueSk },
    },
  };
}

/** Makes the payment due: the sweep asks the bank once more, then applies the manual resolution, if any. */
export function writePaymentReview(payment: Payment, at: string, resolution?: ManualResolution): Write {
  const { paymentReferenceNumber: id } = payment;
  return {
    ...updateOf(payment),
    set: {
      ...{ inquiryAt: at, ...dueAttributes('PAYMENT', id, at) },
      ...(resolution && PAYMENT.attributes({ resolution })),
    },
    remove: ['review'],
    condition: {
      // Failed: the sale of a second look is reviewed.
      expression: '#status IN (:processing, :failed) AND #duePk = :review',
      values: { ':processing': 'Processing', ':failed': 'Failed', ':review': REVIEW_PARTITION },
    },
  };
}
