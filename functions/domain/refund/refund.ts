// A refund gives back part or all of one payment. This file checks a refund against the payment's amounts;
// refund-progress.ts has the steps from the decision to the bank's answer.

import type { OutcomeWait, Review } from '../bank/waiting.ts';
import { defined } from '../defined.ts';
import { CANCELLATION_HOURS, REFUND_DAYS } from '../limits.ts';
import type { ManualResolution } from '../manual-resolution.ts';
import { type Currency, toDecimal } from '../money.ts';
import { isOfFirstPos, orderMinorOf, type Payment, posOf, refundableMinor } from '../payment/payment.ts';
import { Rejection } from '../rejection.ts';
import type { DeclineCode } from '../rejection-table.ts';
import type { TextMap } from '../shape.ts';
import { DAY_MS, HOUR_MS } from '../time/duration.ts';
import { isCreditLeft, limitReached } from './refund-limit.ts';
import type { NoVoidReason, RefundOperation, UndoneCode } from './refund-operation.ts';

export const REFUND_STATUSES = [
  'Pending',
  'Processing',
  'Completed',
  'Failed',
  'Rejected',
  'Expired',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `Full` gives back everything that remains of the payment. */
export const REFUND_TYPES = ['Full', 'Partial'] as const;
type RefundType = (typeof REFUND_TYPES)[number];

/** The approved refunds of one order at the bank. They are counted because a refund has no key there. */
export type RefundsAtBank = { count: number; sumMinor: number };

export type Refund = {
  refundId: string;
  merchantId: string;
  /** The payment's reference. */
  transactionId: string;
  orderNumber: string;
  customerId?: string;
  /** The payment's virtual POS, which gives the money back. Absent: the merchant's first. */
  posId?: string;
  amountMinor: number;
  /** Of the amount: the surcharge that goes back with the whole payment. Absent: none, or a part. */
  surchargeMinor?: number;
  currency: Currency;
  refundType: RefundType;
  /** The endpoint that created it. A request waits for approval; the others are sent to the bank at once. */
  origin: 'Request' | 'Partial' | 'Cancellation';
  /** True if the refund gives back the whole payment: a void then has the same effect. */
  isWhole: boolean;
  reason?: string;
  description?: string;
  status: RefundStatus;
  /** Decided once. Changes only if the state of the bank's batch makes the operation impossible. */
  processedAs?: RefundOperation;
  /** Decided with it; absent: a void, a part, or the bank declined a void for another reason. */
  processedReason?: NoVoidReason;
  /** Starts at 1 and rises by one with each change of `processedAs`. */
  operationNumber: number;
  /**
   * Stored before the bank is called. `by` is unique per sender, so only one of two concurrent senders finds
   * its own id. `declined`: the bank's code of a decline that may pass, after which the operation is sent
   * again. If absent, this operation is not at the bank: it was never sent, or the bank refused it without
   * effect.
   */
  sent?: { at: string; by: string; before?: RefundsAtBank; declined?: string };
  /** The epoch of the lease under which it was sent. */
  leaseEpoch?: number;
  /** Since when (ISO) it waits because the bank's refunds of the payment differ from ours. */
  differsSince?: string;
  /** Number of inquiries that the sweep has made. */
  inquiries: number;
  /** How often the bank answered that it refunds only after its batch has closed. */
  postponements: number;
  /** ISO instant at which the sweep continues with the refund, or looks again at one that has ended. */
  dueAt?: string;
  /**
   * A request of it counted as lost, and the refund was sent again. `since` (ISO): the last such time, then
   * the end of the refund; `looks`: number of looks since then.
   */
  secondLook?: { since: string; looks: number };
  /** All inquiries have been made: the refund waits for a manual resolution. */
  manualReview?: true;
  /** Set with `manualReview`. */
  review?: Review;
  /** The manual resolution. */
  resolution?: ManualResolution;
  bankReferenceNumber?: string;
  errorCode?: DeclineCode | UndoneCode;
  /** The bank's own code, unchanged. */
  bankResponseCode?: string;
  bankMessage?: string;
  decisionNote?: string;
  metadata?: TextMap;
  /** The ids of the API keys that requested and decided it. */
  requestedBy?: string;
  decidedBy?: string;
  /** If the requesting key came from a rotation: the first key of its line. */
  requestedByFirst?: string;
  /** The service gives back a sale that was made after its payment had failed. */
  isOfLateSale?: true;
  /** ISO instants. */
  createdAt: string;
  decidedAt?: string;
  completedAt?: string;
};

export const REFUND_WINDOW_MS = REFUND_DAYS * DAY_MS;
const CANCELLATION_WINDOW_MS = CANCELLATION_HOURS * HOUR_MS;

const ageMs = ({ paidAt, createdAt }: Payment, nowMs: number) => nowMs - Date.parse(paidAt ?? createdAt);

/** True of the order's amount, with which a shop asks for its whole payment back (refunds.md 2.6). */
const isWholeOrder = (payment: Payment, amountMinor: number): boolean =>
  amountMinor === orderMinorOf(payment) && payment.refundedMinor + payment.reservedMinor === 0;

/**
 * Returns type and amount of the refund that this request is.
 * @throws Rejection PAYMENT_NOT_REFUNDABLE, PAYMENT_ALREADY_REFUNDED, REFUND_WINDOW_EXPIRED,
 * REFUND_LIMIT_REACHED, REFUND_AMOUNT_EXCEEDED, REFUND_TYPE_MISMATCH
 */
export function checkRefund(
  payment: Payment,
  request: Pick<Refund, 'amountMinor' | 'origin'> & { refundType?: RefundType | undefined },
  nowMs: number,
): Pick<Refund, 'refundType' | 'amountMinor'> {
  requireMoneyTaken(payment);
  if (ageMs(payment, nowMs) > REFUND_WINDOW_MS)
    throw new Rejection('REFUND_WINDOW_EXPIRED').at('transactionId');
  if (!isCreditLeft(payment)) throw limitReached().at('transactionId');
  const refundable = refundableMinor(payment);
  const facts = {
    refundableAmount: toDecimal(refundable),
    reservedAmount: toDecimal(payment.reservedMinor),
  };
  const { refundType, origin } = request;
  // In one step, what is asked for goes back and no more.
  const isWhole =
    origin === 'Request' && refundType !== 'Partial' && isWholeOrder(payment, request.amountMinor);
  const amountMinor = isWhole ? payment.chargedMinor : request.amountMinor;
  if (amountMinor > refundable)
    throw waitingForOpen(new Rejection('REFUND_AMOUNT_EXCEEDED', facts), payment).at('amount');
  const isAll = amountMinor === refundable;
  if (refundType === 'Full' && !isAll) throw new Rejection('REFUND_TYPE_MISMATCH', facts).at('refundType');
  return { amountMinor, refundType: refundType ?? (isAll ? 'Full' : 'Partial') };
}

const OPEN_REFUNDS = {
  tr:
    'Süren iadeler tutar ayırır: `GET /api/Refund` ile `transactionId` vererek bulun. `Processing` ise' +
    ' sonucunu bekleyin; `Pending` ise `POST /api/Refund/{id}/approve` ile onaylayın veya' +
    ' `POST /api/Refund/{id}/reject` ile reddedip çağrıyı yineleyin.',
  en:
    'Open refunds hold an amount: find them with `GET /api/Refund` by `transactionId`. If `Processing`,' +
    ' wait for the outcome; if `Pending`, approve it with `POST /api/Refund/{id}/approve`, or reject it' +
    ' with `POST /api/Refund/{id}/reject` and repeat the call.',
};

/** The refusal with the way out of the refunds that hold an amount and may yet end without effect. */
const waitingForOpen = (refusal: Rejection, { reservedMinor }: Payment) =>
  reservedMinor > 0 ? refusal.advising(OPEN_REFUNDS) : refusal;

/** The words of a cancellation about what it gives back, which is always the whole payment. */
export type ToldOfCancellation = { amountMinor?: number | undefined; refundType?: RefundType | undefined };

const WHOLE_ONLY = {
  tr:
    '`amount` ve `refundType` alanlarını çıkarın: iptal, ödemenin tamamını geri verir.' +
    ' Bir kısmını `POST /api/Refund/partial` ile iade edin.',
  en:
    'Leave `amount` and `refundType` out: a cancellation gives back the whole payment.' +
    ' Refund a part with `POST /api/Refund/partial`.',
};

/** The field that asks for something else than the whole payment; undefined if none does. */
export function disagreement(payment: Payment, told: ToldOfCancellation) {
  const { amountMinor = payment.chargedMinor, refundType } = told;
  if (amountMinor !== payment.chargedMinor && amountMinor !== orderMinorOf(payment)) return 'amount';
  return refundType === 'Partial' ? 'refundType' : undefined;
}

/**
 * Returns if the whole payment may be cancelled, and the call asks for nothing else.
 * @throws Rejection PAYMENT_NOT_REFUNDABLE, PAYMENT_ALREADY_REFUNDED, PAYMENT_HAS_REFUNDS,
 * CANCELLATION_WINDOW_EXPIRED, REFUND_AMOUNT_EXCEEDED, REFUND_TYPE_MISMATCH
 */
export function checkCancellation(payment: Payment, nowMs: number, told: ToldOfCancellation = {}): void {
  requireMoneyTaken(payment);
  const { chargedMinor, refundedMinor, reservedMinor } = payment;
  const takenMinor = refundedMinor + reservedMinor;
  if (takenMinor > 0) {
    const refusal = new Rejection('PAYMENT_HAS_REFUNDS').at('transactionId');
    const isRestFree = refundedMinor > 0 && takenMinor < chargedMinor;
    throw isRestFree ? refusal : waitingForOpen(refusal, payment);
  }
  if (ageMs(payment, nowMs) > CANCELLATION_WINDOW_MS) {
    throw new Rejection('CANCELLATION_WINDOW_EXPIRED').at('transactionId');
  }
  const field = disagreement(payment, told);
  if (field === undefined) return;
  const isOver = (told.amountMinor ?? 0) > chargedMinor;
  const facts = { refundableAmount: toDecimal(chargedMinor) };
  const code = isOver ? 'REFUND_AMOUNT_EXCEEDED' : 'REFUND_TYPE_MISMATCH';
  throw new Rejection(code, facts).at(field).advising(WHOLE_ONLY);
}

const REFUNDABLE: readonly Payment['status'][] = ['Successful', 'PartiallyRefunded'];

/** Only a successful payment can be refunded or cancelled (refunds.md 2.1). */
function requireMoneyTaken({ status }: Payment): void {
  if (REFUNDABLE.includes(status)) return;
  if (status === 'FullyRefunded')
    throw new Rejection('PAYMENT_ALREADY_REFUNDED', { status }).at('transactionId');
  throw notRefundable({ status }).at('transactionId');
}

/** The refusal, with the states in which a payment can be refunded. */
export const notRefundable = ({ status }: Pick<Payment, 'status'>): Rejection =>
  new Rejection('PAYMENT_NOT_REFUNDABLE', { status, allowedStatuses: REFUNDABLE });

/** The refusal of a decision: a refund is decided once. */
export const alreadyDecided = ({ refundId, status }: Refund): Rejection =>
  new Rejection('REFUND_INVALID_STATE', { refundId, status, allowedStatuses: ['Pending'] });

type NewRefund = Pick<
  Refund,
  'refundId' | 'amountMinor' | 'refundType' | 'origin' | 'requestedBy' | 'requestedByFirst' | 'decidedBy'
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
