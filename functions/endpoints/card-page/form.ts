// GET /card/{token}: shows the form on which a card is given, or the outcome of the page.
import { withCardPage } from '#checkout/buyer-page.ts';
import { renderCardPage } from '#checkout/card-page.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(withCardPage(renderCardPage), cardPageUrl);
