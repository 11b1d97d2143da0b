// What a buyer's address leads to: the page of an order, or a page on which a card is given. Both have one
// key, so one read tells, and each is shown under its own address only.
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

type Work = (request: PageRequest) => Promise<PageResponse>;

/**
 * For the page of an order. The address of a card page was below the same path until version 1.1: it leads to
 * the present one, with the form or the bank's answer that was sent. Throws HOSTED_PAGE_NOT_FOUND.
 *
 * `below`: the endpoint's path below that of the page.
 */
export const ofOrder =
  (below: string, work: (request: PageRequest, page: HostedPageItem) => Promise<PageResponse>): Work =>
  async (request) => {
    const item = await loadItem(request);
    if (isCardPage(item)) return { kind: 'moved', to: request.pageUrl(below, cardPageUrl) };
    const page = HOSTED_PAGE.find(item);
    if (page === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
    correlateWith(page.correlationId);
    return await work(request, await asOfOrder(page, request.now));
  };

/** For a card page. Throws HOSTED_PAGE_NOT_FOUND. */
export const ofCard =
  (work: (request: PageRequest, page: CardPageItem) => Promise<PageResponse>): Work =>
  async (request) =>
    await work(request, await loadCardPage(request));

/** Throws HOSTED_PAGE_NOT_FOUND. */
export async function loadCardPage(request: PageRequest): Promise<CardPageItem> {
  const page = CARD_PAGE.find(await loadItem(request));
  if (page === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  correlateWith(page.correlationId);
  return page;
}

const loadItem = async ({ token }: PageRequest): Promise<Item | undefined> =>
  isHostedPageToken(token) ? await getItem(hostedPageKey(tokenDigest(token))) : undefined;
