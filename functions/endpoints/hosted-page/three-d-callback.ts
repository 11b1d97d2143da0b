// POST /iframe/{token}/3d/callback: the bank's server says what the buyer's browser may never bring back. It
// wants one word for an answer, whatever we make of the message.

import { loadCheckoutPage } from '#checkout/checkout-page.ts';
import { acceptThreeDReturn } from '#flows/payment/three-d.ts';
import { page } from '#http/page.ts';

export const handler = page(async (request) => {
  await acceptThreeDReturn({
    page: await loadCheckoutPage(request),
    body: request.body(),
    worker: request.requestId,
    now: request.now,
  });
  return { kind: 'text', text: 'Approved' };
});
