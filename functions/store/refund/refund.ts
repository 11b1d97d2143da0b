// Refunds as rows: found by id, by payment, by order, by status and by time, and due as long as somebody has
// to look after them. A row is always written whole, under the version that was read.
import { isUuid } from '#domain/id.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { countsChange } from '#domain/refund/refund-statistics.ts';
import { create, type Write } from '../table/commit.ts';
import {
  dueAttributes,
  entityKey,
  listPartition,
  monthOf,
  refundsOfOrder,
  refundsOfPayment,
  reviewAttributes,
  statusPartition,
  timeSort,
} from '../table/keys.ts';
import { getItem, type Item } from '../table/table.ts';
import { writeCounts } from './refund-statistics.ts';

/** A refund as it was read, or as it will be once its writes are committed. */
export type StoredRefund = { refund: Refund; version: number };

/** The merchant's refund; undefined for another merchant's, for one that never was, for what is no id. */
export async function loadRefund(merchantId: string, refundId: string): Promise<StoredRefund | undefined> {
  if (!isUuid(refundId)) return undefined;
  const item = await getItem(entityKey(merchantId, 'REFUND', refundId));
  return item && readRefund(item);
}

/** A row of any index without what only the table needs. */
export function readRefund(item: Item): StoredRefund {
  const entries = Object.entries(item).filter(([name]) => !/^(pk|sk|version|\w+(Pk|Sk))$/.test(name));
  return { refund: Object.fromEntries(entries) as Refund, version: item.version };
}

/** A new refund with its counters. */
export const writeNewRefund = (refund: Refund): Write[] => [
  create('refund', itemOf(refund, 1)),
  ...writeCounts(refund, countsChange(undefined, refund)),
];

/** The refund's next state; a conflict if the refund was changed since it was read. */
export const writeRefund = ({ version }: StoredRefund, refund: Refund): Write => ({
  what: 'refund',
  kind: 'put',
  item: itemOf(refund, version + 1),
  condition: { expression: '#version = :read', values: { ':read': version } },
});

function itemOf(refund: Refund, version: number): Item {
  const { merchantId, refundId, createdAt, status, transactionId, orderNumber, dueAt } = refund;
  const month = monthOf(createdAt);
  const sort = timeSort(createdAt, refundId);
  return {
    ...entityKey(merchantId, 'REFUND', refundId),
    version,
    ...refund,
    listPk: listPartition(merchantId, 'REFUND', month),
    listSk: sort,
    statusPk: statusPartition(merchantId, 'REFUND', status, month),
    statusSk: sort,
    lookupPk: refundsOfPayment(merchantId, transactionId),
    lookupSk: sort,
    secondPk: refundsOfOrder(merchantId, orderNumber),
    secondSk: sort,
    ...(dueAt !== undefined && dueAttributes('REFUND', refundId, dueAt)),
    ...(refund.manualReview && reviewAttributes('REFUND', refundId, createdAt)),
  };
}
