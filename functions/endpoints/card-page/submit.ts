// POST /card/{token}: verifies and stores the submitted card, once for each form. With 3-D Secure, the
// buyer's browser posts the card to the bank.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { CARD_DOOR } from '#checkout/card-door.ts';
import { giveCard } from '#checkout/give-card.ts';

export const handler = buyerPageHandler(CARD_DOOR, giveCard);
