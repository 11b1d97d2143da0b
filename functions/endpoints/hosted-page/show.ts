// GET /api/payment/hostedpage/{token}: the state of a hosted page with its payment, if there is one, or the
// state of a card page with the card that was stored on it, by token or id (hosted-page.md 3.5 and 11.3).
import { showCardPage } from '#contract/page/card-page-answer.ts';
import { showHostedPage } from '#contract/page/hosted-page-answer.ts';
import { showPayment } from '#contract/payment.ts';
import { readPageName } from '#domain/payment/page-token.ts';
import { Rejection } from '#domain/rejection.ts';
import { asOfCharge } from '#flows/card-page/card-charge.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { isOwn } from '#http/caller.ts';
import { cardPageUrl, hostedPageUrl } from '#http/hosted-page-url.ts';
import { notesOf } from '#http/payment-note.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { CARD_PAGE } from '#store/card/card-page.ts';
import { findPage } from '#store/page-deadline.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import { loadPayment } from '#store/payment/payment.ts';

const SHOWN = { tr: 'Ödeme sayfası.', en: 'The hosted page.' };
const CARD_PAGE_SHOWN = { tr: 'Kart sayfası.', en: 'The card page.' };

export const handler = readEndpoint(
  { scope: 'payments:read', ownScope: 'payments' },
  async ({ caller, ownKeys, path, now }) => {
    const named = readPageName(path['token'] ?? '');
    const { merchantId } = caller;
    // Hosted pages and card pages have the same key.
    const item = named && (await findPage(named, now));
    const token = named?.byToken?.token ?? null;
    const cardPage = CARD_PAGE.find(item);
    if (cardPage?.merchantId === merchantId && isOwn(ownKeys, cardPage)) {
      const page = await asOfCharge(cardPage, now);
      return { message: CARD_PAGE_SHOWN, data: showCardPage(page, addressOf(token, cardPageUrl), now) };
    }
    const page = HOSTED_PAGE.find(item);
    if (page?.merchantId !== merchantId || !isOwn(ownKeys, page))
      throw new Rejection('HOSTED_PAGE_NOT_FOUND');
    return { message: SHOWN, data: await pageOfOrder(page, token, now) };
  },
);

/** The table does not have the token, so only a caller who does is told the address. */
const addressOf = (token: string | null, urlOf: (token: string) => string) => ({
  token,
  hostedPageUrl: token === null ? null : urlOf(token),
});

async function pageOfOrder(stored: HostedPageItem, token: string | null, now: Date) {
  const page = await asOfOrder(stored);
  const reference = page.paymentReferenceNumber;
  const payment = reference === undefined ? undefined : await loadPayment(page.merchantId, reference);
  return {
    ...showHostedPage(page, addressOf(token, hostedPageUrl), now),
    payment: payment ? showPayment(payment, now, (await notesOf([payment]))(payment)) : null,
  };
}
