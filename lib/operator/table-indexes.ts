// The indexes of a stage's table, and the move of an existing table from those of the last release to those
// of this one. CloudFormation creates or removes one index of a table in an update, and an index keeps its
// projection, so a move takes a deployment for each index: first the new ones are created beside the others,
// then functions read them, then the others are removed.
import { type IndexName, type IndexShape, nameOfIndex, TABLE_SHAPE } from '#store/table/keys.ts';

type TableIndex = {
  name: string;
  partitionKey: string;
  sortKey: string;
  /** Attributes beside the keys. Undefined: the whole row. */
  holds: readonly string[] | undefined;
};

/** What lists filter by. */
const FILTERED = [
  ...['amountMinor', 'currency', 'customerId', 'merchantReference', 'recurringPaymentId'],
  ...['refundType', 'source', 'transactionId', 'type'],
];

/**
 * What an index holds beside keys: attributes that never change, or only with its key. A change of a row then
 * writes to no index whose key stays, and readers take the row itself (see `queryIndex`).
 */
const INDEX_HOLDS: Readonly<Record<IndexName, readonly string[]>> = {
  list: FILTERED,
  /** The last three are for the guards against card testing: `lookupSk` begins with the time of the claim. */
  status: [...FILTERED, 'lookupSk', 'maskedCardNumber', 'payerDigest'],
  lookup: [],
  /** When events were recorded: readers of the feed search their place, and see gaps, by it. */
  second: ['previousAt', 'recordedAt'],
  due: [],
};

const USES = Object.keys(TABLE_SHAPE.indexes) as IndexName[];

const indexesOf = (shape: IndexShape): TableIndex[] =>
  USES.map((use) => {
    const holds = shape === 'copies' ? undefined : INDEX_HOLDS[use];
    return { name: nameOfIndex(use, shape), ...TABLE_SHAPE.indexes[use], holds };
  });

/** The indexes of the last release, and those of a new table. */
const FORMER = indexesOf('copies');
export const INDEXES = indexesOf('keys');

/** What a deployment of a move changes. */
export type Step = { change: 'create' | 'remove'; index: TableIndex };
export const STEPS: readonly Step[] = [
  ...INDEXES.map((index) => ({ change: 'create' as const, index })),
  ...FORMER.map((index) => ({ change: 'remove' as const, index })),
];

/** The indexes of the table after so many steps. */
export function indexesAfter(steps: number): readonly TableIndex[] {
  const done = STEPS.slice(0, steps);
  const changed = (change: 'create' | 'remove') =>
    done.flatMap((step) => (step.change === change ? step.index : []));
  const removed = changed('remove');
  return [...FORMER, ...changed('create')].filter((index) => !removed.includes(index));
}

/**
 * Functions read the new indexes as soon as the table has all of them, in the deployment of the last one.
 * They write short rows, which the last release cannot read, when none of its indexes is left.
 */
export function shapeAfter(steps: number): IndexShape {
  if (steps === STEPS.length) return 'short';
  return steps < INDEXES.length ? 'copies' : 'keys';
}

/** `names`: of the indexes of a table that has all the new ones. */
export const shapeOf = (names: readonly string[]): IndexShape =>
  FORMER.some(({ name }) => names.includes(name)) ? 'keys' : 'short';

type TableKey = { partitionKey: string; sortKey: string };
export const schemaOf = ({ partitionKey, sortKey }: TableKey) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];
export const textsOf = ({ partitionKey, sortKey }: TableKey) =>
  [partitionKey, sortKey].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));

/** An index as DynamoDB accepts it in the creation of a table, or one alone. */
export const indexDefinition = ({ name, holds, ...key }: TableIndex) => ({
  IndexName: name,
  KeySchema: schemaOf(key),
  Projection: projectionOf(holds),
});

type Projection = { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] };

function projectionOf(holds: TableIndex['holds']): Projection {
  if (holds === undefined) return { ProjectionType: 'ALL' };
  if (holds.length === 0) return { ProjectionType: 'KEYS_ONLY' };
  return { ProjectionType: 'INCLUDE', NonKeyAttributes: [...holds] };
}

/** What makes an index of an existing table. */
export const creationOf = (index: TableIndex) => ({
  AttributeDefinitions: textsOf(index),
  GlobalSecondaryIndexUpdates: [{ Create: indexDefinition(index) }],
});
