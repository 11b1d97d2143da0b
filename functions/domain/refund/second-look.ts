// The second look at a refund that was sent again because its first request counted as lost. That request may
// still reach the bank, which then gives the money back twice: the bank's refunds of the payment are compared
// with ours an hour and a day after the refund has ended (refunds.md 5.12).
import { nextLookAt } from '../payment/second-look.ts';
import type { Refund } from './refund.ts';

type SecondLooks = NonNullable<Refund['secondLook']>;

export const firstLook = (now: Date): SecondLooks => ({ since: now.toISOString(), looks: 0 });

/** The look that is due at a refund that has ended; undefined if there is none. */
export function dueLook({ status, secondLook, dueAt }: Refund, now: Date): SecondLooks | undefined {
  const isDue = status !== 'Processing' && dueAt !== undefined && dueAt <= now.toISOString();
  return isDue ? secondLook : undefined;
}

/** The refund with its next look; not due at all after the last one. */
export function withLooks({ dueAt: _, ...refund }: Refund, secondLook: SecondLooks): Refund {
  const at = nextLookAt(secondLook);
  return { ...refund, secondLook, ...(at && { dueAt: at.toISOString() }) };
}

/** The look was made. */
export const lookedAgain = (refund: Refund, { since, looks }: SecondLooks): Refund =>
  withLooks(refund, { since, looks: looks + 1 });
