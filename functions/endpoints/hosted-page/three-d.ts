// POST /iframe/{token}/3d: the bank sends the buyer's browser back with the issuer's answer. The response is
// a page, not a redirect, because the Content-Security-Policy of the bank's page would block a redirect.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { returnFromIssuer } from '#checkout/issuer-return.ts';
import { PAYMENT_DOOR, paymentWayBack } from '#checkout/payment-door.ts';
import { PAYMENT } from '#checkout/payment-view.ts';
import { isOver } from '#domain/payment/hosted-page.ts';
import { loadPaymentOfPage } from '#flows/payment/page-of-order.ts';
import { acceptThreeDReturn } from '#flows/payment/three-d.ts';

export const handler = buyerPageHandler(
  PAYMENT_DOOR,
  returnFromIssuer({
    purpose: PAYMENT,
    wayBack: paymentWayBack,
    // In most cases the bank's server has already posted the answer, and the browser's copy is not needed.
    accept: async (message) =>
      isOver(message.page) ? { over: message.page } : await acceptThreeDReturn(message),
    isCharging: async (page) =>
      page.state === 'Processing' && (await loadPaymentOfPage(page))?.step === 'Sale',
  }),
);
