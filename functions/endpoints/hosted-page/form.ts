// GET /iframe/{token}: the payment form, or the outcome of the payment.
import { showPage, withPage } from '#checkout/buyer-page.ts';
import { logoIdIn, renderLogo } from '#checkout/logo.ts';
import { PAYMENT_DOOR } from '#checkout/payment-door.ts';
import { PAYMENT, reportPageView } from '#checkout/payment-view.ts';
import { renderSpecimen, SPECIMEN, SPECIMEN_ORIGINS } from '#checkout/specimen.ts';
import { pageHandler } from '#http/page.ts';
import { TAG_HEADERS, TAG_SCRIPT } from '#page/tag-script.ts';

const show = withPage(PAYMENT_DOOR, async (request, current) => {
  // The form's script requests the present state; this is no view of the page.
  if (!request.wantsData) reportPageView(current, request.now);
  return await showPage(request, PAYMENT, current);
});

/** In the place of a token: the address of the script that shops include. */
const TAG = 'pay-1.js';

export const handler = pageHandler(async (request) => {
  if (request.token === TAG) return { kind: 'file', headers: TAG_HEADERS, text: TAG_SCRIPT };
  if (request.token === SPECIMEN) {
    request.policyOrigins = SPECIMEN_ORIGINS;
    return renderSpecimen(request.language, request.cspNonce);
  }
  const logoId = logoIdIn(request.token);
  return logoId === undefined ? await show(request) : await renderLogo(logoId);
});
