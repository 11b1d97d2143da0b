// The addresses of pages on which an order is paid, and their way back to the shop.
import { paymentResult, returnOf } from '#domain/payment/payment-result.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { cardPageUrl, hostedPageUrl } from '#http/hosted-page-url.ts';
import { isCardPage } from '#store/card/card-page.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import type { Door } from './buyer-page.ts';
import type { WayBack } from './leaving.ts';

/**
 * A page counts as busy or paid if another page of its order is, so that the buyer learns this before typing
 * a card number. Until version 1.1 card pages had addresses below the same path: they are redirected.
 */
export const PAYMENT_DOOR: Door<HostedPageItem> = {
  addressOf: hostedPageUrl,
  find: (item) => HOSTED_PAGE.find(item),
  movedTo: (item) => (isCardPage(item) ? cardPageUrl : undefined),
  asOfNow: asOfOrder,
};

/** Undefined while the outcome of a payment is not known: the buyer has to wait. */
export function paymentWayBack(page: HostedPageItem, now: Date): WayBack | undefined {
  const leaving = returnOf(page, now);
  return (
    leaving && {
      ...leaving,
      result: (issued) => paymentResult(page, leaving.status, issued),
    }
  );
}
