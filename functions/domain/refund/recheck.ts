// The recheck of a refund that was sent again because its first request counted as lost. That request may
// still reach the bank, which then gives the money back twice: the bank's refunds of the payment are compared
// with ours an hour and a day after the refund has ended (refunds.md 5.12).
import { nextRecheckAt } from '../payment/recheck.ts';
import type { Refund } from './refund.ts';

type Rechecks = NonNullable<Refund['recheck']>;

export const firstRecheck = (now: Date): Rechecks => ({ since: now.toISOString(), checks: 0 });

/** The recheck that is due at a refund that has ended; undefined if there is none. */
export function dueRecheck({ status, recheck, dueAt }: Refund, now: Date): Rechecks | undefined {
  const isDue = status !== 'Processing' && dueAt !== undefined && dueAt <= now.toISOString();
  return isDue ? recheck : undefined;
}

/** The refund with its next recheck; not due at all after the last one. */
export function withRechecks({ dueAt: _, ...refund }: Refund, recheck: Rechecks): Refund {
  const at = nextRecheckAt(recheck);
  return { ...refund, recheck, ...(at && { dueAt: at.toISOString() }) };
}

/** The recheck was made. */
export const rechecked = (refund: Refund, { since, checks }: Rechecks): Refund =>
  withRechecks(refund, { since, checks: checks + 1 });
