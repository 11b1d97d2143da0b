// POST /iframe/{token}/3d/callback: the bank's server posts the issuer's answer, in case the buyer's browser
// does not return. The bank expects a fixed word as the response, whatever the result.

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
