// The deadline of a page. A buyer who needs more time extends it ten times (WCAG 2.2.1; hosted-page.md 3.8), in
// all by what the merchant had in mind: the page's own time and half an hour. No page becomes a payment link
// by that: a day after its creation is the last instant. What lives for longer has its end from the start.
import { LONGEST_PAGE_DAYS } from '../limits.ts';
import { DAY_MS, MINUTE_MS } from '../time/duration.ts';

/** The longest lives that a merchant can give a page of an order, and a page for a card. */
export const LONGEST_PAGE_MINUTES = (LONGEST_PAGE_DAYS * DAY_MS) / MINUTE_MS;
export const LONGEST_CARD_PAGE_MINUTES = 10_080;

const EXTENSIONS = 10;
const BESIDE_OWN_TIME_MS = 30 * MINUTE_MS;

/** `firstExpiresAt`: the deadline that the merchant set, of a page that its buyer has extended. */
export type Deadline = { createdAt: string; expiresAt: string; firstExpiresAt?: string };

/** The deadline if the buyer extends it, later by the same time each time; undefined after the last time. */
export function extendedDeadline({ createdAt, expiresAt, firstExpiresAt }: Deadline): string | undefined {
  const first = Date.parse(firstExpiresAt ?? expiresAt);
  const ownMs = first - Date.parse(createdAt);
  const inAllMs = Math.min(ownMs + BESIDE_OWN_TIME_MS, DAY_MS - ownMs);
  const extended = Date.parse(expiresAt) + Math.floor(inAllMs / EXTENSIONS);
  const isLater = inAllMs >= EXTENSIONS && extended <= first + inAllMs;
  return isLater ? new Date(extended).toISOString() : undefined;
}
