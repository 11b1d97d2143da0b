// GET /iframe/{token}/leave: leads the buyer to the shop, with a result that is signed at this moment
// (hosted-page.md 8.5). The pages link here, because a result on a page that stays open would expire.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { exit } from '#checkout/leaving.ts';
import { PAYMENT_DOOR, paymentWayBack } from '#checkout/payment-door.ts';

export const handler = buyerPageHandler(PAYMENT_DOOR, async (request, left) =>
  exit(request, paymentWayBack, left, { mayRedirect: true }),
);
