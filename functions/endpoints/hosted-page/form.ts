// GET /iframe/{token}: the payment form, or the state of the payment.
import { loadCheckoutPage, renderCheckout, reportPageView } from '#checkout/checkout-page.ts';
import { renderSpecimen, SPECIMEN } from '#checkout/specimen.ts';
import { page } from '#http/page.ts';

export const handler = page(async (request) => {
  if (request.token === SPECIMEN) return renderSpecimen(request.language, request.cspNonce);
  const visited = await loadCheckoutPage(request);
  reportPageView(visited, request.now);
  return await renderCheckout(request, visited);
});
