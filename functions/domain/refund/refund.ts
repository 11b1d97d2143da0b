// A refund gives back part or all of one payment. refundability.ts judges a request for one, and
// refund-progress.ts has the steps from the decision to the bank's answer.
import { type OutcomeWait, reviewFields } from '../bank/waiting.ts';
import { defined } from '../defined.ts';
import { manualResolution } from '../manual-resolution.ts';
import { CURRENCIES } from '../money.ts';
import { isOfFirstPos, orderMinorOf, type Payment, posOf } from '../payment/payment.ts';
import { Rejection } from '../rejection.ts';
import type { DeclineCode } from '../rejection-table.ts';
import {
  code,
  flag,
  natural,
  object,
  oneOf,
  optional,
  type TextMap,
  text,
  textMap,
  uuid,
  type ValueOf,
  yes,
} from '../shape.ts';
import { NO_VOID_REASONS, type UndoneCode } from './refund-operation.ts';
import { ADJUSTMENTS, REFUND_STATUSES, REFUND_TYPES } from './refund-words.ts';

/** The approved refunds of one order at the bank. They are counted because a refund has no key there. */
const atBankFields = () => ({ count: natural, sumMinor: natural });
export type RefundsAtBank = ValueOf<typeof atBankFields>;

/** What is known of it from the beginning. */
const requestFields = () => ({
  refundId: text,
  merchantId: text,
  /** The payment's reference. */
  transactionId: text,
  orderNumber: text,
  customerId: optional(uuid),
  /** The payment's virtual POS, which gives the money back. Absent: the merchant's first. */
  posId: optional(uuid),
  amountMinor: natural,
  /** Of the amount: the surcharge that goes back with the whole payment. Absent: none, or a part. */
  surchargeMinor: optional(natural),
  currency: oneOf(CURRENCIES),
  refundType: oneOf(REFUND_TYPES),
  /** The endpoint that created it. A request waits for approval; the others are sent to the bank at once. */
  origin: oneOf(['Request', 'Partial', 'Cancellation']),
  /** True if the refund gives back the whole payment: a void then has the same effect. */
  isWhole: flag,
  reason: optional(text),
  description: optional(text),
  metadata: optional(textMap),
  /** The service gives back a sale that was made after its payment had failed. */
  isOfLateSale: optional(yes),
  /** The bank did it by itself: it was only recorded here. */
  adjustment: optional(oneOf(ADJUSTMENTS)),
  /** ISO. */
  createdAt: text,
});

export const refundFields = () => ({
  ...requestFields(),
  status: oneOf(REFUND_STATUSES),
  /** Decided once. Changes only if the state of the bank's batch makes the operation impossible. */
  processedAs: optional(oneOf(['Void', 'Refund'])),
  /** Decided with it; absent: a void, a part, or the bank declined a void for another reason. */
  processedReason: optional(oneOf(NO_VOID_REASONS)),
  /** Starts at 1 and rises by one with each change of `processedAs`. */
  operationNumber: natural,
  /**
   * Stored before the bank is called. `by` is unique per sender, so only one of two concurrent senders finds
   * its own id. `declined`: the bank's code of a decline that may pass, after which the operation is sent
   * again. If absent, this operation is not at the bank: it was never sent, or the bank refused it without
   * effect.
   */
  sent: optional(
    object({ at: text, by: text, before: optional(object(atBankFields())), declined: optional(text) }),
  ),
  /** The epoch of the lease under which it was sent. */
  leaseEpoch: optional(natural),
  /** Since when (ISO) it waits because the bank's refunds of the payment differ from ours. */
  differsSince: optional(text),
  /** Number of inquiries that the sweep has made. */
  inquiries: natural,
  /** How often the bank answered that it refunds only after its batch has closed. */
  postponements: natural,
  /** ISO instant at which the sweep continues with the refund, or rechecks one that has ended. */
  dueAt: optional(text),
  /**
   * A request of it counted as lost, and the refund was sent again. `since` (ISO): the last such time, then
   * the end of the refund; `checks`: number of rechecks since then.
   */
  recheck: optional(object({ since: text, checks: natural })),
  /** All inquiries have been made: the refund waits for a manual resolution. */
  manualReview: optional(yes),
  /** Set with `manualReview`. */
  review: optional(object(reviewFields())),
  /** The manual resolution. */
  resolution: optional(manualResolution()),
  bankReferenceNumber: optional(text),
  errorCode: optional(code<DeclineCode | UndoneCode>()),
  /** The bank's own code, unchanged. */
  bankResponseCode: optional(text),
  bankMessage: optional(text),
  decisionNote: optional(text),
  /** The ids of the API keys that requested and decided it. */
  requestedBy: optional(uuid),
  decidedBy: optional(uuid),
  /** The key that stands for the holder of the requesting key, if it is another one (refunds.md 7.4). */
  requestedByHolder: optional(uuid),
  /** ISO instants. */
  decidedAt: optional(text),
  completedAt: optional(text),
  /** When it became known that the bank declined it. */
  failedAt: optional(text),
});
export type Refund = ValueOf<typeof refundFields>;

