// Refunds, found by id, by payment, by order, by status and by time, and due until they are finalized. A row
// is always written whole, on the condition of the version that was read.
import { isUuid } from '#domain/id.ts';
import { type Refund, refundFields } from '#domain/refund/refund.ts';
import { countsChange } from '#domain/refund/refund-statistics.ts';
import { natural, optional, type ValueOf } from '#domain/shape.ts';
import { create, replace, type Write } from '../table/commit.ts';
import { brokenIn, type Invariants, requireSound, reviewOf } from '../table/invariants.ts';
import {
  dueAttributes,
  entityKey,
  listPartition,
  monthOf,
  refundsOfOrder,
  refundsOfPayment,
  reviewAttributes,
  shortTimeSort,
  statusPartition,
  timeSort,
} from '../table/keys.ts';
import { byTime, dueEntry, type Kind, listEntry, reviewEntry, statusEntry } from '../table/kind.ts';
import { moneyRow, newItem } from '../table/row.ts';
import { getItem, type Item } from '../table/table.ts';
import { writeCounts } from './refund-statistics.ts';

/** A refund as it was read, or as it will be once its writes are committed. */
export type StoredRefund = { refund: Refund; version: number };

const fields = () => ({
  ...refundFields(),
  /** Zero is not stored, so that a new refund fits into one kilobyte, which DynamoDB charges. */
  postponements: optional(natural),
});
type RefundRow = ValueOf<typeof fields>;

const INVARIANTS: Invariants<RefundRow> = {
  sent: ({ status, sent }) => sent === undefined || !['Pending', 'Rejected', 'Expired'].includes(status),
  surcharge: ({ amountMinor, surchargeMinor = 0 }) => surchargeMinor <= amountMinor,
  operation: ({ status, processedAs }) => status !== 'Completed' || processedAs !== undefined,
};

const REFUND = /* @__PURE__ */ moneyRow<RefundRow>('refund', INVARIANTS, fields);

export const refundKind = () =>
  ({
    keys: [entityKey('{m}', 'REFUND', '{id}')],
    readBy: 'merchant, sweep',
    indexes: {
      list: [listEntry('REFUND')],
      status: [statusEntry('REFUND')],
      lookup: [byTime(refundsOfPayment('{m}', '{payment}'))],
      second: [byTime(refundsOfOrder('{m}', '{number}'))],
      due: [dueEntry('REFUND'), reviewEntry('REFUND')],
    },
    grants: { refund: 'refunds' },
    events: 'own',
    read: readRefund,
    brokenIn: brokenIn(REFUND),
  }) satisfies Kind;

/** The merchant's refund; undefined if there is none, or if `refundId` is malformed. */
export async function loadRefund(merchantId: string, refundId: string): Promise<StoredRefund | undefined> {
  if (!isUuid(refundId)) return undefined;
  const item = await getItem(entityKey(merchantId, 'REFUND', refundId));
  return item && readRefund(item);
}

export function readRefund(item: Item): StoredRefund {
  const { pk: _, sk: __, version, postponements = 0, ...refund } = REFUND.read(item);
  return { refund: { ...refund, postponements }, version };
}

/** A new refund with its counters. */
export const writeNewRefund = (refund: Refund): Write[] => [
  create('refund', itemOf(refund, 1)),
  ...writeCounts(refund, countsChange(undefined, refund)),
];

/** A request takes the refund to the bank. */
export const isClaim = (before: Refund, { sent }: Refund): boolean =>
  sent?.by !== undefined && sent.by !== before.sent?.by;

/** The refund's next state; a conflict if the refund was changed since it was read. */
export function writeRefund(before: StoredRefund, refund: Refund): Write {
  if (isClaim(before.refund, refund)) requireSound(REFUND, refund, keyOf(refund));
  return replace('refund', before, itemOf(refund, before.version + 1));
}

const keyOf = ({ merchantId, refundId }: Refund) => entityKey(merchantId, 'REFUND', refundId);

function itemOf(refund: Refund, version: number): Item {
  const { merchantId, refundId, createdAt, status, transactionId, orderNumber, dueAt } = refund;
  const { postponements, ...others } = refund;
  const month = monthOf(createdAt);
  // A completed refund is sorted by its completion: the key changes with the status anyway.
  const statusAt = (status === 'Completed' ? refund.completedAt : undefined) ?? createdAt;
  const attributes = {
    ...REFUND.attributes({ ...others, ...(postponements > 0 && { postponements }) }),
    listPk: listPartition(merchantId, 'REFUND', month),
    listSk: timeSort(createdAt, refundId),
    statusPk: statusPartition(merchantId, { noun: 'REFUND', status, month: monthOf(statusAt) }),
    statusSk: shortTimeSort(statusAt, refundId),
    lookupPk: refundsOfPayment(merchantId, transactionId),
    lookupSk: shortTimeSort(createdAt, refundId),
    secondPk: refundsOfOrder(merchantId, orderNumber),
    secondSk: shortTimeSort(createdAt, refundId),
    ...(dueAt !== undefined && dueAttributes('REFUND', refundId, dueAt)),
    ...(refund.manualReview && reviewAttributes('REFUND', refundId, refund.review?.askAt)),
    ...reviewOf(REFUND, refund, keyOf(refund)),
  };
  return newItem(keyOf(refund), attributes, version);
}
