// GET /card/{token}: the form on which a card is given, or what became of it.

import { withCardPage } from '#checkout/buyer-page.ts';
import { renderCardPage } from '#checkout/card-page.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(withCardPage(renderCardPage), cardPageUrl);
