// GET /api/payment/hostedpage: a merchant's hosted pages, newest first, by order number and state
// (hosted-page.md 3.7).
import { fields, oneOf, optional, text } from '#contract/field/field.ts';
import { listQuery } from '#contract/field/list.ts';
import { showNamedPage } from '#contract/page/hosted-page-answer.ts';
import { ORDER_QUERY_WORDS } from '#contract/words/sale-words.ts';
import { defined } from '#domain/defined.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import { HOSTED_PAGE_STATES, type HostedPageState } from '#domain/payment/page-state.ts';
import { isOwn, type OwnKeys } from '#http/caller.ts';
import { type Filters, judgeOf, listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadHolderNames } from '#store/merchant/person.ts';
import { keptPage } from '#store/page-deadline.ts';
import { HOSTED_PAGE, type HostedPageItem } from '#store/payment/hosted-page.ts';
import { listPartition, pagesOfOrder } from '#store/table/keys.ts';

const LISTED = { tr: 'Ödeme sayfaları.', en: 'The hosted pages.' };

const CONTRACT = {
  scope: 'payments:read' as const,
  ownScope: 'payments' as const,
  query: () =>
    fields(
      {
        orderNumber: optional(text(1, 64)),
        state: optional(oneOf(HOSTED_PAGE_STATES)),
        ...listQuery(),
      },
      ORDER_QUERY_WORDS,
    ),
};

type PageFilters = { state: HostedPageState | undefined; ownKeys: OwnKeys };

export const handler = readEndpoint(CONTRACT, async ({ caller, ownKeys, query, now }) => {
  const { orderNumber, state, limit, cursor } = query;
  const { merchantId } = caller;
  // No index contains the states, because some of them depend on the clock.
  const filters: Filters<HostedPageItem, PageFilters> = {
    state: (page, wanted) => stateOf(page, now) === wanted,
    ownKeys: (page, keys) => isOwn(keys, page),
  };
  const call = { caller, now, name: 'hosted-page', filters: { orderNumber, state }, limit, cursor };
  const listed = listRows<HostedPageItem>(call, {
    read: (item) => HOSTED_PAGE.find(keptPage(item, now)),
    ...defined({ keeps: judgeOf(filters, { state, ownKeys }) }),
    ...(orderNumber === undefined
      ? { index: 'list', partition: (month) => listPartition(merchantId, 'PAGE', month) }
      : { index: 'lookup', partition: pagesOfOrder(merchantId, orderNumber) }),
  });
  const [page, names] = await Promise.all([listed, loadHolderNames(merchantId)]);
  const items = page.items.map((one) => showNamedPage(one, names, now));
  return { message: LISTED, data: { items, ...page.told } };
});
