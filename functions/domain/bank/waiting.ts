// The reason why a payment, refund or charge has no outcome yet, which shows a merchant whether to expect
// minutes or days; and the review that begins when the inquiries have decided nothing (payments.md 3.8 and
// 3.9).
import { oneOf, optional, text, type ValueOf } from '../shape.ts';
import { DAY_MS } from '../time/duration.ts';

export type OutcomeWait = {
  /** `review`: the inquiries have decided nothing. A person looks, and the bank is asked once a day. */
  for: 'bank' | 'review';
  /** ISO instants. */
  since: string;
  /** The next inquiry; absent if its time is not known, or if only a person can continue. */
  nextCheckAt?: string | undefined;
};

/** The bank's history of the order is too long to be read, or as many refunds were sent as are allowed. */
const UNSENDABLE_REASONS = ['HistoryTooLong', 'RefundLimitReached'] as const;
export type UnsendableReason = (typeof UNSENDABLE_REASONS)[number];

/** Stored in a row that waits for a person. */
export const reviewFields = () => ({
  since: text,
  /** Why a refund must not be sent; absent if inquiries have decided nothing. */
  reason: optional(oneOf(UNSENDABLE_REASONS)),
  /** The next inquiry (ISO); absent if there is nothing to ask the bank about. */
  askAt: optional(text),
});
export type Review = ValueOf<typeof reviewFields>;

/** The review after an inquiry at `now`: the bank is asked again a day later. */
export const askedReview = (before: Review | undefined, now: Date): Review => ({
  since: before?.since ?? now.toISOString(),
  askAt: new Date(now.getTime() + DAY_MS).toISOString(),
});
