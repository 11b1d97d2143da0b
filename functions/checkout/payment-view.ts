// What a page on which an order is paid shows.
import { defined } from '#domain/defined.ts';
import { isOver, stateOf } from '#domain/payment/hosted-page.ts';
import { pageMark } from '#domain/payment/page-token.ts';
import { awaitsIssuer } from '#domain/payment/payment.ts';
import { isAbandoned } from '#domain/payment/three-d-failure.ts';
import { cardChoice } from '#flows/payment/customer-cards.ts';
import { plansOfPage } from '#flows/payment/page-installments.ts';
import { loadPaymentOfPage } from '#flows/payment/page-of-order.ts';
import type { BuyerView, ShownPage } from '#page/buyer-view.ts';
import { hostedPage } from '#page/hosted-page.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { measure } from '#telemetry/metric.ts';
import type { PagePurpose } from './buyer-page.ts';
import { PAYMENT_DOOR } from './payment-door.ts';

export const PAYMENT: PagePurpose<HostedPageItem> = {
  door: PAYMENT_DOOR,
  endOf: async (page) => (isOver(page) ? (page.state === 'Paid' ? 'paid' : 'failed') : undefined),
  show: showPaymentPage,
};

async function showPaymentPage(view: BuyerView<HostedPageItem>): Promise<ShownPage> {
  const { page, now } = view;
  const { timeZone, products, shippingMinor } = page;
  const state = stateOf(page, now);
  const hasPayment = page.state === 'Paid' || page.state === 'Processing';
  const [payment, choice, plans] = await Promise.all([
    hasPayment || page.lastDecline !== undefined ? loadPaymentOfPage(page) : undefined,
    state === 'Open' ? cardChoice(page, now) : undefined,
    state === 'Open' ? plansOfPage(page, now) : [],
  ]);
  return hostedPage({
    ...view,
    state,
    savedCards: choice?.cards ?? [],
    lockedCards: choice?.lockedCards ?? [],
    plans,
    canSaveCard: choice !== undefined,
    canRemoveCards: choice?.canRemove === true,
    ...(payment && {
      receipt: { ...payment, timeZone, products, ...defined({ shippingMinor }) },
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
