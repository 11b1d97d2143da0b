// Every key of the single table. Keys begin with the merchant, so another merchant's id simply does not
// exist; the exceptions are what is looked up before the merchant is known: API keys and page tokens, both
// by digest.

/** The table's shape as data: the deployed table and the local one both follow from it. */
export const TABLE_SHAPE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expiresAtSeconds',
  /** `list`: newest first by month. `status`: the same per status. `lookup`, `second`: by another name. */
  indexes: {
    list: { partitionKey: 'listPk', sortKey: 'listSk' },
    status: { partitionKey: 'statusPk', sortKey: 'statusSk' },
    lookup: { partitionKey: 'lookupPk', sortKey: 'lookupSk' },
    second: { partitionKey: 'secondPk', sortKey: 'secondSk' },
    /** Sparse: only what waits for its time, or for a person. */
    due: { partitionKey: 'duePk', sortKey: 'dueSk' },
  },
} as const;
export type IndexName = keyof typeof TABLE_SHAPE.indexes;
export type Key = { pk: string; sk: string };

/** The kinds of rows: what a write writes and what a conflict is about. */
export type RowName =
  | 'merchant'
  | 'api-key'
  | 'hosted-page'
  | 'order'
  | 'payment'
  | 'pending-card'
  | 'decline'
  | 'customer'
  | 'latest-card'
  | 'card'
  | 'sealed-card'
  | 'card-numbers'
  | 'card-tries'
  | 'recurring-payment'
  | 'attempt'
  | 'closed-periods'
  | 'refund'
  | 'refund-counts'
  | 'idempotency';

type Noun = 'PAYMENT' | 'REFUND' | 'CUSTOMER' | 'CARD' | 'RECURRING';

export const merchantKey = (merchantId: string): Key => ({ pk: `M#${merchantId}#MERCHANT`, sk: 'MERCHANT' });
export const apiKeyKey = (digest: string): Key => ({ pk: `KEY#${digest}`, sk: 'KEY' });
export const apiKeysOf = (merchantId: string) => `M#${merchantId}#KEYS`;
export const hostedPageKey = (tokenDigest: string): Key => ({ pk: `PAGE#${tokenDigest}`, sk: 'PAGE' });
export const orderKey = (merchantId: string, orderNumber: string): Key => ({
  pk: `M#${merchantId}#ORDER#${orderNumber}`,
  sk: 'ORDER',
});
export const idempotencyKey = (merchantId: string, digest: string): Key => ({
  pk: `M#${merchantId}#IDEMPOTENCY#${digest}`,
  sk: 'IDEMPOTENCY',
});
export const entityKey = (merchantId: string, noun: Noun, id: string): Key => ({
  pk: `M#${merchantId}#${noun}#${id}`,
  sk: noun,
});

/** Below it a row per decline, by instant. */
export const declinePartition = (merchantId: string, origin: 'BIN' | 'ADDRESS', value: string) =>
  `M#${merchantId}#DECLINE#${origin}#${value}`;

/** `2026-11` of an ISO instant: lists are bucketed by UTC month, so that no partition grows for ever. */
export const monthOf = (instant: string) => instant.slice(0, 7);
export const listPartition = (merchantId: string, noun: Noun, month: string) =>
  `M#${merchantId}#${noun}#${month}`;
export const statusPartition = (merchantId: string, noun: Noun, status: string, month: string) =>
  `M#${merchantId}#${noun}#${status}#${month}`;
export const lookupPartition = (merchantId: string, noun: Noun, by: string, value: string) =>
  `M#${merchantId}#${noun}#${by}#${value}`;
/** Sorts by time, then by id, which tells apart what happened in the same millisecond. */
export const timeSort = (instant: string, id: string) => `${instant}#${id}`;

/** Refunds are counted per Istanbul day, currency and shard; a month of them is one read. */
export const refundCountsPartition = (merchantId: string, month: string) => `M#${merchantId}#STAT#${month}`;
/** As many rows share one day's counting as let a busy merchant's transactions rarely meet. */
export const REFUND_COUNT_SHARDS = 8;
export const refundCountsSort = (day: string, currency: string, refundId: string) =>
  `${day}#${currency}#${shardOf(refundId, REFUND_COUNT_SHARDS)}`;

/** One write partition carries 1,000 writes a second; eight carry what one region's Lambdas send. */
export const DUE_SHARDS = 8;
export type DueNoun = Extract<Noun, 'PAYMENT' | 'REFUND' | 'RECURRING'>;
const dueShardOf = (id: string) => shardOf(id, DUE_SHARDS);
function shardOf(id: string, shards: number): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % shards;
}
export const duePartition = (shard: number) => `DUE#${shard}`;
export const dueAttributes = (noun: DueNoun, id: string, dueAt: string) => ({
  duePk: duePartition(dueShardOf(id)),
  dueSk: `${dueAt}#${noun}#${id}`,
});

/** In the same index, apart from what the sweep carries out: what only a person can end. A handful. */
export const REVIEW_PARTITION = 'REVIEW';
/** `since`: when payment or charge began, or the refund was asked for (ISO). */
export const reviewAttributes = (noun: DueNoun, id: string, since: string) => ({
  duePk: REVIEW_PARTITION,
  dueSk: `${since}#${noun}#${id}`,
});
