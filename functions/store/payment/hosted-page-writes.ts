// The writes of a hosted page beside those of its payment (hosted-page-claim.ts, hosted-page-outcome.ts).
import { defined } from '#domain/defined.ts';
import type { Guard } from '#domain/payment/card-testing.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { type PageName, pageMark } from '#domain/payment/page-token.ts';
import type { PageEnd } from '#domain/row/hosted-page.ts';
import { pageEnd } from '../page-deadline.ts';
import { type CommitConflict, change, create, type Write } from '../table/commit.ts';
import {
  hostedPageKey,
  listPartition,
  monthOf,
  orderKey,
  pageKey,
  pagesOfOrder,
  timeSort,
} from '../table/keys.ts';
import { newItem, type Stored } from '../table/row.ts';
import { HOSTED_PAGE } from './hosted-page.ts';
import { keptOfOrder, ORDER, type OrderItem } from './order.ts';
import { writeSuperseded } from './order-writes.ts';

/** True if the page before the new one of its order has ended: there is none to supersede. */
export const isOlderPageGone = ({ conflicts }: CommitConflict): boolean =>
  conflicts.some(({ what, found }) => what === 'hosted-page' && found === undefined);

/** The new page becomes the page of its order, and supersedes the one before it. */
export function writeNewHostedPage(page: HostedPage, order: OrderItem | undefined, isAlone = false): Write[] {
  const { merchantId, orderNumber, createdAt } = page;
  const openPage = page.tokenDigest;
  const attributes = {
    ...HOSTED_PAGE.attributes({ ...page, ...(order && keptOfOrder(order)) }),
    ...listAttributes(page),
    ...pageEnd(page, new Date(createdAt)),
  };
  const item = newItem(hostedPageKey(openPage), attributes);
  const writes: Write[] = [create('hosted-page', item)];
  if (order === undefined) {
    const key = orderKey(merchantId, orderNumber);
    return [...writes, create('order', newItem(key, ORDER.attributes({ orderNumber, openPage, createdAt })))];
  }
  writes.push(change('order', order, ORDER.attributes({ openPage })));
  const { openPage: older } = order;
  return older === undefined || isAlone ? writes : [...writes, writeSuperseded(older, createdAt)];
}

/** Each index costs a write unit at every write of the page: creation, claim and outcome of an attempt. */
function listAttributes(page: HostedPage) {
  const { merchantId, orderNumber, tokenDigest, createdAt } = page;
  const id = pageMark(tokenDigest);
  const sort = timeSort(createdAt, id);
  return {
    listPk: listPartition(merchantId, 'PAGE', monthOf(createdAt)),
    listSk: sort,
    lookupPk: pagesOfOrder(merchantId, orderNumber),
    lookupSk: sort,
  };
}

/**
 * Closes a page for its merchant, also a card page, whose verification may have ended without an answer. A
 * conflict unless the page is open and the merchant's: the found row shows the reason. A claim of the page
 * conflicts afterwards.
 */
export const writeHostedPageClose = (merchantId: string, { id, byToken }: PageName, now: Date): Write => ({
  what: 'hosted-page',
  kind: 'update',
  key: pageKey(id),
  set: { state: 'Closed', closedAt: now.toISOString() },
  condition: {
    expression: `${byToken ? '#tokenDigest = :digest AND ' : ''}#merchantId = :merchant AND #expiresAt > :now AND attribute_not_exists(#supersededAt)
      AND (#state = :open OR (#state = :processing AND #verification.#endsAt <= :now))`,
    values: {
      ':merchant': merchantId,
      ':now': now.toISOString(),
      ':open': 'Open',
      ':processing': 'Processing',
      ...(byToken && { ':digest': byToken.digest }),
    },
  },
});

/** A guard stopped a submission before the bank was called, and may end the page. */
export function writeHostedPageGuard(
  page: Stored,
  { guard, isEnd, guardedUntil }: { guard: Guard; isEnd: boolean; guardedUntil?: string | undefined },
  now: Date,
): Write {
  return change('hosted-page', page, {
    guard,
    guardedAt: now.toISOString(),
    ...defined({ guardedUntil }),
    ...(isEnd && endedBy('TOO_MANY_CARDS')),
  });
}

const endedBy = (lastDecline: PageEnd) => ({ state: 'Failed', lastDecline });

/** Ends an open page that no card can pay. */
export const writeHostedPageEnd = (page: Stored, end: PageEnd): Write =>
  change('hosted-page', page, endedBy(end));
