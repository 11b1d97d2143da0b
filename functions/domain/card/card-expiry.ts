// Tells whether a card has expired without showing when it will. The expiry stands nowhere in clear; what is
// kept is a keyed tag of its month. To read it, the tags of the months up to now are made anew and compared:
// months ahead are not tried. Months are few, so a plain hash would hide nothing; the merchant's key, which
// is stored nowhere, is what keeps whoever reads the table from trying them all.
import { createHmac } from 'node:crypto';
import { localDay } from '../time/business-day.ts';
import { type Month, shiftMonth } from '../time/month.ts';

/** What merchants need of an expiry that they may not see. */
type ExpiryStatus = 'NotExpired' | 'ExpiresThisMonth' | 'Expired';

type ExpiryOwner = {
  cardId: string;
  /** The merchant's own key, base64url. */
  digestKey: string;
};

/** The month that the merchant's calendar shows. */
export const monthAt = (now: Date, timeZone: string): Month => localDay(now.getTime(), timeZone).slice(0, 7);

export type ExpiryMark = {
  expiryTag: string;
  /** The month in which the tag was made; a card that had expired by then is never stored. */
  expirySince: Month;
};

/** All 256 bits are kept, so that two months never share a tag. The card's id keeps equal months apart. */
export function expiryTag(month: Month, { cardId, digestKey }: ExpiryOwner): string {
  const mac = createHmac('sha256', Buffer.from(digestKey, 'base64url'));
  return mac.update(`expiry|${cardId}|${month}`).digest('base64url');
}

/** `month` is the current one where the merchant is. A card is good to the end of its month. */
export function expiryStatus(mark: ExpiryMark, month: Month, owner: ExpiryOwner): ExpiryStatus {
  if (mark.expiryTag === expiryTag(month, owner)) return 'ExpiresThisMonth';
  for (let past = mark.expirySince; past < month; past = shiftMonth(past, 1)) {
    if (mark.expiryTag === expiryTag(past, owner)) return 'Expired';
  }
  return 'NotExpired';
}
