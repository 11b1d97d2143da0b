// Guards against thieves who try stolen card numbers on a payment page: few declines per page, per buyer's
// address and per range of cards, few different cards per page. Who is stopped is told nothing about why.

import { MINUTE_MS } from '../time/duration.ts';

/** A window that slides: so many declines within the last ten minutes are too many. */
export const DECLINE_WINDOW_MS = 10 * MINUTE_MS;
export const MAX_DECLINES_IN_WINDOW = 10;

/** After the first decline a page takes so many other cards. */
const MAX_OTHER_CARDS = 3;

/** What stopped an attempt before the bank heard of it. */
export type Guard = 'ADDRESS' | 'CARD_RANGE' | 'CARDS';

/** `marks` name the cards already tried on the page, `mark` the one to be tried now. */
export function isOneCardTooMany(marks: readonly string[], mark: string): boolean {
  return !marks.includes(mark) && marks.length > MAX_OTHER_CARDS;
}

/** Where a buyer is: the address, or the /64 of an IPv6 address, whose owner has all of it. */
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
