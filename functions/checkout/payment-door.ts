// The addresses of pages on which an order is paid, and their way back to the shop.
import { paymentResult, returnOf } from '#domain/payment/payment-result.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { hostedPageUrl } from '#http/hosted-page-url.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import type { Door } from './buyer-page.ts';
import type { WayBack } from './leaving.ts';

/**
 * A page counts as busy or paid if another page of its order is, so that the buyer learns this before typing
 * a card number.
 */
export const PAYMENT_DOOR: Door<HostedPageItem> = {
  addressOf: hostedPageUrl,
  find: (item) => HOSTED_PAGE.find(item),
  asOfNow: asOfOrder,
};

/** Undefined while the outcome of a payment is not known: the buyer has to wait. */
export function paymentWayBack(page: HostedPageItem, now: Date): WayBack | undefined {
  const leaving = returnOf(page, now);
  return leaving && { ...leaving, result: (issued) => paymentResult(page, leaving.status, issued) };
}
