// POST /card/{token}/3d/callback: the bank's server posts the issuer's answer about a card, in case the
// buyer's browser does not return.

import { answerToBank } from '#checkout/bank-callback.ts';
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { CARD_DOOR } from '#checkout/card-door.ts';
import { acceptCardReturn } from '#flows/card-page/card-submission.ts';

export const handler = buyerPageHandler(CARD_DOOR, answerToBank(acceptCardReturn));
