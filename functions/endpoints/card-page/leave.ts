// GET /card/{token}/leave: leads the buyer to the shop, with a result that is signed at this moment
// (hosted-page.md 8.5), or to the page if the shop gave no address.
import { withCardPage } from '#checkout/buyer-page.ts';
import { cardShopReturnUrl } from '#checkout/card-return-url.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(
  withCardPage(async (request, left) => {
    const toShop = await cardShopReturnUrl(left, request.now);
    return { kind: 'redirect', to: toShop ?? request.pageUrl() };
  }),
  cardPageUrl,
);
