// Measures which partitions of the table and its indexes a piece of work writes, and the write units of each,
// which DynamoDB limits to 1,000 a second. Rows are read before and after each write.
import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { type IndexName, type Key, TABLE_SHAPE } from '#store/table/keys.ts';
import { type Item, itemOf, table, tableName } from '#store/table/table.ts';
import { INDEXES } from '../../../lib/operator/table-indexes.ts';

/** Units by `index partition`, or `table partition`. */
export type PartitionWrites = Map<string, number>;
type Input = {
  Item?: Item;
  Key?: Key;
  UpdateExpression?: string;
  TransactItems?: { Put?: Input; Update?: Input }[];
};

let recording: { writes: PartitionWrites; consumed: number } | undefined;

/** Runs the work, one write after the other. Throws if the units differ from those of the engine. */
export async function partitionWritesOf(work: () => Promise<unknown>): Promise<PartitionWrites> {
  const record = { writes: new Map<string, number>(), consumed: 0 };
  recording = record;
  try {
    await work();
  } finally {
    recording = undefined;
  }
  const sum = [...record.writes.values()].reduce((total, units) => total + units, 0);
  if (sum !== record.consumed) throw new Error(`${sum} units counted, ${record.consumed} consumed.`);
  return record.writes;
}

const keysOf = ({ TransactItems, Item: item, Key: key, UpdateExpression: update }: Input): Key[] => {
  if (TransactItems) return TransactItems.flatMap(({ Put, Update }) => keysOf(Put ?? Update ?? {}));
  if (item) return [{ pk: item.pk, sk: item.sk }];
  return key && update !== undefined ? [key] : [];
};

/** In the form in which it is stored. */
async function storedItem(key: Key): Promise<Item | undefined> {
  const get = new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true });
  return (await table.send(get)).Item as Item | undefined;
}

type Consumed = { CapacityUnits?: number };

table.middlewareStack.add(
  (next) => async (args) => {
    const record = recording;
    const input = args.input as Input;
    const keys = keysOf(input);
    if (record === undefined || keys.length === 0) return await next(args);
    Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
    const before = await Promise.all(keys.map(storedItem));
    const output = await next(args);
    const after = await Promise.all(keys.map(storedItem));
    const { ConsumedCapacity } = output.output as { ConsumedCapacity?: Consumed | Consumed[] };
    for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) record.consumed += CapacityUnits;
    const factor = input.TransactItems ? 2 : 1;
    for (const [at, { pk }] of keys.entries()) {
      addUnits(record.writes, { pk, before: before[at], after: after[at], factor });
    }
    return output;
  },
  { step: 'initialize', name: 'partition writes' },
);

type Change = { pk: string; before: Item | undefined; after: Item | undefined; factor: number };

/** Adds the units of one write of a row. `factor` is 2 in a transaction. */
export function addUnits(writes: PartitionWrites, { pk, before, after, factor }: Change): void {
  const add = (name: string, units: number) => writes.set(name, (writes.get(name) ?? 0) + units);
  add(`table ${pk}`, factor * Math.max(unitsOf(before), unitsOf(after)));
  for (const index of Object.keys(TABLE_SHAPE.indexes) as IndexName[]) {
    const { partitionKey, sortKey } = TABLE_SHAPE.indexes[index];
    const entryIn = (item: Item | undefined) =>
      typeof item?.[partitionKey] === 'string' ? entryOf(item, index) : undefined;
    const nameIn = (entry: Item | undefined) => entry && `${index} ${String(entry[partitionKey])}`;
    const [left, right] = [entryIn(before), entryIn(after)];
    const [old, fresh] = [nameIn(left), nameIn(right)];
    const isMoved = old !== fresh || left?.[sortKey] !== right?.[sortKey];
    if (old !== undefined && isMoved) add(old, unitsOf(left));
    if (fresh !== undefined && isMoved) add(fresh, unitsOf(right));
    // An entry whose key stays is written only if something that it holds changes.
    else if (fresh !== undefined && !isDeepStrictEqual(left, right))
      add(fresh, Math.max(unitsOf(left), unitsOf(right)));
  }
}

const HELD = new Map<string, readonly string[]>(
  INDEXES.map(({ partitionKey, holds = [] }) => [partitionKey, holds]),
);
/** What an index holds of a row. */
export function entryOf(item: Item, index: IndexName): Item {
  const { partitionKey, sortKey } = TABLE_SHAPE.indexes[index];
  const held = new Set<string>(['pk', 'sk', partitionKey, sortKey, ...(HELD.get(partitionKey) ?? [])]);
  return itemOf(Object.fromEntries(Object.entries(item).filter(([name]) => held.has(name))));
}

const unitsOf = (item: Item | undefined) =>
  item === undefined
    ? 0
    : Math.ceil(sizeOf({ M: marshall(item, { removeUndefinedValues: true }) }, 0) / 1024);

/** The documented size: names and values in UTF-8, a byte for two digits, three for a list or map. */
function sizeOf(value: AttributeValue, overhead = 3): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.replace(/[-.]|0+$/g, '').length / 2) + 1;
  if (value.B !== undefined) return value.B.byteLength;
  if (value.SS !== undefined) return value.SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const each = overhead === 0 ? 0 : 1;
  if (value.L !== undefined) return value.L.reduce((sum, one) => sum + sizeOf(one) + 1, overhead);
  if (value.M === undefined) return 1;
  return Object.entries(value.M).reduce(
    (sum, [name, one]) => sum + Buffer.byteLength(name) + sizeOf(one) + each,
    overhead,
  );
}