export const REFUNDABLE: readonly Payment['status'][] = ['Successful', 'PartiallyRefunded'];

/** The refusal, with the states in which a payment can be refunded. */
export const notRefundable = ({ status }: Pick<Payment, 'status'>): Rejection =>
  new Rejection('PAYMENT_NOT_REFUNDABLE', { status, allowedStatuses: REFUNDABLE });

/** The refusal of a decision: a refund is decided once. */
export const alreadyDecided = ({ refundId, status }: Refund): Rejection =>
  new Rejection('REFUND_INVALID_STATE', { refundId, status, allowedStatuses: ['Pending'] });

export type NewRefund = Pick<
  Refund,
  'refundId' | 'amountMinor' | 'refundType' | 'origin' | 'requestedBy' | 'requestedByHolder' | 'decidedBy'
> & {
  reason?: string | undefined;
  description?: string | undefined;
  metadata?: TextMap | undefined;
};

/** A refund that waits for approval. */
export function newRefund(payment: Payment, request: NewRefund, now: Date): Refund {
  const { reason, description, metadata, ...rest } = request;
  const isWhole = request.amountMinor === payment.chargedMinor;
  const surchargeMinor = isWhole ? payment.chargedMinor - orderMinorOf(payment) : 0;
  return {
    ...rest,
    ...(surchargeMinor > 0 && { surchargeMinor }),
    merchantId: payment.merchantId,
    transactionId: payment.paymentReferenceNumber,
    orderNumber: payment.orderNumber,
    ...defined({ customerId: payment.customerId }),
    ...(!isOfFirstPos(payment) && { posId: posOf(payment) }),
    currency: payment.currency,
    isWhole,
    ...(reason && { reason }),
    ...(description && { description }),
    ...defined({ metadata }),
    status: 'Pending',
    operationNumber: 1,
    inquiries: 0,
    postponements: 0,
    createdAt: now.toISOString(),
  };
}

/** Undefined unless the refund is at the bank, or on its way there. */
export function refundWaiting(refund: Refund): OutcomeWait | undefined {
  const { status, manualReview, review, createdAt, decidedAt = createdAt } = refund;
  if (status !== 'Processing') return undefined;
  if (!manualReview) return { for: 'bank', since: decidedAt, nextCheckAt: refund.dueAt };
  return { for: 'review', since: review?.since ?? decidedAt, nextCheckAt: review?.askAt };
}

/** The fields of a refund that tell who decided it, and why. */
export const decidedBy = ({ keyId }: { keyId: string }, note: string | undefined) => ({
  decidedBy: keyId,
  ...(note && { decisionNote: note }),
});

/** The merchant rejects the refund, which releases its amount. */
export const rejectedRefund = (
  refund: Refund,
  by: { keyId: string },
  note: string | undefined,
  now: Date,
): Refund => ({
  ...refund,
  status: 'Rejected',
  ...decidedBy(by, note),
  decidedAt: now.toISOString(),
});

/** The payment's refunded amount and status after this refund is completed. */
export function paymentAfter(
  payment: Payment,
  refund: Refund,
): Pick<Payment, 'refundedMinor'> & {
  status: 'Cancelled' | 'FullyRefunded' | 'PartiallyRefunded' | 'Failed';
} {
  const refundedMinor = payment.refundedMinor + refund.amountMinor;
  if (refund.isOfLateSale) return { refundedMinor, status: 'Failed' };
  if (refund.origin === 'Cancellation') return { refundedMinor, status: 'Cancelled' };
  const isAll = refundedMinor === payment.chargedMinor;
  return { refundedMinor, status: isAll ? 'FullyRefunded' : 'PartiallyRefunded' };
}
