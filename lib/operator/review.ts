// Lists payments, charges and refunds that wait for a manual resolution, requests another bank inquiry, and
// stores resolutions. Nothing is finalized here: the resolution is written to the row, and the next sweep
// uses it if the bank's own answer is still unknown.
import type { UnsendableReason } from '#domain/bank/waiting.ts';
import { defined } from '#domain/defined.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import type { SentStep } from '#domain/payment/authorization.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { reviewedRefund } from '#domain/refund/refund-progress.ts';
import { refundStep } from '#domain/refund/refund-step.ts';
import { paymentReferenceOf } from '#flows/recurring-payment/attempt-sale.ts';
import { askedAgainAt, type DueItem, readDue } from '#store/due.ts';
import { writePaymentReview } from '#store/payment/inquiry.ts';
import { loadPayment } from '#store/payment/payment.ts';
import {
  isInReview,
  loadRecurringPayment,
  RECURRING_PAYMENT,
  type RecurringPaymentItem,
} from '#store/recurring-payment/recurring-payment.ts';
import { loadRefund, readRefund } from '#store/refund/refund.ts';
import { writeRefundStep } from '#store/refund/refund-transition.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { reviewPages } from '#store/table/due.ts';
import type { Item } from '#store/table/table.ts';
import { writeAskedCharge } from './review/asked-charge.ts';
import { type BrokenRow, brokenRow } from './review/broken-rows.ts';

/** Identifies a payment (also that of a charge) by its reference, or a refund by its id. */
export type ReviewTarget = { merchantId: string } & (
  | { paymentReferenceNumber: string }
  | { refundId: string }
);

type OpenReview = ReviewTarget & {
  recurringPaymentId?: string;
  amountMinor: number;
  currency: string;
  orderNumber: string;
  /** The order id at the bank. */
  bankOrderId: string;
  /** What is at the bank of a payment whose amount is reserved. */
  step?: SentStep['kind'];
  /** ISO: the start of the payment, charge or step, or the request of the refund. */
  since: string;
  /** ISO: the time of the sweep's next inquiry; absent if none is planned. */
  nextCheckAt?: string;
  /** Why a refund must not be sent; absent if the bank's answers have decided nothing. */
  reason?: UnsendableReason;
};

/** The reason why nothing was written. */
class ReviewError extends Error {}

/** Rows that wait for a person because they contradict themselves (payments.md 7.2). */
export async function listBrokenReviews(): Promise<BrokenRow[]> {
  const pages = await Array.fromAsync(reviewPages());
  return pages.flat().flatMap((item) => brokenRow(item) ?? []);
}

/** Returns the other open reviews of all merchants, oldest first. */
export async function listOpenReviews(): Promise<OpenReview[]> {
  const reviews: OpenReview[] = [];
  for await (const page of reviewPages()) {
    const open = page.filter((item) => isCase(item) && brokenRow(item) === undefined);
    reviews.push(...(await Promise.all(open.map(readDue).map(toOpenReview))));
  }
  return reviews.toSorted((one, other) => (one.since < other.since ? -1 : 1));
}

/** Another row in the review has contradicted itself, and waits for `review -- check`. */
const isCase = ({ sk }: Item) => ['PAYMENT', 'REFUND', 'RECURRING'].includes(sk);

async function toOpenReview(due: DueItem): Promise<OpenReview> {
  const { item } = due;
  const askAt = askedAgainAt(due);
  const next = askAt === undefined ? {} : { nextCheckAt: askAt };
  if (due.noun === 'UNREADABLE') throw new Error('A row in review does not fit.', { cause: due.error });
  if (due.noun === 'REFUND') {
    const { refund } = readRefund(item);
    const { bankOrderId } = await paymentOf(refund.merchantId, refund.transactionId);
    const { merchantId, refundId, amountMinor, currency, orderNumber, createdAt: since, review } = refund;
    const which = { merchantId, refundId, amountMinor, currency, orderNumber, bankOrderId, since };
    return { ...which, ...next, ...defined({ reason: review?.reason }) };
  }
  const { merchantId, paymentReferenceNumber } =
    due.noun === 'PAYMENT' ? due : chargeOf(RECURRING_PAYMENT.read(item));
  const payment = await paymentOf(merchantId, paymentReferenceNumber);
  const { chargedMinor, currency, orderNumber, bankOrderId, recurringPaymentId, createdAt } = payment;
  const { kind, amountMinor = chargedMinor, at: since = createdAt } = payment.authorization?.sent ?? {};
  return {
    merchantId,
    paymentReferenceNumber,
    ...defined({ recurringPaymentId, step: kind }),
    amountMinor,
    currency,
    orderNumber,
    bankOrderId,
    since,
    ...next,
  };
}

