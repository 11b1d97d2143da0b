// Hosted pages. Each write of a page's payment also writes the row of its order, which ensures that the order
// is paid once.
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { hostedPageFields } from '#domain/row/hosted-page.ts';
import { brokenIn } from '../table/invariants.ts';
import { hostedPageKey, listPartition, pageKey, pagesOfOrder } from '../table/keys.ts';
import { byTime, type Kind, listEntry, reviewEntry } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';

export type HostedPageItem = Stored & HostedPage;

/** A row without a merchant is no page: superseding a page that did not exist once created such rows. */
export const HOSTED_PAGE = /* @__PURE__ */ row<HostedPage>('hosted-page', hostedPageFields, {
  // A card page has the same key and another shape.
  isErased: (item) => item['merchantId'] === undefined || item['purpose'] !== undefined,
  invariants: {
    attempts: ({ attemptCount, declineCount }) => declineCount <= attemptCount,
    day: ({ linkDay, declineCount }) => (linkDay?.declinesBefore ?? 0) <= declineCount,
    payment: ({ state, paymentReferenceNumber }) => state !== 'Paid' || paymentReferenceNumber !== undefined,
  },
});

export const hostedPageKind = () =>
  ({
    keys: [pageKey('{id}')],
    readBy: 'page, merchant',
    indexes: {
      list: [listEntry('PAGE')],
      lookup: [byTime(pagesOfOrder('{m}', '{number}'))],
      due: [reviewEntry('PAGE')],
    },
    grants: { 'hosted-page': 'hosted payment pages and card pages, by id' },
    indexGrants: {
      'listed-page': [listPartition('{m}', 'PAGE', '{month}'), 'in lists', pageKey('{id}').pk],
    },
    events: 'own',
    read: HOSTED_PAGE.find,
    brokenIn: brokenIn(HOSTED_PAGE),
  }) satisfies Kind;

/** The page of a token, by its digest. */
export async function loadHostedPage(tokenDigest: string): Promise<HostedPageItem | undefined> {
  const page = await loadRow(HOSTED_PAGE, hostedPageKey(tokenDigest));
  return page?.tokenDigest === tokenDigest ? page : undefined;
}
