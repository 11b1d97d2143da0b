// Limits against card testing (trying stolen card numbers on a payment page): declines against approvals per
// network address and per card range, different cards per page, and the share of declined cards of a merchant.
// The buyer never sees which limit applied.
import { DECLINE_MINUTES } from '../limits.ts';
import type { DeclineCode } from '../rejection-table.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';

export const DECLINE_WINDOW_MS = DECLINE_MINUTES * MINUTE_MS;
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

/** A merchant whose pages somebody tries stolen numbers of many ranges on, from many addresses. */
export type CardTesting = {
  id: string;
  merchantId: string;
  /** The different cards that banks declined and approved in the ten minutes before. */
  declinedCards: number;
  approvedCards: number;
  startedAt: string;
  /** Until then an issuer is asked for every typed card (hosted-page.md 6.9). */
  endsAt: string;
};

export const CARD_TESTING_MS = HOUR_MS;

/** Fewer declined cards than these above the usual ones prove nothing. */
export const FEWEST_DECLINED_CARDS = 20;
/** Of a merchant with fewer submits in the days before, the usual share is the usual one of all. */
const FEWEST_SUBMITS = 100;
const USUAL_SHARE = 1 / 3;
/** A share that is higher for days tells of stolen numbers, too. */
const HIGHEST_USUAL_SHARE = 1 / 2;
/** So many standard deviations above the usual are no chance. */
const DEVIATIONS = 4;

/** The share of submits that are usually declined, by those of the days before. */
export const usualDeclineRate = ({ declined, paid }: { declined: number; paid: number }): number =>
  declined + paid < FEWEST_SUBMITS
    ? USUAL_SHARE
    : Math.min(HIGHEST_USUAL_SHARE, declined / (declined + paid));

/** The different declined cards beside so many approved ones from which stolen numbers are being tried. */
export function suspiciousCards(approvedCards: number, usual: number): number {
  const perApproval = usual / (1 - usual);
  const expected = perApproval * approvedCards;
  const deviation = Math.sqrt(expected * (1 + perApproval));
  return Math.ceil(FEWEST_DECLINED_CARDS + expected + DEVIATIONS * deviation);
}

/** Declines for which the shop, its bank or a challenge is the reason, and no card was judged. */
const NOT_OF_CARD: ReadonlySet<string> = new Set<DeclineCode | 'BANK_UNAVAILABLE'>([
  'NOT_PERMITTED_TO_TERMINAL',
  'RESTRICTED_BY_LAW',
  'THREE_D_SECURE_FAILED',
  'BANK_UNAVAILABLE',
]);
export const isOfCard = (errorCode: string | undefined): boolean =>
  errorCode !== undefined && !NOT_OF_CARD.has(errorCode);

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
