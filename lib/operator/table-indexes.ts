// The indexes of a stage's table, deployed and local.
import { type IndexName, TABLE_SHAPE } from '#store/table/keys.ts';

type TableIndex = {
  name: string;
  partitionKey: string;
  sortKey: string;
  /** Attributes beside the keys. */
  holds: readonly string[];
};

/** What lists filter by. */
const FILTERED = [
  ...['amountMinor', 'chargedMinor', 'currency', 'customerId', 'merchantReference', 'recurringPaymentId'],
  ...['refundType', 'source', 'transactionId', 'type'],
];

/**
 * What an index holds beside keys: attributes that never change, or only with its key. A change of a row then
 * writes to no index whose key stays, and readers take the row itself (see `queryIndex`).
 */
const INDEX_HOLDS: Readonly<Record<IndexName, readonly string[]>> = {
  list: FILTERED,
  /** The last four are for the guards against card testing. */
  status: [...FILTERED, 'createdAt', 'errorCode', 'maskedCardNumber', 'payerDigest'],
  lookup: [],
  /** When events were recorded: readers of the feed search their place, and see gaps, by it. */
  second: ['previousAt', 'recordedAt'],
  due: [],
};

export const INDEXES: readonly TableIndex[] = (Object.keys(TABLE_SHAPE.indexes) as IndexName[]).map(
  (name) => ({
    name,
    ...TABLE_SHAPE.indexes[name],
    holds: INDEX_HOLDS[name],
  }),
);

type TableKey = { partitionKey: string; sortKey: string };
export const schemaOf = ({ partitionKey, sortKey }: TableKey) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];
export const textsOf = ({ partitionKey, sortKey }: TableKey) =>
  [partitionKey, sortKey].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));

/** An index as DynamoDB accepts it in the creation of a table. */
export const indexDefinition = ({ name, holds, ...key }: TableIndex) => ({
  IndexName: name,
  KeySchema: schemaOf(key),
  Projection: projectionOf(holds),
});

type Projection = { ProjectionType: 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] };

function projectionOf(holds: TableIndex['holds']): Projection {
  if (holds.length === 0) return { ProjectionType: 'KEYS_ONLY' };
  return { ProjectionType: 'INCLUDE', NonKeyAttributes: [...holds] };
}
