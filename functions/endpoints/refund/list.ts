// GET /api/Refund: a merchant's refunds, newest first, with filters.
import { showRefund } from '#contract/refund.ts';
import { type RefundListQuery, refundListQuery } from '#contract/refund-query.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { endpoint } from '#http/endpoint.ts';
import { listRows } from '#http/listing.ts';
import { readRefund } from '#store/refund/refund.ts';
import { listPartition, refundsOfOrder, refundsOfPayment, statusPartition } from '#store/table/keys.ts';
import type { ListRequest } from '#store/table/list.ts';

const LISTED = { tr: 'İadeler.', en: 'The refunds.' };

export const handler = endpoint(
  { scope: 'read', query: ({ timeZone }) => refundListQuery(timeZone) },
  async ({ caller, query, now }) => {
    const { limit, cursor, startDate: startMs, endDate: endMs, ...wanted } = query;
    const filters = { ...wanted, startMs, endMs };
    const source = sourceOf(caller.merchantId, wanted);
    const rest = restOf(wanted, source.answers);
    const page = await listRows(
      { caller, now, name: 'refund', filters, limit, cursor, startMs, endMs },
      { ...source.plan, read: (item) => readRefund(item).refund, ...(rest && { keeps: rest }) },
    );
    const items = page.items.map((refund) => showRefund(refund, now));
    return { says: LISTED, data: { items, nextCursor: page.next ?? null } };
  },
);

type Wanted = Omit<RefundListQuery, 'limit' | 'cursor' | 'startDate' | 'endDate'>;
type Source = {
  plan: Pick<ListRequest<Refund>, 'index' | 'isBucketed' | 'partitionOf'>;
  /** The filter that the index covers. */
  answers: keyof Wanted | undefined;
};

/** The narrowest index first: one payment or order has few refunds, a status has many. */
function sourceOf(merchantId: string, { transactionId, orderNumber, status }: Wanted): Source {
  if (transactionId !== undefined) {
    const partitionOf = () => refundsOfPayment(merchantId, transactionId);
    return { plan: { index: 'lookup', isBucketed: false, partitionOf }, answers: 'transactionId' };
  }
  if (orderNumber !== undefined) {
    const partitionOf = () => refundsOfOrder(merchantId, orderNumber);
    return { plan: { index: 'second', isBucketed: false, partitionOf }, answers: 'orderNumber' };
  }
  if (status !== undefined) {
    const partitionOf = (month: string, shard: number) =>
      statusPartition(merchantId, { noun: 'REFUND', status, month, shard });
    return { plan: { index: 'status', isBucketed: true, partitionOf }, answers: 'status' };
  }
  const partitionOf = (month: string, shard: number) => listPartition(merchantId, 'REFUND', month, shard);
  return { plan: { index: 'list', isBucketed: true, partitionOf }, answers: undefined };
}

const FILTERS: { [Name in keyof Wanted]-?: (refund: Refund, wanted: NonNullable<Wanted[Name]>) => boolean } =
  {
    status: ({ status }, wanted) => status === wanted,
    refundType: ({ refundType }, wanted) => refundType === wanted,
    transactionId: ({ transactionId }, wanted) => transactionId === wanted,
    orderNumber: ({ orderNumber }, wanted) => orderNumber === wanted,
    currency: ({ currency }, wanted) => currency === wanted,
    minAmount: ({ amountMinor }, wanted) => amountMinor >= wanted,
    maxAmount: ({ amountMinor }, wanted) => amountMinor <= wanted,
  };

/** The filters that the index does not cover; undefined if it covers all. */
function restOf(wanted: Wanted, answered: keyof Wanted | undefined) {
  const asked = (Object.keys(FILTERS) as (keyof Wanted)[]).filter(
    (name) => name !== answered && wanted[name] !== undefined,
  );
  if (asked.length === 0) return undefined;
  return (refund: Refund) => asked.every((name) => FILTERS[name](refund, wanted[name] as never));
}
