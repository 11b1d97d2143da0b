// What a comparison of our books with a bank's can find of one payment (reconciliation.md 2).
import { listOf, natural, object, oneOf, optional, text, type ValueOf } from '../shape.ts';

export const DIFFERENCES = ['NotRecorded', 'NotTaken', 'AmountDiffers', 'RefundsDiffer'] as const;
/**
 * `NotRecorded`: the bank has taken money, and our payment has failed. `NotTaken`: our payment is paid, and
 * the bank has no sale. The others: both have a sale.
 */
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** The amounts that one side has taken and given back, in minor units. */
export const sumsFields = () => ({ takenMinor: natural, givenBackMinor: natural });
export type Sums = ValueOf<typeof sumsFields>;

/** A refund of the bank that none of our references names. A void is named by the reference of its sale. */
export const unknownRefundFields = () => ({
  bankReferenceNumber: text,
  amountMinor: natural,
  as: oneOf(['Void', 'Refund']),
});
export type UnknownRefund = ValueOf<typeof unknownRefundFields>;

/** A difference as its payment tells it. */
export const toldDifferenceFields = () => ({
  kind: oneOf(DIFFERENCES),
  /** ISO. */
  since: text,
  bank: object(sumsFields()),
  /** What the bank has given back and none of our references names; absent if it has not given back more. */
  refunds: optional(listOf(object(unknownRefundFields()))),
});
export type ToldDifference = ValueOf<typeof toldDifferenceFields>;

export type BookDifference = Omit<ToldDifference, 'since'> & { ours: Sums };
