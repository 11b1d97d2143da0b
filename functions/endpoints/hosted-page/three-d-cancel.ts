// POST /iframe/{token}/3d/cancel: a buyer who lost the bank's page starts over. The attempt fails for good,
// so that a proof that still arrives moves no money.
import { withHostedPage } from '#checkout/buyer-page.ts';
import { isCrossSite } from '#checkout/checkout-page.ts';
import { loadPaymentOfPage } from '#flows/payment/hosted-page-payment.ts';
import { abandonChallenge } from '#flows/payment/payment-finalization.ts';
import { page } from '#http/page.ts';

export const handler = page(
  withHostedPage('/3d/cancel', async (request, current) => {
    if (!isCrossSite(request)) {
      const payment = await loadPaymentOfPage(current);
      if (payment !== undefined) await abandonChallenge({ payment, page: current }, request.now);
    }
    return { kind: 'redirect', to: request.pageUrl() };
  }),
);
