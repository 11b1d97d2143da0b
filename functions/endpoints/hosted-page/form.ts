// GET /iframe/{token}: the payment form, or what became of the payment.
import { renderCheckout, reportPageView } from '#checkout/checkout-page.ts';
import { logoIdIn, renderLogo } from '#checkout/logo.ts';
import { renderSpecimen, SPECIMEN } from '#checkout/specimen.ts';
import { ofOrder } from '#checkout/visit.ts';
import { page } from '#http/page.ts';

const show = ofOrder('', async (request, visited) => {
  // The script of a form that was opened before asks what became of it.
  if (!request.wantsData) reportPageView(visited, request.now);
  return await renderCheckout(request, visited);
});

export const handler = page(async (request) => {
  if (request.token === SPECIMEN) return renderSpecimen(request.language, request.cspNonce);
  const logoId = logoIdIn(request.token);
  return logoId === undefined ? await show(request) : await renderLogo(logoId);
});
