// POST /iframe/{token}: pays with the submitted card, once for each form. With 3-D Secure, the buyer's
// browser posts the card to the bank. With `show=installments` it only tells what the card may be charged in,
// with `left` that the buyer has left.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { isAskForInstallments, showCardInstallments } from '#checkout/card-installments.ts';
import { isBeacon, noteLeft } from '#checkout/page-beacon.ts';
import { pay } from '#checkout/pay.ts';
import { PAYMENT_DOOR } from '#checkout/payment-door.ts';

export const handler = buyerPageHandler(PAYMENT_DOOR, async (request, page) => {
  const form = request.form();
  if (isBeacon(form)) return await noteLeft(request, page);
  return isAskForInstallments(form) ? await showCardInstallments(request, page) : await pay(request, page);
});
