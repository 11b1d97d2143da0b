// Loads the page of a buyer's address: a hosted page, or a card page. Both have the same key, so one read
// finds either, and each is shown only under its own address.
import { isHostedPageToken } from '#domain/id.ts';
import { tokenDigest } from '#domain/payment/hosted-page.ts';
import { Rejection } from '#domain/rejection.ts';
import { asOfOrder } from '#flows/payment/page-of-order.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { CARD_PAGE, type CardPageItem, isCardPage } from '#store/card/card-page.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import { hostedPageKey } from '#store/table/keys.ts';
import { getItem, type Item } from '#store/table/table.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { policyOriginsOf } from './shop-face.ts';

type PageRequestHandler = (request: PageRequest) => Promise<PageResponse>;

/**
 * Returns a handler that loads the hosted page. Until version 1.1 card pages had addresses below the same
 * path: a request to such an address is redirected to the present one, and the browser repeats the posted
 * form or bank answer there. Throws HOSTED_PAGE_NOT_FOUND. `subpath`: the endpoint's path below that of the
 * page.
 */
export const withHostedPage =
  (
    subpath: string,
    handle: (request: PageRequest, page: HostedPageItem) => Promise<PageResponse>,
  ): PageRequestHandler =>
  async (request) => {
    const item = await loadItem(request);
    if (isCardPage(item)) return { kind: 'moved', to: request.pageUrl(subpath, cardPageUrl) };
    const page = HOSTED_PAGE.find(item);
    if (page === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
    recognise(request, page);
    return await handle(request, await asOfOrder(page, request.now));
  };

/** Returns a handler that loads the card page. Throws HOSTED_PAGE_NOT_FOUND. */
export const withCardPage =
  (handle: (request: PageRequest, page: CardPageItem) => Promise<PageResponse>): PageRequestHandler =>
  async (request) =>
    await handle(request, await loadCardPage(request));

/** Throws HOSTED_PAGE_NOT_FOUND. */
export async function loadCardPage(request: PageRequest): Promise<CardPageItem> {
  const page = CARD_PAGE.find(await loadItem(request));
  if (page === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  recognise(request, page);
  return page;
}

/** From here on every response names the page's shop in its policy, also that of a failure. */
function recognise(request: PageRequest, page: HostedPageItem | CardPageItem): void {
  request.policyOrigins = policyOriginsOf(page);
  correlateWith(page.correlationId);
}

const loadItem = async ({ token }: PageRequest): Promise<Item | undefined> =>
  isHostedPageToken(token) ? await getItem(hostedPageKey(tokenDigest(token))) : undefined;
