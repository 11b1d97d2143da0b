// Limits against card testing (trying stolen card numbers on a payment page): declines against approvals per
// network address and per card range, and different cards per page. The buyer never sees which limit applied.
import { MINUTE_MS, SECOND_MS } from '../time/duration.ts';

export const DECLINE_WINDOW_MS = 10 * MINUTE_MS;
/** Fewer declines in the window prove nothing. */
export const FEWEST_DECLINES = 10;
/** Usually a third of all attempts is declined. Stolen numbers are nearly all declined. */
const DECLINES_PER_APPROVAL = 4;

/** The declines beside so many approvals from which payments look like card testing (hosted-page.md 6.1). */
export const suspiciousDeclines = (approvals: number): number =>
  Math.max(FEWEST_DECLINES, DECLINES_PER_APPROVAL * approvals);

/** True if the payments of a card range or an address look like stolen numbers. */
export const isCardTesting = ({ declines, approvals }: { declines: number; approvals: number }): boolean =>
  declines >= suspiciousDeclines(approvals);

const WAIT_STEP_MS = 15 * SECOND_MS;
const MOST_WAIT_STEPS = 8;

/** The pause before the next attempt from a suspicious address; it grows with the declines. */
export const addressWaitMs = (declines: number): number =>
  Math.min(MOST_WAIT_STEPS, declines - FEWEST_DECLINES + 1) * WAIT_STEP_MS;

/** A card range is tried again this often: when it is free again depends on all its buyers. */
const RANGE_PAUSE_MS = MINUTE_MS;

/**
 * The time after which a form that a guard has stopped may be sent again; undefined if there is none.
 * `isStopped`: it was stopped just now. Only of an address the page knows the instant.
 */
export function pauseMs(
  { guard, guardedUntil }: { guard?: Guard; guardedUntil?: string },
  isStopped: boolean,
  now: Date,
): number | undefined {
  const leftMs = guard === 'ADDRESS' ? Date.parse(guardedUntil ?? '') - now.getTime() : 0;
  if (leftMs > 0) return leftMs;
  if (!isStopped) return undefined;
  return guard === 'CARD_RANGE' ? RANGE_PAUSE_MS : WAIT_STEP_MS;
}

/** After the first card, a page accepts this many other cards. */
const MAX_OTHER_CARDS = 3;

/** The limit that stopped an attempt before the bank was called. */
export type Guard = 'ADDRESS' | 'CARD_RANGE' | 'CARDS';

/** `marks` identify the cards already tried on the page, `mark` the card to be tried now. */
export function isOneCardTooMany(marks: readonly string[], mark: string): boolean {
  return !marks.includes(mark) && marks.length > MAX_OTHER_CARDS;
}

/** The network by which declines are counted: an IPv4 address, or the /64 of an IPv6 address (one owner). */
export function buyerNetwork(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}
