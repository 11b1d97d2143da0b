// GET /card/{token}: the form on which a card is given, or what became of it.
import { renderCardPage } from '#checkout/card-page.ts';
import { ofCard } from '#checkout/visit.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(ofCard(renderCardPage), cardPageUrl);
