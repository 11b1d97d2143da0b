// The addresses of pages on which a card is given, and their way back to the shop.
import { cardPageResult, cardReturnOf } from '#domain/card/card-page-result.ts';
import { asOfCharge } from '#flows/card-page/card-charge.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { CARD_PAGE, type CardPageItem } from '#store/card/card-page.ts';
import type { Door } from './buyer-page.ts';
import type { WayBack } from './leaving.ts';

export const CARD_DOOR: Door<CardPageItem> = {
  addressOf: cardPageUrl,
  find: (item) => CARD_PAGE.find(item),
  asOfNow: asOfCharge,
};

/** Undefined during a verification and a charge, and if the merchant gave no address. */
export function cardWayBack(page: CardPageItem, now: Date): WayBack | undefined {
  const leaving = cardReturnOf(page, now);
  return leaving && { ...leaving, result: (issued) => cardPageResult(page, leaving.status, issued) };
}
