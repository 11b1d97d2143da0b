// The buyer's hosted page: loaded by its token, and rendered in its current state.
import { createHash } from 'node:crypto';
import { defined } from '#domain/defined.ts';
import { isHostedPageToken } from '#domain/id.ts';
import { type HostedPage, isOver, pageMark, stateOf, tokenDigest } from '#domain/payment/hosted-page.ts';
import { awaitsIssuer, isAbandoned } from '#domain/payment/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { cardChoice } from '#flows/payment/customer-cards.ts';
import { loadPaymentOfPage } from '#flows/payment/hosted-page-payment.ts';
import { loadPageOfOrder } from '#flows/payment/page-of-order.ts';
import { hostedPageUrl } from '#http/hosted-page-url.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { type HostedPageView, hostedPage } from '#page/hosted-page.ts';
import { returnToShop } from '#page/outcome/outcome.ts';
import { setting } from '#setting.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { faceOf, shopOf } from './shop-face.ts';

/**
 * Loads the page. It counts as busy or paid if another page of its order is, so that the buyer learns this
 * before typing a card number. Throws HOSTED_PAGE_NOT_FOUND.
 */
export async function loadCheckoutPage({ token, now }: PageRequest): Promise<HostedPageItem> {
  const page = isHostedPageToken(token) ? await loadPageOfOrder(tokenDigest(token), now) : undefined;
  // A row without a merchant exists only to mark that a newer page supersedes this token.
  if (page?.merchantId === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  correlateWith(page.correlationId);
  return page;
}

/** Counts a view of the open form or of the expired page. */
export function reportPageView(page: HostedPageItem, now: Date): void {
  const state = stateOf(page, now);
  const labels = { merchantId: page.merchantId, page: pageMark(page.tokenDigest) };
  if (state === 'Open') measure({ PagesOpened: 1 }, labels);
  if (state === 'Expired') measure({ PagesExpired: 1 }, labels);
}

/**
 * Identifies the form that was shown. It is valid for one submission, because an attempt changes the count,
 * so a form that was sent twice is refused. It is no secret; the token authorizes the payment.
 */
export function formNonceOf(page: Pick<HostedPage, 'attemptCount'>, token: string): string {
  return createHash('sha256').update(`form|${token}|${page.attemptCount}`).digest('base64url').slice(0, 22);
}

type Entered = Pick<HostedPageView, 'entered' | 'errors'>;

export async function renderCheckout(
  request: PageRequest,
  page: HostedPageItem,
  more: Entered = {},
): Promise<PageResponse> {
  const { token, now, cspNonce } = request;
  if (request.wantsData && isOver(page)) return leadToShop(request, page);
  const language = page.language ?? request.language;
  const hasPayment = page.state === 'Paid' || page.state === 'Processing';
  const [payment, { cards, lockedCards, canSave }] = await Promise.all([
    hasPayment || page.lastDecline !== undefined ? loadPaymentOfPage(page) : undefined,
    cardChoice(page, now),
  ]);
  const { status, html, answer } = hostedPage({
    page,
    ...faceOf(page),
    now,
    language,
    cspNonce,
    action: request.pageUrl(),
    otherLanguageUrl: `${hostedPageUrl(token)}?language=${language === 'tr' ? 'en' : 'tr'}`,
    startOverUrl: request.pageUrl('/3d/cancel'),
    formNonce: formNonceOf(page, token),
    returnUrl: request.pageUrl('/leave'),
    savedCards: cards,
    lockedCards,
    canSaveCard: canSave,
    ...(payment && {
      receipt: payment,
      isVerifying: awaitsIssuer(payment),
      isAbandoned: isAbandoned(payment),
    }),
    ...more,
  });
  return { kind: 'page', status, html, language, frameSources: [], ...defined({ answer }) };
}

/** The response for the form's script: `/leave` signs the result when the buyer goes to the shop. */
const leadToShop = (request: PageRequest, { state }: HostedPageItem): PageResponse => ({
  kind: 'redirect',
  to: request.pageUrl('/leave'),
  result: state === 'Paid' ? 'paid' : 'failed',
});

/** A page that leads to the shop. A redirect would stay inside a frame; this page leaves it. */
export function renderReturnToShop(
  request: PageRequest,
  page: HostedPageItem,
  returnUrl: string,
): PageResponse {
  const { language = request.language } = page;
  const isPaid = page.state === 'Paid';
  const html = returnToShop({ language, cspNonce: request.cspNonce, ...shopOf(page), returnUrl, isPaid });
  return { kind: 'page', status: 200, html, language };
}

/**
 * Whether the form was posted from another site. Our pages send no referrer, so browsers send `Origin: null`
 * for them.
 */
export function isCrossSite({ origin }: PageRequest): boolean {
  return origin !== undefined && origin !== 'null' && origin !== new URL(setting('PAY_URL')).origin;
}
