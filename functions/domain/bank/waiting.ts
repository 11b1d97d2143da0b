// What a payment, refund or charge without an outcome waits for, so that a merchant can tell a minute from
// days; and the review that begins when the inquiries have decided nothing (payments.md 3.8 and 3.9).
import { DAY_MS } from '../time/duration.ts';

export type Waiting = {
  /** `review`: the inquiries have decided nothing. A person looks, and the bank is asked once a day. */
  for: 'bank' | 'review';
  /** ISO instants. */
  since: string;
  /** When the bank is asked next; absent if that is not known, or if only a person goes on. */
  nextCheckAt?: string | undefined;
};

/** Stored with what waits for a person; rows of the version before have none. */
export type Review = {
  since: string;
  /** When the bank is asked again; absent if there is nothing to ask about. ISO. */
  askAt?: string;
};

/** It goes on waiting for a person, and the bank is asked again a day later. */
export const askedReview = (before: Review | undefined, now: Date): Review => ({
  since: before?.since ?? now.toISOString(),
  askAt: new Date(now.getTime() + DAY_MS).toISOString(),
});
