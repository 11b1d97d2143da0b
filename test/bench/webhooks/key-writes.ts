// Counts how often each row and each partition of the table and its indexes is written, by its key's shape.
import { type IndexName, type Key, TABLE_SHAPE } from '#store/table/keys.ts';
import { type Item, table } from '#store/table/table.ts';

type Put = { Item?: Item; Key?: Key; UpdateExpression?: string };
type Input = Put & { TransactItems?: { Put?: Put; Update?: Put }[] };

let counted: Map<string, number> | undefined;
const count = (name: string) => counted?.set(name, (counted.get(name) ?? 0) + 1);

table.middlewareStack.add(
  (next) => async (args) => {
    const output = await next(args);
    if (counted !== undefined) countAll(args.input as Input);
    return output;
  },
  { step: 'initialize', name: 'key writes' },
);

function countAll({ TransactItems, ...input }: Input): void {
  for (const { Put, Update } of TransactItems ?? []) countOne(Put ?? Update ?? {});
  countOne(input);
}

function countOne({ Item: item, Key: key, UpdateExpression: update }: Put): void {
  const { pk, sk } = item ?? (update === undefined ? { pk: undefined, sk: undefined } : (key ?? {}));
  if (pk === undefined) return;
  count(`row|${pk}|${sk}`);
  count(`table|${pk}`);
  for (const index of Object.keys(TABLE_SHAPE.indexes) as IndexName[]) {
    const partition = item?.[TABLE_SHAPE.indexes[index].partitionKey];
    if (typeof partition === 'string') count(`${index}|${partition}`);
  }
}

/** Runs the work. Returns the lines of a table: of each shape its keys, all writes, the most of one key. */
export async function countWrites(merchantId: string, work: () => Promise<void>): Promise<string[]> {
  counted = new Map();
  await work();
  const shapes = Map.groupBy([...counted], ([name]) => shapeOf(name, merchantId));
  counted = undefined;
  const line = (name: string, ...figures: (number | string)[]) =>
    name.padEnd(64) + figures.map((figure) => String(figure).padStart(10)).join('');
  const lines = [...shapes].map(([shape, keys]) => {
    const writes = keys.map(([, number]) => number);
    const sum = writes.reduce((total, number) => total + number, 0);
    return line(shape, keys.length, sum, Math.max(...writes));
  });
  return [line('Row, or partition of table and index', 'keys', 'writes', 'most'), ...lines.sort()];
}

const shapeOf = (name: string, merchantId: string) =>
  name
    .replaceAll(merchantId, '{merchant}')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    .replaceAll(/evt_[\w-]{22}/g, '{event}')
    .replaceAll(/many-\d+/g, '{object}')
    .replaceAll(/\d{4}-\d{2}(-\d{2}T[\d:.]+Z)?/g, '{time}')
    .replaceAll(/\d+/g, '{n}')
    .replaceAll('|', ' ');
