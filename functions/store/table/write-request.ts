// Writes as values, and as DynamoDB requests. Attribute names are always placeholders, so that a reserved
// word is no error.
import type { Key } from './keys.ts';
import type { RowName } from './row-name.ts';
import { type Item, tableName } from './table.ts';

export type Values = Record<string, unknown>;

/** A DynamoDB condition expression. `#name` stands for the attribute of that name; `:x` is in `values`. */
export type Condition = { expression: string; values?: Values };

/** `what`: the kind of row that is written. A conflict has the same name. */
export type Write = { what: RowName } & (
  | { kind: 'put'; item: Item; condition?: Condition }
  /** An update raises the version by one. */
  | {
      kind: 'update';
      key: Key;
      set?: Values;
      remove?: readonly string[];
      /** One member each that is added to, or deleted from, a set. An empty set is no attribute. */
      addTo?: Record<string, string>;
      takeFrom?: Record<string, string>;
      /** Numbers to be added. The write or its transaction must have a condition that holds only once. */
      add?: Record<string, number>;
      condition: Condition;
    }
  /** A row of counters or sets, created by its first write. Always part of a transaction. */
  | {
      kind: 'count';
      key: Key;
      add?: Record<string, number>;
      /** Members that are added to a set: at least one each. */
      addTo?: Record<string, readonly string[]>;
      set?: Values;
      condition?: Condition;
    }
);

/** A put or an update, as DynamoDB accepts it alone or as part of a transaction. */
export function requestOf(write: Write) {
  if (write.kind === 'put') {
    const { item, condition } = write;
    return { Put: { TableName: tableName(), Item: item, ...conditioned(condition, {}, []) } };
  }
  const { key, set = {}, add = {}, addTo = {}, condition } = write;
  const isUpdate = write.kind === 'update';
  const { remove = [], takeFrom = {} }: Partial<UpdateWrite> = isUpdate ? write : {};
  const sets = Object.entries(set).filter(([, value]) => value !== undefined);
  const added = [...Object.entries(add), ...membersOf(addTo)];
  const taken = membersOf(takeFrom);
  const values = [['version', 1] as const, ...sets, ...added, ...taken];
  const clauses = [
    // A sum fails if there is no row. A row of counters may be new, so its version is added.
    [
      'SET',
      [
        ...(isUpdate ? ['#version = #version + :version'] : []),
        ...sets.map(([name]) => `#${name} = :${name}`),
      ],
    ],
    ['REMOVE', remove.map((name) => `#${name}`)],
    // Unlike a number, a set is the same if a member is added twice.
    ['ADD', [...(isUpdate ? [] : ['#version :version']), ...added.map(([name]) => `#${name} :${name}`)]],
    ['DELETE', taken.map(([name]) => `#${name} :${name}`)],
  ] as const;
  const expression = clauses
    .filter(([, parts]) => parts.length > 0)
    .map(([word, parts]) => `${word} ${parts.join(', ')}`)
    .join(' ');
  return {
    Update: {
      TableName: tableName(),
      Key: key,
      UpdateExpression: expression,
      ...conditioned(
        condition,
        Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
        values.map(([name]) => name).concat(remove),
      ),
    },
  };
}

export type UpdateWrite = Extract<Write, { kind: 'update' }>;

const membersOf = (sets: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(sets).map(([name, members]) => [name, new Set([members].flat())] as const);

function conditioned(condition: Condition | undefined, values: Values, names: readonly string[]) {
  const all = { ...values, ...condition?.values };
  const mentioned = [...(condition?.expression ?? '').matchAll(/#(\w+)/g)].map(([, name]) => name ?? '');
  const attributes = Object.fromEntries([...names, ...mentioned].map((name) => [`#${name}`, name]));
  return {
    ...(condition && { ConditionExpression: condition.expression }),
    ...(Object.keys(attributes).length > 0 && { ExpressionAttributeNames: attributes }),
    ...(Object.keys(all).length > 0 && { ExpressionAttributeValues: all }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}
