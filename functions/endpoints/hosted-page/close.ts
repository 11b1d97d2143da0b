// DELETE /api/payment/hostedpage/{token}: closes an open page, by token or id, so that it can no
// longer be paid (hosted-page.md 3.6). Of this conditional write and a simultaneous submit of the page, only one succeeds.
import { cardPageStateOf } from '#domain/card/card-page.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { type PageName, readPageName } from '#domain/payment/page-token.ts';
import { Rejection } from '#domain/rejection.ts';
import { isOwn, ownSalesOf } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { CARD_PAGE } from '#store/card/card-page.ts';
import { findPage, keptPage } from '#store/page-deadline.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import { writeHostedPageClose } from '#store/payment/hosted-page-writes.ts';
import type { CommitConflict } from '#store/table/commit.ts';
import type { Item } from '#store/table/table.ts';
import { measure } from '#telemetry/metric.ts';

const CLOSED = { tr: 'Ödeme sayfası kapatıldı.', en: 'The hosted page was closed.' };

export const handler = endpoint({ scope: 'payments' }, async ({ caller, path, now, commit }) => {
  const named = readPageName(path['token'] ?? '');
  if (named === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  const { merchantId } = caller;
  const ownKeys = ownSalesOf(caller);
  // Who made a page never changes, so only a key that may not close every page reads it first.
  if (ownKeys && !isOwn(ownKeys, pageIn(await findPage(named, now)) ?? {})) {
    throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  }
  const { id, byToken } = named;
  const token = byToken?.token ?? null;
  const answer = { message: CLOSED, data: { id, token, state: 'Closed', canBePaid: false } };
  const result = await commit([writeHostedPageClose(merchantId, named, now)], answer);
  if (result.kind === 'committed') {
    measure({ PagesClosed: 1 }, { merchantId, page: id });
    return answer;
  }
  const state = stateFoundIn(result, merchantId, named, now);
  if (state === 'Closed') return answer;
  throw new Rejection('HOSTED_PAGE_NOT_OPEN', { state });
});

const pageIn = (item: Item | undefined) => CARD_PAGE.find(item) ?? HOSTED_PAGE.find(item);

/** The present state of the page that is not open. The same write closes card pages, so it may be one. */
function stateFoundIn(
  conflicted: CommitConflict,
  merchantId: string,
  { byToken }: PageName,
  now: Date,
): string {
  const [conflict] = conflicted.conflicts.filter(({ what }) => what === 'hosted-page');
  if (conflict === undefined) throw new Rejection('CONCURRENT_UPDATE');
  const found = keptPage(conflict.found, now);
  const cardPage = CARD_PAGE.find(found);
  const page = cardPage ?? HOSTED_PAGE.find(found);
  const isNamed = byToken === undefined || page?.tokenDigest === byToken.digest;
  if (!isNamed || page?.merchantId !== merchantId) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  return cardPage ? cardPageStateOf(cardPage, now) : stateOf(page as HostedPageItem, now);
}
