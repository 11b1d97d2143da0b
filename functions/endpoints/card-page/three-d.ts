// POST /card/{token}/3d: the bank sends the buyer's browser back with the issuer's answer about a card.
import { withCardPage } from '#checkout/buyer-page.ts';
import { returnFromIssuer } from '#checkout/card-submit.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(withCardPage(returnFromIssuer), cardPageUrl);
