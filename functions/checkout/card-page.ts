// The responses of a card page's endpoints: the page in its present state, or the way back to the shop.
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { cardReturnOf } from '#domain/card/card-page-result.ts';
import { defined } from '#domain/defined.ts';
import { asksIssuer } from '#domain/payment/three-d-setting.ts';
import { type CardPageSubject, chargeOf, loadSubject } from '#flows/card-page/card-page-view.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { type CardPageView, cardPage } from '#page/card-page/card-page.ts';
import { returnToShop } from '#page/outcome/outcome.ts';
import { loadCard } from '#store/card/card.ts';
import type { CardPageItem } from '#store/card/card-page.ts';
import { loadMerchant } from '#store/merchant.ts';
import { formNonceOf } from './checkout-page.ts';
import { faceOf, shopOf } from './shop-face.ts';

type Entered = Pick<CardPageView, 'entered' | 'errors'>;

/**
 * Renders the page. If it is over and the shop gave an address, the form's script gets a redirect instead,
 * unless the charge is still being checked.
 */
export async function renderCardPage(
  request: PageRequest,
  page: CardPageItem,
  more: Entered = {},
): Promise<PageResponse> {
  const { token, now, cspNonce } = request;
  const language = page.language ?? request.language;
  const state = cardPageStateOf(page, now);
  const isDone = state === 'Completed';
  const [subject, merchant, card] = await Promise.all([
    loadSubject(page, now),
    state === 'Open' ? loadMerchant(page.merchantId) : undefined,
    isDone ? loadCard(page.merchantId, page.cardStorageId ?? '', now) : undefined,
  ]);
  const isOver = isDone || state === 'Failed';
  if (request.wantsData && isOver && cardReturnOf(page, now) !== undefined) {
    const charge = await loadChargeOf(page, now);
    const result = isDone ? 'stored' : 'failed';
    if (charge !== 'checking') return { kind: 'redirect', to: request.pageUrl('/leave'), result };
  }
  const { status, html, answer } = cardPage({
    page,
    ...faceOf(page),
    now,
    language,
    cspNonce,
    action: request.pageUrl(),
    otherLanguageUrl: `${cardPageUrl(token)}?language=${language === 'tr' ? 'en' : 'tr'}`,
    startOverUrl: request.pageUrl('/3d/cancel'),
    formNonce: formNonceOf(page, token),
    ...(cardReturnOf(page, now) && { returnUrl: request.pageUrl('/leave') }),
    ...factsOf(page, subject),
    isOnlyVerified: hasNothingDue(subject) && merchant !== undefined && asksIssuer(merchant.threeDSecure),
    ...(card && { card }),
    ...more,
  });
  return { kind: 'page', status, html, language, frameSources: [], ...defined({ answer }) };
}

const hasNothingDue = (subject: CardPageSubject): boolean =>
  subject.kind !== 'recurringPayment' || subject.due === undefined;

function factsOf(page: CardPageItem, subject: CardPageSubject) {
  const isGone = subject.kind === 'gone';
  if (subject.kind === 'customer') return { isGone };
  const { item } = subject;
  if (item === undefined) return { isGone };
  const { subscriptionName, plan } = item.record;
  const { currency } = plan;
  if (page.state === 'Completed') {
    const charge = chargeOf(page, item);
    const due = page.dueMinor !== undefined && { due: { amountMinor: page.dueMinor, currency } };
    return { isGone, subscriptionName, ...due, ...(charge && { charge }) };
  }
  return { isGone, subscriptionName, ...(!isGone && subject.due && { due: subject.due }) };
}

/**
 * The present state of the charge of a completed page; undefined if nothing was due, or if it ended unpaid.
 */
export async function loadChargeOf(page: CardPageItem, now: Date): Promise<ReturnType<typeof chargeOf>> {
  if (page.state !== 'Completed' || page.dueMinor === undefined) return undefined;
  const subject = await loadSubject(page, now);
  return subject.kind === 'customer' ? undefined : chargeOf(page, subject.item);
}

/** A page that leads to the shop, outside of a frame. */
export function renderCardReturn(request: PageRequest, page: CardPageItem, returnUrl: string): PageResponse {
  const { language = request.language } = page;
  const shop = { ...shopOf(page), returnUrl };
  const isStored = page.state === 'Completed';
  const html = returnToShop({ language, cspNonce: request.cspNonce, ...shop, isPaid: false, isStored });
  return { kind: 'page', status: 200, html, language };
}
