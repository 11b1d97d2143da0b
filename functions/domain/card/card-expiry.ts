// Tells if a card has expired without revealing its expiry (cards.md 3.4). The row contains a keyed tag of
// the expiry month instead of the month. The status is found by computing the tags of the months up to now;
// future months are not computed. Months are few, so a plain hash could be reversed by trying them all. The
// merchant's key, which is never stored, prevents that for a reader of the table.
import { createHmac } from 'node:crypto';
import { localDay } from '../time/business-day.ts';
import { type Month, shiftMonth } from '../time/month.ts';

/** What a merchant sees of an expiry. */
type ExpiryStatus = 'NotExpired' | 'ExpiresThisMonth' | 'Expired';

type ExpiryKey = {
  cardId: string;
  /** The merchant's digest key, base64url. */
  digestKey: string;
};

/** The current month in a time zone. */
export const monthAt = (now: Date, timeZone: string): Month => localDay(now.getTime(), timeZone).slice(0, 7);

export type StoredExpiry = {
  expiryTag: string;
  /** The month in which the tag was made. A card that had expired by then is never stored. */
  expirySince: Month;
};

/** Keeps all 256 bits, so two months never share a tag. The card's id makes equal months differ. */
export function expiryTag(month: Month, { cardId, digestKey }: ExpiryKey): string {
  const mac = createHmac('sha256', Buffer.from(digestKey, 'base64url'));
  return mac.update(`expiry|${cardId}|${month}`).digest('base64url');
}

/** `month` is the current month in the merchant's time zone. A card is valid to the end of its month. */
export function expiryStatus(stored: StoredExpiry, month: Month, key: ExpiryKey): ExpiryStatus {
  if (stored.expiryTag === expiryTag(month, key)) return 'ExpiresThisMonth';
  for (let pastMonth = stored.expirySince; pastMonth < month; pastMonth = shiftMonth(pastMonth, 1)) {
    if (stored.expiryTag === expiryTag(pastMonth, key)) return 'Expired';
  }
  return 'NotExpired';
}
