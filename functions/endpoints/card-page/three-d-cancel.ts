// POST /card/{token}/3d/cancel: a buyer who lost the bank's page starts over. A proof that still arrives
// stores no card.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { CARD_DOOR } from '#checkout/card-door.ts';
import { startOver } from '#checkout/issuer-return.ts';
import { failVerification } from '#flows/card-page/card-verification.ts';
import type { CardPageItem } from '#store/card/card-page.ts';

// A charge cannot be abandoned, so this function needs no access to it.
const door = { ...CARD_DOOR, asOfNow: async (page: CardPageItem) => page };

export const handler = buyerPageHandler(door, startOver(failVerification));
