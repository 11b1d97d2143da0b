// POST /card/{token}/3d/cancel: a buyer who lost the bank's page starts over. A proof that still arrives
// stores no card.
import { buyerPage } from '#checkout/buyer-page.ts';
import { CARD_DOOR } from '#checkout/card-page.ts';
import { startOver } from '#checkout/issuer-return.ts';
import { failVerification } from '#flows/card-page/card-verification.ts';

export const handler = buyerPage(CARD_DOOR, '/3d/cancel', startOver(failVerification));
