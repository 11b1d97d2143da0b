// Limits against card testing (trying stolen card numbers on a payment page): declines per page, per network
// address and per card range, and different cards per page. The buyer never sees which limit applied.

import { MINUTE_MS } from '../time/duration.ts';

/** At most 10 declines within any 10 minutes, for one network address or one card range. */
export const DECLINE_WINDOW_MS = 10 * MINUTE_MS;
export const MAX_DECLINES_IN_WINDOW = 10;

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
