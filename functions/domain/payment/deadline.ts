// The deadline of a page. A buyer who needs more time extends the deadline, repeatedly, up to a day after the
// page was created (WCAG 2.2.1; hosted-page.md 3.8). What lives for longer, as a payment link, has its end
// from the start.
import { LONGEST_PAGE_DAYS } from '../limits.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';

/** The longest lives that a merchant can give a page of an order, and a page for a card. */
export const LONGEST_PAGE_MINUTES = (LONGEST_PAGE_DAYS * DAY_MS) / MINUTE_MS;
export const LONGEST_CARD_PAGE_MINUTES = 10_080;

const EXTENSION_MS = 30 * MINUTE_MS;

type Deadline = { createdAt: string; expiresAt: string };

/** The deadline if the buyer extends it now; undefined if it would not be later. */
export function extendedDeadline({ createdAt, expiresAt }: Deadline, now: Date): string | undefined {
  const latest = Date.parse(createdAt) + DAY_MS;
  const extended = Math.min(now.getTime() + EXTENSION_MS, latest);
  return extended > Date.parse(expiresAt) ? new Date(extended).toISOString() : undefined;
}

/** True if the deadline can be extended just before it ends. */
export const canBeExtended = (page: Deadline): boolean =>
  extendedDeadline(page, new Date(page.expiresAt)) !== undefined;
