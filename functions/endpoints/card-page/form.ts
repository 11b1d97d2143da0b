// GET /card/{token}: shows the form on which a card is given, or the outcome of the page.
import { buyerPageHandler, showPage } from '#checkout/buyer-page.ts';
import { CARD_DOOR } from '#checkout/card-door.ts';
import { CARD } from '#checkout/card-view.ts';

export const handler = buyerPageHandler(CARD_DOOR, (request, page) => showPage(request, CARD, page));
