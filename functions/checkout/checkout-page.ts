// The buyer's hosted page: loaded by its token, and rendered in its current state. All endpoints of the page
// respond through this module.
import { createHash } from 'node:crypto';
import { isHostedPageToken } from '#domain/id.ts';
import { type HostedPage, pageMark, stateOf, tokenDigest } from '#domain/payment/hosted-page.ts';
import { awaitsIssuer } from '#domain/payment/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { cardChoice } from '#flows/payment/customer-cards.ts';
import { loadPaymentOfPage } from '#flows/payment/hosted-page-payment.ts';
import { hostedPageUrl } from '#http/hosted-page-url.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { type HostedPageView, hostedPage } from '#page/hosted-page.ts';
import { returnToShop } from '#page/outcome/outcome.ts';
import { setting } from '#setting.ts';
import { type HostedPageItem, loadHostedPage, loadOrder } from '#store/payment/hosted-page.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWith } from '#telemetry/request-context.ts';

/** Throws HOSTED_PAGE_NOT_FOUND. */
export async function loadCheckoutPage({ token, now }: PageRequest): Promise<HostedPageItem> {
  const page = isHostedPageToken(token) ? await loadHostedPage(tokenDigest(token)) : undefined;
  // A row without a merchant exists only to mark that a newer page supersedes this token.
  if (page?.merchantId === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  correlateWith(page.correlationId);
  const mayBePaidElsewhere = stateOf(page, now) === 'Open' && page.orderPendingPayment !== undefined;
  return mayBePaidElsewhere ? await withOrderState(page) : page;
}

/** Counts whether the form was shown or the page had expired. */
export function reportPageView(page: HostedPageItem, now: Date): void {
  const state = stateOf(page, now);
  const labels = { merchantId: page.merchantId, page: pageMark(page.tokenDigest) };
  if (state === 'Open') measure({ PagesOpened: 1 }, labels);
  if (state === 'Expired') measure({ PagesExpired: 1 }, labels);
}

/**
 * The order of an open page may be paid, or being paid, by an attempt on an older page. Such a page shows no
 * form: its claim would conflict, and the buyer should learn that before typing a card number.
 */
async function withOrderState(page: HostedPageItem): Promise<HostedPageItem> {
  const order = await loadOrder(page.merchantId, page.orderNumber);
  if (order?.paidBy !== undefined) return await paidElsewhere(page, order.paidBy);
  const { pendingPayment: paymentReferenceNumber } = order ?? {};
  return paymentReferenceNumber === undefined
    ? page
    : { ...page, state: 'Processing', paymentReferenceNumber };
}

/**
 * The page as paid, with the amount of the payment: the older page may have had another one, and a shop must
 * not read the amount of this page in a result that says Successful.
 */
async function paidElsewhere(page: HostedPageItem, paidBy: string): Promise<HostedPageItem> {
  const payment = await loadPayment(page.merchantId, paidBy);
  if (payment === undefined) throw new Error('The payment of this order is gone.');
  const { amountMinor, currency } = payment;
  return { ...page, state: 'Paid', paymentReferenceNumber: paidBy, amountMinor, currency };
}

/**
 * Identifies the form that was shown. It is valid for one submission, because an attempt changes the count.
 * It only orders submissions; the token authorizes the payment.
 */
export function formNonceOf(page: HostedPage, token: string): string {
  return createHash('sha256').update(`form|${token}|${page.attemptCount}`).digest('base64url').slice(0, 22);
}

type Entered = Pick<HostedPageView, 'entered' | 'errors'>;

export async function renderCheckout(
  request: PageRequest,
  page: HostedPageItem,
  more: Entered = {},
): Promise<PageResponse> {
  const { token, now, cspNonce } = request;
  const language = page.language ?? request.language;
  const isMoving = page.state === 'Paid' || page.state === 'Processing';
  const [payment, { cards, canSave }] = await Promise.all([
    isMoving ? loadPaymentOfPage(page) : undefined,
    cardChoice(page, now),
  ]);
  const { status, html } = hostedPage({
    page,
    now,
    language,
    cspNonce,
    action: request.pageUrl(),
    otherLanguageUrl: `${hostedPageUrl(token)}?language=${language === 'tr' ? 'en' : 'tr'}`,
    startOverUrl: request.pageUrl('/3d/cancel'),
    formNonce: formNonceOf(page, token),
    returnUrl: request.pageUrl('/return'),
    savedCards: cards,
    canSaveCard: canSave,
    ...(payment && { maskedCardNumber: payment.maskedCardNumber, isVerifying: awaitsIssuer(payment) }),
    ...more,
  });
  return { kind: 'page', status, html, language, frame: frameOf(page) };
}

/** A page that leads to the shop. A redirect would stay inside a frame; this page leaves it. */
export function renderReturnToShop(
  request: PageRequest,
  page: HostedPageItem,
  returnUrl: string,
): PageResponse {
  const { merchantName, isTest, frameOrigins, language = request.language } = page;
  const frame = { merchantName, isTest, frameOrigins };
  const isPaid = page.state === 'Paid';
  const html = returnToShop({ language, cspNonce: request.cspNonce, ...frame, returnUrl, isPaid });
  return { kind: 'page', status: 200, html, language, frame: frameOf(page) };
}

/**
 * The origins that a hosted page may post to, and those that may frame it; `gate`: the bank's 3-D Secure
 * origin.
 */
export const frameOf = (page: HostedPage, gate: readonly string[] = []) => ({
  formActionOrigins: [...gate, page.successUrl, page.failUrl],
  frameAncestors: page.frameOrigins,
});

/**
 * Whether the form was posted from another site. Our pages send no referrer, so browsers send `Origin: null`
 * for them.
 */
export function isCrossSite({ origin }: PageRequest): boolean {
  return origin !== undefined && origin !== 'null' && origin !== new URL(setting('PAY_URL')).origin;
}
