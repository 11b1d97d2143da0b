// GET /api/payment/hostedpage/{token}: the state of a hosted page with its payment, if there is one, or the
// state of a card page with the card that was stored on it (hosted-page.md 3.5 and 11.3).
import { showCardPage } from '#contract/page/card-page-answer.ts';
import { showHostedPage } from '#contract/page/hosted-page-answer.ts';
import { showPayment } from '#contract/payment.ts';
import { isHostedPageToken } from '#domain/id.ts';
import { tokenDigest } from '#domain/payment/page-token.ts';
import { Rejection } from '#domain/rejection.ts';
import { asOfCharge } from '#flows/card-page/card-charge.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { cardPageUrl, hostedPageUrl } from '#http/hosted-page-url.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { CARD_PAGE } from '#store/card/card-page.ts';
import { keptPage } from '#store/page-deadline.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { hostedPageKey } from '#store/table/keys.ts';
import { getItem } from '#store/table/table.ts';

const SHOWN = { tr: 'Ödeme sayfası.', en: 'The hosted page.' };
const CARD_PAGE_SHOWN = { tr: 'Kart sayfası.', en: 'The card page.' };

export const handler = readEndpoint({ scope: 'read' }, async ({ caller, path, now }) => {
  const token = path['token'] ?? '';
  const { merchantId } = caller;
  // Hosted pages and card pages have the same key.
  const found = isHostedPageToken(token) ? await getItem(hostedPageKey(tokenDigest(token))) : undefined;
  const item = keptPage(found, now);
  const cardPage = CARD_PAGE.find(item);
  if (cardPage?.merchantId === merchantId) {
    const page = await asOfCharge(cardPage, now);
    return { message: CARD_PAGE_SHOWN, data: showCardPage(page, token, cardPageUrl(token), now) };
  }
  const page = HOSTED_PAGE.find(item);
  if (page?.merchantId !== merchantId) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  return { message: SHOWN, data: await pageOfOrder(page, token, now) };
});

async function pageOfOrder(stored: HostedPageItem, token: string, now: Date) {
  const page = await asOfOrder(stored);
  const reference = page.paymentReferenceNumber;
  const payment = reference === undefined ? undefined : await loadPayment(page.merchantId, reference);
  return {
    ...showHostedPage(page, token, hostedPageUrl(token), now),
    payment: payment ? showPayment(payment, now) : null,
  };
}
