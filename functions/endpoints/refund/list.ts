// GET /api/Refund: a merchant's refunds, newest first, with filters.
import { REFUNDS_CSV } from '#contract/csv-tables.ts';
import { showNamedRefund } from '#contract/refund-answer.ts';
import { type RefundListQuery, refundListQuery } from '#contract/refund-query.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { asTable } from '#http/csv.ts';
import { equal, type Filters, filtersOf, listRows } from '#http/listing.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadHolderNames } from '#store/merchant/person.ts';
import { readRefund } from '#store/refund/refund.ts';
import { listPartition, refundsOfOrder, refundsOfPayment, statusPartition } from '#store/table/keys.ts';
import type { ListRequest } from '#store/table/list.ts';

const LISTED = { tr: 'İadeler.', en: 'The refunds.' };

export const handler = readEndpoint(
  {
    scope: 'refunds:read',
    query: ({ timeZone, asCsv }) => refundListQuery(timeZone, asCsv),
    csv: asTable(REFUNDS_CSV),
  },
  async ({ caller, query, now }) => {
    const { limit, page: _, cursor, startDate: startMs, endDate: endMs, by, ...wanted } = query;
    const filters = { ...wanted, by, startMs, endMs };
    const { plan, answered } =
      by === 'completedAt' ? completed(caller.merchantId) : sourceOf(caller.merchantId, wanted);
    const listed = listRows(
      { caller, now, name: 'refund', filters, limit, cursor, startMs, endMs },
      {
        ...plan,
        read: (item) => readRefund(item).refund,
        ...filtersOf(FILTERS, wanted, {
          index: plan.index,
          answered,
          notHeld: ['status', 'bankReferenceNumber', 'adjustment'],
        }),
      },
    );
    const [page, names] = await Promise.all([listed, loadHolderNames(caller.merchantId)]);
    const items = page.items.map((refund) => showNamedRefund(refund, names, now));
    return { message: LISTED, data: { items, ...page.told } };
  },
);

type RefundFilters = Omit<RefundListQuery, 'limit' | 'page' | 'cursor' | 'startDate' | 'endDate' | 'by'>;
type RefundIndex = {
  plan: Pick<ListRequest<Refund>, 'index' | 'partition'>;
  /** The filters that the index covers. */
  answered: (keyof RefundFilters)[];
};

const ofStatus = (merchantId: string, status: NonNullable<RefundFilters['status']>) => (month: string) =>
  statusPartition(merchantId, { noun: 'REFUND', status, month });

/** In this index completed refunds are in the order of their completion. */
const completed = (merchantId: string): RefundIndex => ({
  plan: { index: 'status', partition: ofStatus(merchantId, 'Completed') },
  answered: ['status'],
});

/** The narrowest index first: one payment or order has few refunds, a status has many. */
function sourceOf(merchantId: string, { transactionId, orderNumber, status }: RefundFilters): RefundIndex {
  if (transactionId !== undefined) {
    const partition = refundsOfPayment(merchantId, transactionId);
    return { plan: { index: 'lookup', partition }, answered: ['transactionId'] };
  }
  if (orderNumber !== undefined) {
    const partition = refundsOfOrder(merchantId, orderNumber);
    return { plan: { index: 'second', partition }, answered: ['orderNumber'] };
  }
  if (status !== undefined && status !== 'Completed') {
    const partition = ofStatus(merchantId, status);
    return { plan: { index: 'status', partition }, answered: ['status'] };
  }
  const partition = (month: string) => listPartition(merchantId, 'REFUND', month);
  return { plan: { index: 'list', partition }, answered: [] };
}

const FILTERS: Filters<Refund, RefundFilters> = {
  ...equal(
    'status',
    'refundType',
    'adjustment',
    'transactionId',
    'orderNumber',
    'bankReferenceNumber',
    'currency',
  ),
  minAmount: ({ amountMinor }, wanted) => amountMinor >= wanted,
  maxAmount: ({ amountMinor }, wanted) => amountMinor <= wanted,
};
