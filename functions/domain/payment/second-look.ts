// The second look at a payment that failed because its bank did not know the sale. The bank may still make
// the sale later, so it is asked again an hour and a day after the failure (payments.md 5). The same for a
// refund that was sent again (refunds.md 5.12).
import { DAY_MS, HOUR_MS } from '../time/duration.ts';

export type SecondLook = {
  /** When "not found" was accepted as the outcome, ISO. */
  since: string;
  /** Number of looks that found no sale. */
  looks: number;
  /** Number of inquiries of the current look that decided nothing. */
  inquiries: number;
  /** Set if the sale was made after all: when it was found (ISO), and the bank's reference. */
  foundAt?: string;
  bankReferenceNumber?: string;
  /** The refund that gives the money back. Absent if the sale counts as the payment of its period. */
  refundId?: string;
};

const LOOKS_AFTER_MS = [HOUR_MS, DAY_MS];

export const firstLook = (now: Date): SecondLook => ({ since: now.toISOString(), looks: 0, inquiries: 0 });

/** The instant of the next look; undefined if all were made. */
export function nextLookAt({ since, looks }: Pick<SecondLook, 'since' | 'looks'>): Date | undefined {
  const afterMs = LOOKS_AFTER_MS[looks];
  return afterMs === undefined ? undefined : new Date(Date.parse(since) + afterMs);
}

/** The bank still does not know the sale, or has declined it. */
export const lookedInVain = ({ since, looks }: SecondLook): SecondLook => ({
  since,
  looks: looks + 1,
  inquiries: 0,
});

/** The look that is due or waits for a person; undefined if there is none. */
export function openLook({
  status,
  secondLook,
}: {
  status: string;
  secondLook?: SecondLook;
}): SecondLook | undefined {
  const isOpen = status === 'Failed' && secondLook !== undefined && secondLook.foundAt === undefined;
  return isOpen && nextLookAt(secondLook) !== undefined ? secondLook : undefined;
}
