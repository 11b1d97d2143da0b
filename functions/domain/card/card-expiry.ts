// Finds out whether a card has expired without storing a readable expiry (cards.md 3.4). The row contains a
// keyed tag of the expiry month instead of the month. The status is found by computing the tags of the months
// up to now; future months are not computed. Months are few, so a plain hash could be reversed by trying them
// all. The merchant's key, which is never stored, prevents that for a reader of the table.
import { merchantDigestTexts } from '../digest-key.ts';
import { Rejection } from '../rejection.ts';
import { localDay } from '../time/business-day.ts';
import { type Month, shiftMonth } from '../time/month.ts';
import { type CardDetails, isExpired } from './card.ts';

/** The status of an expiry, which merchants see instead of the date. */
type ExpiryStatus = 'NotExpired' | 'ExpiresThisMonth' | 'Expired';

type ExpiryKey = {
  cardId: string;
  /** The merchant's digest key. */
  digestKey: string;
};

/** The current month in a time zone. */
export const monthAt = (now: Date, timeZone: string): Month => localDay(now.getTime(), timeZone).slice(0, 7);

/** Throws CARD_EXPIRED for a sent expiry. `month`: the current one. */
export function requireNotExpired(sent: Pick<CardDetails, 'expiryMonth' | 'expiryYear'>, month: Month): void {
  if (!isExpired(sent, month)) return;
  throw new Rejection('CARD_EXPIRED', { earliestExpiry: month }).at('expiryMonth', 'expiryYear');
}

export type StoredExpiry = {
  expiryTag: string;
  /** The month in which the tag was made. A card that had expired by then is never stored. */
  expirySince: Month;
};

/** Keeps all 256 bits, so two months never share a tag. The card's id makes equal months differ. */
export const expiryTag = (month: Month, key: ExpiryKey): string => tagsOf(month, key)[0];

/** The tags of a month by every version of the merchant's key, the current one first. */
const tagsOf = (month: Month, { cardId, digestKey }: ExpiryKey) =>
  merchantDigestTexts(digestKey, `expiry|${cardId}|${month}`);

/** True if a tag of any key version is that of the month. */
export const isTagOf = (tag: string, month: Month, key: ExpiryKey): boolean =>
  tagsOf(month, key).includes(tag);

/** `month` is the current month in the merchant's time zone. A card is valid to the end of its month. */
export function expiryStatus(stored: StoredExpiry, month: Month, key: ExpiryKey): ExpiryStatus {
  if (isTagOf(stored.expiryTag, month, key)) return 'ExpiresThisMonth';
  for (let pastMonth = stored.expirySince; pastMonth < month; pastMonth = shiftMonth(pastMonth, 1)) {
    if (isTagOf(stored.expiryTag, pastMonth, key)) return 'Expired';
  }
  return 'NotExpired';
}
