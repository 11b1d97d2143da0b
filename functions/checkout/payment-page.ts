// Pages on which an order is paid: their address, their way back to the shop, and what they show.
import { isOver, pageMark, stateOf } from '#domain/payment/hosted-page.ts';
import { awaitsIssuer, isAbandoned } from '#domain/payment/payment.ts';
import { paymentResult, returnOf } from '#domain/payment/payment-result.ts';
import { cardChoice } from '#flows/payment/customer-cards.ts';
import { loadPaymentOfPage } from '#flows/payment/hosted-page-payment.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { cardPageUrl, hostedPageUrl } from '#http/hosted-page-url.ts';
import type { BuyerView, Shown } from '#page/buyer-view.ts';
import { hostedPage } from '#page/hosted-page.ts';
import { isCardPage } from '#store/card/card-page.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import { measure } from '#telemetry/metric.ts';
import type { Door, Purpose, WayBack } from './buyer-page.ts';

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
      address: leaving.address,
      result: (issued) => paymentResult(page, leaving.status, issued),
    }
  );
}

export const PAYMENT: Purpose<HostedPageItem> = {
  door: PAYMENT_DOOR,
  endOf: async (page) => (isOver(page) ? (page.state === 'Paid' ? 'paid' : 'failed') : undefined),
  show: showPaymentPage,
};

async function showPaymentPage(view: BuyerView<HostedPageItem>): Promise<Shown> {
  const { page, now } = view;
  const hasPayment = page.state === 'Paid' || page.state === 'Processing';
  const [payment, { cards, lockedCards, canSave }] = await Promise.all([
    hasPayment || page.lastDecline !== undefined ? loadPaymentOfPage(page) : undefined,
    cardChoice(page, now),
  ]);
  return hostedPage({
    ...view,
    savedCards: cards,
    lockedCards,
    canSaveCard: canSave,
    ...(payment && {
      receipt: payment,
      isVerifying: awaitsIssuer(payment),
      isAbandoned: isAbandoned(payment),
    }),
  });
}

/** Counts a view of the open form or of the expired page. */
export function reportPageView(page: HostedPageItem, now: Date): void {
  const state = stateOf(page, now);
  const labels = { merchantId: page.merchantId, page: pageMark(page.tokenDigest) };
  if (state === 'Open') measure({ PagesOpened: 1 }, labels);
  if (state === 'Expired') measure({ PagesExpired: 1 }, labels);
}
