// POST /card/{token}/3d: the bank sends the buyer's browser back with the issuer's answer about a card.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { CARD_DOOR, cardWayBack } from '#checkout/card-door.ts';
import { CARD } from '#checkout/card-view.ts';
import { returnFromIssuer } from '#checkout/issuer-return.ts';
import { acceptCardReturn } from '#flows/card-page/card-submission.ts';

export const handler = buyerPageHandler(
  CARD_DOOR,
  returnFromIssuer({
    purpose: CARD,
    wayBack: cardWayBack,
    accept: acceptCardReturn,
    isCharging: async ({ charge }) => charge === 'underWay',
  }),
);
