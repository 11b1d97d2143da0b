// POST /card/{token}: verifies and stores the submitted card, once for each form. With 3-D Secure, the
// buyer's browser posts the card to the bank.
import { buyerPage } from '#checkout/buyer-page.ts';
import { CARD, CARD_DOOR } from '#checkout/card-page.ts';
import { CARD_STAGES } from '#checkout/card-submission.ts';
import { extendOr } from '#checkout/extension.ts';
import { submitForm } from '#checkout/submission.ts';

export const handler = buyerPage(CARD_DOOR, '', extendOr(CARD, submitForm(CARD_STAGES)));
