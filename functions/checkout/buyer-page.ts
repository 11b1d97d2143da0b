// The page of a buyer's address, whatever its purpose: to pay an order, or to give a card. It is found, and
// shown in its present state. Both kinds have the same key, so one read finds either, and each is shown only
// under its own address.
import { createHash } from 'node:crypto';
import { defined } from '#domain/defined.ts';
import { readPageName } from '#domain/payment/page-token.ts';
import { Rejection } from '#domain/rejection.ts';
import { correlateWithOrder } from '#flows/order-correlation.ts';
import { type PageRequest, type PageResponse, pageHandler } from '#http/page.ts';
import type { BuyerView, ShownPage } from '#page/buyer-view.ts';
import type { FrameResult } from '#page/script/contract.ts';
import { setting } from '#setting.ts';
import type { CardPageItem } from '#store/card/card-page.ts';
import { findPage } from '#store/page-deadline.ts';
import type { HostedPageItem } from '#store/payment/hosted-page.ts';
import type { Item } from '#store/table/table.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { policyOriginsOf, shopOf } from './shop-face.ts';

export type BuyerPage = HostedPageItem | CardPageItem;

/** The pages at one kind of address. */
export type Door<Page extends BuyerPage> = {
  addressOf(token: string): string;
  /** The page of an item; undefined if it is none of this kind. */
  find(item: Item | undefined): Page | undefined;
  /** The page in the state that follows from other rows too. */
  asOfNow(page: Page, now: Date): Promise<Page>;
};

/** What a page is for, as far as it is shown. */
export type PagePurpose<Page extends BuyerPage> = {
  door: Door<Page>;
  /** The result of a page that is over and leads to the shop; undefined of one that the buyer still needs. */
  endOf(page: Page, now: Date): Promise<FrameResult | undefined>;
  show(view: BuyerView<Page>): Promise<ShownPage>;
};

/** What the form shows again, the errors in it, and whether a guard stopped it. */
export type TypedForm = Pick<BuyerView<BuyerPage>, 'entered' | 'errors' | 'isStopped' | 'cardPlan'>;

type PageWork<Page> = (request: PageRequest, page: Page) => Promise<PageResponse>;

/** Returns work that loads the page first. Throws HOSTED_PAGE_NOT_FOUND. */
export const withPage =
  <Page extends BuyerPage>(door: Door<Page>, work: PageWork<Page>) =>
  async (request: PageRequest): Promise<PageResponse> =>
    await work(request, await loadPage(request, door));

/** The handler of an endpoint of a page. */
export const buyerPageHandler = <Page extends BuyerPage>(door: Door<Page>, work: PageWork<Page>) =>
  pageHandler(withPage(door, work), door.addressOf);

/** Also reads the page again, after a change. Throws HOSTED_PAGE_NOT_FOUND. */
export async function loadPage<Page extends BuyerPage>(
  request: PageRequest,
  door: Door<Page>,
): Promise<Page> {
  const found = door.find(await loadItem(request));
  if (found === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  // From here on every response names the page's shop in its policy, also that of a failure.
  request.policyOrigins = policyOriginsOf(found);
  if ('orderNumber' in found) correlateWithOrder(found);
  else correlateWith(found.correlationId);
  return await door.asOfNow(found, request.now);
}

/** Only the token opens a page to a buyer: the id is in results and in the shop's logs. */
async function loadItem({ token, now }: PageRequest): Promise<Item | undefined> {
  const named = readPageName(token);
  return named?.byToken && (await findPage(named, now));
}

/**
 * Identifies the form that was shown. It is valid for one submission, because an attempt changes the count,
 * so a form that was sent twice is refused. It is no secret; the token authorizes the payment.
 */
export function formNonceOf({ attemptCount }: { attemptCount: number }, token: string): string {
  return createHash('sha256').update(`form|${token}|${attemptCount}`).digest('base64url').slice(0, 22);
}

/**
 * Whether the form was posted from another site. Our pages send no referrer, so browsers send `Origin: null`
 * for them.
 */
export function isCrossSite({ origin }: PageRequest): boolean {
  return origin !== undefined && origin !== 'null' && origin !== new URL(setting('PAY_URL')).origin;
}

/**
 * The page in its present state. If it is over, the form's script and a buyer who waits for what they have
 * sent get a redirect instead: `/leave` signs the result when the buyer goes to the shop.
 */
export async function showPage<Page extends BuyerPage>(
  request: PageRequest,
  purpose: PagePurpose<Page>,
  page: Page,
  typed?: TypedForm,
): Promise<PageResponse> {
  const goesOn = request.wantsData || request.hasSent;
  const end = goesOn ? await purpose.endOf(page, request.now) : undefined;
  return end === undefined
    ? await renderPage(request, purpose, page, { typed })
    : { kind: 'redirect', to: request.pageUrl('/leave'), result: end };
}

/** `isAgain`: a form that is shown again after a submit has the status 422. */
export async function renderPage<Page extends BuyerPage>(
  request: PageRequest,
  { door, show }: PagePurpose<Page>,
  page: Page,
  { typed, isAgain = false }: { typed?: TypedForm | undefined; isAgain?: boolean },
): Promise<PageResponse> {
  const { token, now, cspNonce } = request;
  const language = page.language ?? request.language;
  const otherLanguageUrl = `${door.addressOf(token)}?language=${language === 'tr' ? 'en' : 'tr'}`;
  const { status, html, answer } = await show({
    page,
    ...shopOf(page),
    timeZone: page.timeZone,
    now,
    language,
    cspNonce,
    action: request.pageUrl(),
    waitsAt: request.hasSent ? request.sentUrl() : request.pageUrl(),
    ...(page.language === undefined && { otherLanguageUrl }),
    startOverUrl: request.pageUrl('/3d/cancel'),
    formNonce: formNonceOf(page, token),
    returnUrl: request.pageUrl('/leave'),
    ...typed,
  });
  const shown = { html, language, frameSources: [], ...defined({ answer }) };
  return { kind: 'page', status: isAgain && status === 200 ? 422 : status, ...shown };
}
