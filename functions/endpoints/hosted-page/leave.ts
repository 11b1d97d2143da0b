// GET /iframe/{token}/leave: leads the buyer to the shop, with a result that is signed at this moment
// (hosted-page.md 8.5). The pages link here, because a result on a page that stays open would expire.
import { withHostedPage } from '#checkout/buyer-page.ts';
import { shopReturnUrl } from '#checkout/return-url.ts';
import { page } from '#http/page.ts';

export const handler = page(
  withHostedPage('/leave', async (request, left) => {
    const toShop = await shopReturnUrl(left, request.now);
    // Undefined while the outcome of a payment is unknown: the page shows it as soon as it is known.
    return { kind: 'redirect', to: toShop ?? request.pageUrl() };
  }),
);
