// POST /iframe/{token}/3d: the bank sends the buyer's browser back with the issuer's answer. The response is
// a page, not a redirect, because the Content-Security-Policy of the bank's page would block a redirect.
import { withHostedPage } from '#checkout/buyer-page.ts';
import { loadCheckoutPage, renderCheckout, renderReturnToShop } from '#checkout/checkout-page.ts';
import { shopReturnUrl } from '#checkout/return-url.ts';
import { type Entered, readEntered } from '#contract/payment-form.ts';
import { defined } from '#domain/defined.ts';
import { isOver } from '#domain/payment/hosted-page.ts';
import { loadPaymentOfPage } from '#flows/payment/hosted-page-payment.ts';
import { acceptThreeDReturn } from '#flows/payment/three-d.ts';
import { type PageRequest, type PageResponse, page } from '#http/page.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';

export const handler = page(withHostedPage('/3d', continuePayment));

async function continuePayment(request: PageRequest, before: HostedPageItem): Promise<PageResponse> {
  // In most cases the bank's server has already posted the answer, and the browser's copy is not needed.
  if (isOver(before)) return await continueAfterReturn(request, before);
  const { echo, over } = await acceptThreeDReturn({
    page: before,
    body: request.body(),
    ...defined({ payerAddress: request.address }),
    worker: request.requestId,
    now: request.now,
  });
  const current = over ?? (await finalizedPage(request));
  return await continueAfterReturn(request, current, echo === undefined ? undefined : readEntered(echo));
}

const LOOKS = 10;
const LOOK_MS = 200;

/**
 * The request of the bank's server may be charging the card at this moment, so its result is awaited briefly.
 */
async function finalizedPage(request: PageRequest): Promise<HostedPageItem> {
  let current = await loadCheckoutPage(request);
  for (let look = 0; look < LOOKS && current.state === 'Processing'; look += 1) {
    if ((await loadPaymentOfPage(current))?.step !== 'Sale') break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    current = await loadCheckoutPage(request);
  }
  return current;
}

async function continueAfterReturn(
  request: PageRequest,
  current: HostedPageItem,
  entered?: Entered,
): Promise<PageResponse> {
  const over = isOver(current) ? await shopReturnUrl(current, request.now) : undefined;
  if (over !== undefined) return renderReturnToShop(request, current, over);
  return await renderCheckout(request, current, defined({ entered }));
}
