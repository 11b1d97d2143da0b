// POST /card/{token}/3d/callback: the bank's server posts the issuer's answer about a card, in case the
// buyer's browser does not return. The bank expects a fixed word as the response, whatever the result.
import { withCardPage } from '#checkout/buyer-page.ts';
import { acceptIssuerAnswer } from '#checkout/card-submit.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(
  withCardPage(async (request, waiting) => {
    await acceptIssuerAnswer(request, waiting);
    return { kind: 'text', text: 'Approved' };
  }),
  cardPageUrl,
);
