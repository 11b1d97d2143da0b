// A buyer's visit to a hosted page: found by the token, shown as it stands. Both doors of the page, the one
// that shows and the one that takes the form, answer through here.
import { createHash } from 'node:crypto';
import { type HostedPage, pageMark, stateOf, tokenDigest } from '#domain/hosted-page.ts';
import { isHostedPageToken } from '#domain/id.ts';
import { awaitsIssuer } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { hostedPageUrl } from '#http/hosted-page-url.ts';
import type { Shown, Visit } from '#http/page.ts';
import { type HostedPageView, hostedPage } from '#page/hosted-page.ts';
import { returnToShop } from '#page/outcome.ts';
import { setting } from '#setting.ts';
import { type HostedPageItem, loadHostedPage, loadOrder } from '#store/hosted-page.ts';
import { loadPayment } from '#store/payment.ts';
import { measure } from '#telemetry/metric.ts';
import { follow } from '#telemetry/trail.ts';
import { cardChoice } from './customer-cards.ts';
import { returnAddress } from './return-address.ts';

/** Throws HOSTED_PAGE_NOT_FOUND. */
export async function visitedPage({ token, now }: Visit): Promise<HostedPageItem> {
  const page = isHostedPageToken(token) ? await loadHostedPage(tokenDigest(token)) : undefined;
  // A row without a merchant is the mark of a newer page on an older one that was never there.
  if (page?.merchantId === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  follow(page.correlationId);
  const mayBePaidElsewhere = stateOf(page, now) === 'Open' && page.orderInFlight !== undefined;
  return mayBePaidElsewhere ? await asOrderStands(page) : page;
}

/** What became of the invitation: the form was shown, or the buyer came too late. */
export function reportVisit(page: HostedPageItem, now: Date): void {
  const state = stateOf(page, now);
  const whose = { merchantId: page.merchantId, page: pageMark(page.tokenDigest) };
  if (state === 'Open') measure({ PagesOpened: 1 }, whose);
  if (state === 'Expired') measure({ PagesExpired: 1 }, whose);
}

/**
 * An open page whose order is being paid, or is paid, by what was under way when it was made must offer no
 * form: the claim would refuse it, and a buyer should learn why before typing a card number.
 */
async function asOrderStands(page: HostedPageItem): Promise<HostedPageItem> {
  const order = await loadOrder(page.merchantId, page.orderNumber);
  if (order?.paidBy !== undefined) return { ...page, state: 'Paid', paymentReferenceNumber: order.paidBy };
  const { inFlight: paymentReferenceNumber } = order ?? {};
  return paymentReferenceNumber === undefined
    ? page
    : { ...page, state: 'Processing', paymentReferenceNumber };
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
  const isMoving = page.state === 'Paid' || page.state === 'Processing';
  const [returnUrl, payment, { cards, canSave }] = await Promise.all([
    returnAddress(page, token, now),
    isMoving ? paymentOf(page) : undefined,
    cardChoice(page, now),
  ]);
  const { status, html } = hostedPage({
    page,
    now,
    language,
    cspNonce,
    action: visit.pageUrl(),
    otherLanguageUrl: `${hostedPageUrl(token)}?language=${language === 'tr' ? 'en' : 'tr'}`,
    startOverUrl: visit.pageUrl('/3d/cancel'),
    formNonce: formNonceOf(page, token),
    ...(returnUrl !== undefined && { returnUrl }),
    savedCards: cards,
    canSaveCard: canSave,
    ...(payment && { maskedCardNumber: payment.maskedCardNumber, isVerifying: awaitsIssuer(payment) }),
    ...more,
  });
  return { kind: 'page', status, html, language, frame: frameOf(page) };
}

/** A page that moves on to the shop, out of a frame too, where a redirect would not do. */
export function showLeaving(visit: Visit, page: HostedPageItem, returnUrl: string): Shown {
  const { merchantName, isTest, frameOrigins, language = visit.language } = page;
  const frame = { merchantName, isTest, frameOrigins };
  const isPaid = page.state === 'Paid';
  const html = returnToShop({ language, cspNonce: visit.cspNonce, ...frame, returnUrl, isPaid });
  return { kind: 'page', status: 200, html, language, frame: frameOf(page) };
}

/** Whom a hosted page may lead to, and who may frame it; `gate` is the bank's, where the page leads there. */
export const frameOf = (page: HostedPage, gate: readonly string[] = []) => ({
  formActionOrigins: [...gate, page.successUrl, page.failUrl],
  frameAncestors: page.frameOrigins,
});

/**
 * Our own pages send no referrer, and with it browsers send `Origin: null`; any other origin that is not the
 * page's own is somebody else's form.
 */
export function isForeign({ origin }: Visit): boolean {
  return origin !== undefined && origin !== 'null' && origin !== new URL(setting('PAY_URL')).origin;
}

/** The attempt that a page is busy with, or that paid it. */
export async function paymentOf({ merchantId, paymentReferenceNumber }: HostedPage) {
  return paymentReferenceNumber === undefined
    ? undefined
    : await loadPayment(merchantId, paymentReferenceNumber);
}
