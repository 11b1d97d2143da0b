// POST /iframe/{token}/3d/cancel: a buyer who lost the bank's page starts over. The attempt fails for good,
// so that a proof that still arrives moves no money.
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { startOver } from '#checkout/issuer-return.ts';
import { PAYMENT_DOOR } from '#checkout/payment-door.ts';
import { abandonChallenge } from '#flows/payment/challenge-end.ts';
import { loadPaymentOfPage } from '#flows/payment/page-of-order.ts';

export const handler = buyerPageHandler(
  PAYMENT_DOOR,
  startOver(async (page, now) => {
    const payment = await loadPaymentOfPage(page);
    if (payment !== undefined) await abandonChallenge({ payment, page }, now);
  }),
);
