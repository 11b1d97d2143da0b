// POST /card/{token}/3d/cancel: a buyer who lost the bank's page starts over. A proof that still arrives
// stores no card.
import { withCardPage } from '#checkout/buyer-page.ts';
import { isCrossSite } from '#checkout/checkout-page.ts';
import { failVerification } from '#flows/card-page/card-verification.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(
  withCardPage(async (request, current) => {
    if (!isCrossSite(request)) await failVerification(current, request.now);
    return { kind: 'redirect', to: request.pageUrl() };
  }),
  cardPageUrl,
);
