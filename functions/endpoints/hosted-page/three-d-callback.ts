// POST /iframe/{token}/3d/callback: the bank's server posts the issuer's answer, in case the buyer's browser
// does not return. The bank expects a fixed word as the response, whatever the result.
import { withHostedPage } from '#checkout/buyer-page.ts';
import { acceptThreeDReturn } from '#flows/payment/three-d.ts';
import { page } from '#http/page.ts';

export const handler = page(
  withHostedPage('/3d/callback', async (request, waiting) => {
    const { requestId: worker, now } = request;
    await acceptThreeDReturn({ page: waiting, body: request.body(), worker, now });
    return { kind: 'text', text: 'Approved' };
  }),
);
