// A buyer's visit to a hosted page: found by the token, shown as it stands. Both doors of the page, the one
// that shows and the one that takes the form, answer through here.
import { createHash } from 'node:crypto';
import { type HostedPage, stateOf } from '#domain/hosted-page.ts';
import { isHostedPageToken } from '#domain/id.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Shown, Visit } from '#http/page.ts';
import { type HostedPageView, hostedPage } from '#page/hosted-page.ts';
import { type HostedPageItem, loadHostedPage, loadOrder, tokenDigest } from '#store/hosted-page.ts';
import { loadPayment } from '#store/payment.ts';
import { returnAddress } from './return-address.ts';

/** Throws HOSTED_PAGE_NOT_FOUND. */
export async function visitedPage({ token, now }: Visit): Promise<HostedPageItem> {
  const page = isHostedPageToken(token) ? await loadHostedPage(tokenDigest(token)) : undefined;
  // A row without a merchant is the mark of a newer page on an older one that was never there.
  if (page?.merchantId === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  return stateOf(page, now) === 'Open' ? await asOrderStands(page) : page;
}

/**
 * An open page whose order is being paid, or is paid, through another page must offer no form: the claim
 * would refuse it, and a buyer should learn why before typing a card number.
 */
async function asOrderStands(page: HostedPageItem): Promise<HostedPageItem> {
  const order = await loadOrder(page.merchantId, page.orderNumber);
  if (order?.paidBy !== undefined) return { ...page, state: 'Paid', paymentReferenceNumber: order.paidBy };
  return order?.inFlight !== undefined ? { ...page, state: 'Processing' } : page;
}

/**
 * Names the form that was shown: good for one submit, because an attempt changes the count. It only orders
 * submits; the right to pay is the token's.
 */
export function formNonceOf(page: HostedPage, token: string): string {
  return createHash('sha256').update(`form|${token}|${page.attemptCount}`).digest('base64url').slice(0, 22);
}

type Entered = Pick<HostedPageView, 'entered' | 'errors'>;

export async function showVisitedPage(
  visit: Visit,
  page: HostedPageItem,
  more: Entered = {},
): Promise<Shown> {
  const { token, now, cspNonce } = visit;
  const language = page.language ?? visit.language;
  const returnUrl = await returnAddress(page, token, now);
  const payment = page.state === 'Paid' ? await paymentOf(page) : undefined;
  const { status, html } = hostedPage({
    page,
    now,
    language,
    cspNonce,
    action: `/iframe/${token}`,
    formNonce: formNonceOf(page, token),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(payment && { maskedCardNumber: payment.maskedCardNumber }),
    ...more,
  });
  const frame = {
    formActionOrigins: [page.successUrl, page.failUrl],
    frameAncestors: page.frameOrigins,
  };
  return { kind: 'page', status, html, language, frame };
}

async function paymentOf({ merchantId, paymentReferenceNumber }: HostedPage) {
  return paymentReferenceNumber === undefined
    ? undefined
    : await loadPayment(merchantId, paymentReferenceNumber);
}
