// A refund gives back part or all of one payment. What it may be is judged here, against the payment's
// amounts; what the bank makes of it is told in refund-progress.ts.

import type { ManualResolution } from '../manual-resolution.ts';
import type { Currency } from '../money.ts';
import { toDecimal } from '../money.ts';
import { type Payment, refundableMinor } from '../payment/payment.ts';
import { type BankRefusalCode, Rejection } from '../rejection.ts';
import { DAY_MS } from '../time/duration.ts';

export const REFUND_STATUSES = ['Pending', 'Processing', 'Completed', 'Failed', 'Rejected'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `Full` gives back all that remains of the payment. */
export const REFUND_TYPES = ['Full', 'Partial'] as const;
type RefundType = (typeof REFUND_TYPES)[number];

/** A void leaves no trace on the cardholder's statement and is possible until the bank closes its batch. */
export type RefundOperation = 'Void' | 'Refund';

/** Refunds of one order that stand at the bank: a refund has no key there, so they are counted. */
export type RefundsAtBank = { count: number; sumMinor: number };

export type Refund = {
  refundId: string;
  merchantId: string;
  /** The payment's reference. */
  transactionId: string;
  orderNumber: string;
  amountMinor: number;
  currency: Currency;
  refundType: RefundType;
  /** By which door it came: a request waits for approval, the others go to the bank at once. */
  origin: 'Request' | 'Partial' | 'Cancellation';
  /** It gives back the whole payment, so that a void does the same. */
  isWhole: boolean;
  reason?: string;
  description?: string;
  status: RefundStatus;
  /** Decided once; changes only when the bank says that its batch makes it impossible. */
  processedAs?: RefundOperation;
  /** 1, and one more with every such change. */
  operationNumber: number;
  /**
   * Written before the bank hears of it, `by` an id that no other sender has: of two who would send at the
   * same moment only one finds its own. Absent: the bank certainly knows nothing of this operation.
   */
  sent?: { at: string; by: string; before?: RefundsAtBank };
  /** How often the sweep has looked after it. */
  inquiries: number;
  /** How often the bank said that it refunds only after its batch has closed. */
  postponements: number;
  /** When the sweep looks after it, ISO; nobody does unless it is Processing. */
  dueAt?: string;
  /** The bank has been asked as often as makes sense: a person must look. */
  manualReview?: true;
  /** What that person found. */
  verdict?: ManualResolution;
  bankReferenceNumber?: string;
  errorCode?: BankRefusalCode | 'BANK_UNAVAILABLE';
  /** What the bank said, as it said it. */
  bankResponseCode?: string;
  bankMessage?: string;
  decisionNote?: string;
  /** ISO instants. */
  createdAt: string;
  decidedAt?: string;
  completedAt?: string;
};

const REFUND_WINDOW_MS = 365 * DAY_MS;
const CANCELLATION_WINDOW_MS = DAY_MS;

const ageMs = ({ paidAt, createdAt }: Payment, nowMs: number) => nowMs - Date.parse(paidAt ?? createdAt);

/**
 * Which type a refund of this amount is. Throws PAYMENT_NOT_REFUNDABLE, PAYMENT_ALREADY_REFUNDED,
 * REFUND_WINDOW_EXPIRED, REFUND_AMOUNT_EXCEEDED or REFUND_TYPE_MISMATCH.
 */
export function judgeRefund(
  payment: Payment,
  asked: { amountMinor: number; refundType?: RefundType | undefined },
  nowMs: number,
): RefundType {
  requireMoneyTaken(payment);
  if (ageMs(payment, nowMs) > REFUND_WINDOW_MS) throw new Rejection('REFUND_WINDOW_EXPIRED');
  const refundable = refundableMinor(payment);
  const facts = { refundableAmount: toDecimal(refundable) };
  if (asked.amountMinor > refundable) throw new Rejection('REFUND_AMOUNT_EXCEEDED', facts);
  const isAll = asked.amountMinor === refundable;
  if (asked.refundType === 'Full' && !isAll) throw new Rejection('REFUND_TYPE_MISMATCH', facts);
  return asked.refundType ?? (isAll ? 'Full' : 'Partial');
}

/**
 * Whether a payment may be cancelled as a whole. Throws PAYMENT_NOT_REFUNDABLE, PAYMENT_ALREADY_REFUNDED,
 * PAYMENT_HAS_REFUNDS or CANCELLATION_WINDOW_EXPIRED.
 */
export function judgeCancellation(payment: Payment, nowMs: number): void {
  requireMoneyTaken(payment);
  if (payment.refundedMinor + payment.reservedMinor > 0) throw new Rejection('PAYMENT_HAS_REFUNDS');
  if (ageMs(payment, nowMs) > CANCELLATION_WINDOW_MS) throw new Rejection('CANCELLATION_WINDOW_EXPIRED');
}

/** Only a successful payment can be refunded or cancelled (refunds.md 2.1). */
function requireMoneyTaken({ status }: Payment): void {
  if (status === 'Successful' || status === 'PartiallyRefunded') return;
  throw new Rejection(status === 'FullyRefunded' ? 'PAYMENT_ALREADY_REFUNDED' : 'PAYMENT_NOT_REFUNDABLE');
}

type NewRefund = Pick<Refund, 'refundId' | 'amountMinor' | 'refundType' | 'origin'> & {
  reason?: string | undefined;
  description?: string | undefined;
};

/** A request for approval, as it is stored. */
export function newRefund(payment: Payment, asked: NewRefund, now: Date): Refund {
  const { reason, description, ...rest } = asked;
  return {
    ...rest,
    merchantId: payment.merchantId,
    transactionId: payment.paymentReferenceNumber,
    orderNumber: payment.orderNumber,
    currency: payment.currency,
    isWhole: asked.amountMinor === payment.amountMinor,
    ...(reason && { reason }),
    ...(description && { description }),
    status: 'Pending',
    operationNumber: 1,
    inquiries: 0,
    postponements: 0,
    createdAt: now.toISOString(),
  };
}

/** A merchant's no. The amount is free again. */
export function rejectedRefund(refund: Refund, note: string | undefined, now: Date): Refund {
  return {
    ...refund,
    status: 'Rejected',
    decidedAt: now.toISOString(),
    ...(note && { decisionNote: note }),
  };
}

/** What a payment has become when this refund of it is completed. */
export function paymentAfter(
  payment: Payment,
  refund: Refund,
): Pick<Payment, 'refundedMinor'> & { status: 'Cancelled' | 'FullyRefunded' | 'PartiallyRefunded' } {
  const refundedMinor = payment.refundedMinor + refund.amountMinor;
  if (refund.origin === 'Cancellation') return { refundedMinor, status: 'Cancelled' };
  const isAll = refundedMinor === payment.amountMinor;
  return { refundedMinor, status: isAll ? 'FullyRefunded' : 'PartiallyRefunded' };
}