function chargeOf({ merchantId, record }: RecurringPaymentItem) {
  const { id, openAttempt } = record;
  if (openAttempt === undefined) throw new ReviewError(`Nothing is in flight of ${id}.`);
  return { merchantId, paymentReferenceNumber: paymentReferenceOf(id, openAttempt) };
}

async function paymentOf(merchantId: string, reference: string): Promise<Payment> {
  const payment = await loadPayment(merchantId, reference);
  if (payment === undefined) throw new ReviewError(`The merchant ${merchantId} has no payment ${reference}.`);
  return payment;
}

/**
 * Requests another bank inquiry by the sweep, which uses the resolution if the bank's answer is still
 * unknown. Throws ReviewError if the target does not wait for a resolution or was changed concurrently.
 */
export async function submitReview(
  target: ReviewTarget,
  now: Date,
  resolution?: ManualResolution,
): Promise<void> {
  const writes =
    'refundId' in target
      ? await reviewRefund(target, now, resolution)
      : await reviewPayment(target, now, resolution);
  const { kind } = await commit(writes);
  if (kind === 'conflict') throw new ReviewError('It does not wait for a person, or changed just now.');
}

type Identification<Name extends string> = { merchantId: string } & Record<Name, string>;

async function reviewRefund(
  { merchantId, refundId }: Identification<'refundId'>,
  now: Date,
  resolution: ManualResolution | undefined,
): Promise<Write[]> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored === undefined) throw new ReviewError(`The merchant ${merchantId} has no refund ${refundId}.`);
  requireOpenReview(stored.refund, resolution);
  const step = refundStep(stored.refund, reviewedRefund(stored.refund, resolution, now), 'Continue');
  return writeRefundStep(stored, undefined, step);
}

function requireOpenReview(refund: Refund, resolution: ManualResolution | undefined): void {
  const { manualReview, sent, differsSince } = refund;
  // One that waits because the bank's refunds differ from ours may hold the amount that is to be adopted.
  if (!manualReview && differsSince === undefined)
    throw new ReviewError('This refund does not wait for a person.');
  // The sweep would send it, beside a payout that the person may be making by other means.
  if (sent === undefined && resolution?.kind !== 'declined') {
    throw new ReviewError(
      'This refund is not at the bank, so there is nothing to ask about and the bank cannot have made it. ' +
        'Record it as declined, or let the merchant approve it again, which sends it.',
    );
  }
}

async function reviewPayment(
  { merchantId, paymentReferenceNumber }: Identification<'paymentReferenceNumber'>,
  now: Date,
  resolution: ManualResolution | undefined,
): Promise<Write[]> {
  const payment = await paymentOf(merchantId, paymentReferenceNumber);
  const at = now.toISOString();
  // The attempt of a failed charge has ended: its payment waits for the result of a recheck.
  if (payment.recurringPaymentId === undefined || payment.status === 'Failed') {
    return [writePaymentReview(payment, at, resolution)];
  }
  const item = await loadRecurringPayment(merchantId, payment.recurringPaymentId);
  const attempt = item?.record.openAttempt;
  if (
    item === undefined ||
    attempt === undefined ||
    !isInReview(item) ||
    chargeOf(item).paymentReferenceNumber !== paymentReferenceNumber
  ) {
    throw new ReviewError('This charge does not wait for a person.');
  }
  return writeAskedCharge(item, { attempt, pendingSale: item.pendingSale }, at, resolution);
}
