// POST /card/{token}: verifies and stores the submitted card, once for each form. With 3-D Secure, the
// buyer's browser posts the card to the bank.
import { buyerPage } from '#checkout/buyer-page.ts';
import { CARD_DOOR, CARD_STAGES } from '#checkout/card-page.ts';
import { submitForm } from '#checkout/submission.ts';

export const handler = buyerPage(CARD_DOOR, '', submitForm(CARD_STAGES));
