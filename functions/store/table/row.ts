// Kinds of rows: each converts attributes into a value of the domain, and the value into attributes. A row is
// validated here before anything uses it.
import { type Fields, natural, type ObjectShape, objectOf } from '#domain/shape.ts';
import { isCanary } from '#setting.ts';
import { type Invariants, isSound, type Judge } from './invariants.ts';
import { CAPTURE_TRIGGER, DELIVERY_TRIGGER, type Key, TABLE_SHAPE } from './keys.ts';
import type { RowName } from './row-name.ts';
import { getItem, type Item } from './table.ts';

const { partitionKey, sortKey, timeToLive, indexes } = TABLE_SHAPE;
/** Attributes of every row, and those of indexes and triggers, which a write derives from the others. */
const DERIVED: ReadonlySet<string> = new Set([
  partitionKey,
  sortKey,
  timeToLive,
  'version',
  ...Object.keys({ ...CAPTURE_TRIGGER, ...DELIVERY_TRIGGER }),
  ...Object.values(indexes).flatMap((index) => [index.partitionKey, index.sortKey]),
]);

/** The key of a row, and the version on which a change of the row is conditional. */
export type Stored = Key & { version: number };

export type Row<Value> = Judge<Value & Partial<Stored>> & {
  /** Throws if an attribute does not fit. The message names the row and the attribute, never the value. */
  read(item: Item): Value & Stored;
  /** The same; undefined if there is no row, or if it is erased. */
  find(item: Item | undefined): (Value & Stored) | undefined;
  /**
   * The attributes under their stored names. If the value comes from a row, they include the attributes that
   * a newer version has written.
   */
  attributes(value: Partial<Value>): Record<string, unknown>;
};

/**
 * `fields` is called by the first read or write, so that a function builds only the shapes that it uses. The
 * annotation `@__PURE__` at each row lets esbuild leave the other rows out of a function.
 *
 * `isErased`: true if personal or secret attributes were removed, so that the row no longer fits the shape.
 * `invariants`: of a row that knows of money; see invariants.ts.
 */
export function row<Value extends object>(
  what: RowName,
  fields: () => Fields<Value>,
  {
    isErased = () => false,
    invariants = {},
  }: { isErased?: (item: Item) => boolean; invariants?: Invariants<Value & Partial<Stored>> } = {},
): Row<Value> {
  let made: ObjectShape<Value> | undefined;
  const shape = () => {
    made ??= objectOf(fields(), DERIVED);
    return made;
  };
  const read = (item: Item): Value & Stored => {
    const { pk, sk } = item;
    const version = natural.read(item['version'], `${what}.version`);
    const value = { ...shape().read(item, what), pk, sk, version };
    isSound({ what, invariants }, value, value);
    return value;
  };
  return {
    what,
    invariants,
    read,
    find: (item) => (item === undefined || isErased(item) ? undefined : read(item)),
    attributes: (value) => shape().write(value),
  };
}

/** The same of a row that knows of money. */
export const moneyRow = <Value extends object>(
  what: RowName,
  invariants: Invariants<Value & Partial<Stored>>,
  fields: () => Fields<Value>,
): Row<Value> => row(what, fields, { invariants });
const CANARY_ROWS_SECONDS = 30 * 24 * 60 * 60;
/** The time-to-live of a row that DynamoDB may remove from this instant on. */
export const endsAt = (ms: number) => ({ [timeToLive]: Math.ceil(ms / 1000) });

/** The row of an order has its merchant in the key only. */
const ownerOf = ({ pk, sk }: Key, { merchantId }: Record<string, unknown>) =>
  sk === 'ORDER' ? pk.split('#')[1] : merchantId;

export const newItem = (key: Key, attributes: Record<string, unknown>, version = 1): Item & Stored => ({
  ...(isCanary(ownerOf(key, attributes)) && {
    [timeToLive]: Math.ceil(Date.now() / 1000) + CANARY_ROWS_SECONDS,
  }),
  ...key,
  version,
  ...attributes,
});

export const loadRow = async <Value>({ find }: Row<Value>, key: Key): Promise<(Value & Stored) | undefined> =>
  find(await getItem(key));
