// The recheck of a payment that failed because its bank did not know the sale. The bank may still make
// the sale later, so it is asked again an hour and a day after the failure (payments.md 5). The same for a
// refund that was sent again (refunds.md 5.12).
import { natural, optional, text, type ValueOf } from '../shape.ts';
import { DAY_MS, HOUR_MS } from '../time/duration.ts';

export const recheckFields = () => ({
  /** When "not found" was accepted as the outcome, ISO. */
  since: text,
  /** Number of checks that found no sale. */
  checks: natural,
  /** Number of inquiries of the current recheck that decided nothing. */
  inquiries: natural,
  /** Set if the sale was made after all: when it was found (ISO), and the bank's reference. */
  foundAt: optional(text),
  bankReferenceNumber: optional(text),
  /** The refund that gives the money back. Absent if the sale counts as the payment of its period. */
  refundId: optional(text),
});
export type Recheck = ValueOf<typeof recheckFields>;

const RECHECKS_AFTER_MS = [HOUR_MS, DAY_MS];

export const firstRecheck = (now: Date): Recheck => ({ since: now.toISOString(), checks: 0, inquiries: 0 });

/** The instant of the next recheck; undefined if all were made. */
export function nextRecheckAt({ since, checks }: Pick<Recheck, 'since' | 'checks'>): Date | undefined {
  const afterMs = RECHECKS_AFTER_MS[checks];
  return afterMs === undefined ? undefined : new Date(Date.parse(since) + afterMs);
}

/** The bank still does not know the sale, or has declined it. */
export const recheckedInVain = ({ since, checks }: Recheck): Recheck => ({
  since,
  checks: checks + 1,
  inquiries: 0,
});

/** The recheck that is due or waits for a person; undefined if there is none. */
export function openRecheck({ status, recheck }: { status: string; recheck?: Recheck }): Recheck | undefined {
  const isOpen = status === 'Failed' && recheck !== undefined && recheck.foundAt === undefined;
  return isOpen && nextRecheckAt(recheck) !== undefined ? recheck : undefined;
}
