// GET /card/{token}/leave: leads the buyer to the shop, with a result that is signed at this moment
// (hosted-page.md 8.5), or to the page if the shop gave no address.
import { cardShopReturnUrl } from '#checkout/card-return-url.ts';
import { ofCard } from '#checkout/visit.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(
  ofCard(async (request, left) => {
    const toShop = await cardShopReturnUrl(left, request.now);
    return { kind: 'redirect', to: toShop ?? request.pageUrl() };
  }),
  cardPageUrl,
);
