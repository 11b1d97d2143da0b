// What a comparison of our books with a bank's can find of one payment (reconciliation.md 2).
import type { RefundOperation } from '../refund/refund-operation.ts';

export const DIFFERENCES = ['NotRecorded', 'NotTaken', 'AmountDiffers', 'RefundsDiffer'] as const;
/**
 * `NotRecorded`: the bank has taken money, and our payment has failed. `NotTaken`: our payment is paid, and
 * the bank has no sale. The others: both have a sale.
 */
export type DifferenceKind = (typeof DIFFERENCES)[number];

/** The amounts that one side has taken and given back, in minor units. */
export type Sums = { takenMinor: number; givenBackMinor: number };

/** A refund of the bank that none of our references names. A void is named by the reference of its sale. */
export type UnknownRefund = { bankReferenceNumber: string; amountMinor: number; as: RefundOperation };

/** `refunds`: what the bank has given back and none of our references names, if it has given back more. */
export type BookDifference = { kind: DifferenceKind; ours: Sums; bank: Sums; refunds?: UnknownRefund[] };

/** A difference as its payment tells it. `since`: ISO. */
export type ToldDifference = Omit<BookDifference, 'ours'> & { since: string };
