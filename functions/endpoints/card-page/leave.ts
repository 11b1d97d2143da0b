// GET /card/{token}/leave: leads the buyer to the shop, with a result that is signed at this moment
// (hosted-page.md 8.5), or to the page if the shop gave no address.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { CARD_DOOR, cardWayBack } from '#checkout/card-door.ts';
import { exit } from '#checkout/leaving.ts';

export const handler = buyerPageHandler(CARD_DOOR, async (request, left) =>
  exit(request, cardWayBack, left, { mayRedirect: true }),
);
