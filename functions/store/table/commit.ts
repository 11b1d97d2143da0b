// Writes are values, handed over together: what becomes true at once can be seen at the call. One write is
// one conditional write, several are one transaction.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, RowName } from './keys.ts';
import { type Item, table, tableName } from './table.ts';

type Values = Record<string, unknown>;

/** A condition in DynamoDB's words: `#x` names are taken from the words themselves, `:x` from the values. */
export type Condition = { expression: string; values?: Values };

/** `what`: the row that it writes; a conflict is named by it. */
export type Write = { what: RowName } & (
  | { kind: 'put'; item: Item; condition?: Condition }
  /** The version rises by one with every update. */
  | {
      kind: 'update';
      key: Key;
      set: Values;
      remove?: readonly string[];
      /** One member each into, or out of, a set of texts; a set without members is no attribute. */
      addTo?: Record<string, string>;
      takeFrom?: Record<string, string>;
      /** Numbers that rise or fall. Never alone: beside a write whose condition lets it happen only once. */
      add?: Record<string, number>;
      condition: Condition;
    }
  /** A row of counters, or of sets, made by its first count. Never alone either. */
  | {
      kind: 'count';
      key: Key;
      add: Record<string, number>;
      addTo?: Record<string, string>;
      set?: Values;
      condition?: Condition;
    }
);

/** A failed condition: `found` is the row as it was at that moment, undefined if there is none. */
type Conflict = { what: RowName; found: Item | undefined };
/** `contended`: no condition failed; another transaction was at work on the same rows. */
export type Conflicted = { kind: 'conflict'; conflicts: Conflict[]; contended: boolean };
export type Committed = { kind: 'committed' } | Conflicted;

/** The failed condition on this kind of row, if it was this one that failed. */
export const conflictOn = ({ conflicts }: Conflicted, what: RowName): Conflict | undefined =>
  conflicts.find((conflict) => conflict.what === what);

export const ABSENT: Condition = { expression: 'attribute_not_exists(#pk)' };

/** A new row; refused where one is already. */
export const create = (what: RowName, item: Item): Extract<Write, { kind: 'put' }> => ({
  what,
  kind: 'put',
  item,
  condition: ABSENT,
});

/** A changed row, as long as nobody else changed it. `set` holds an id or instant of this writer's own. */
export const change = (
  what: RowName,
  item: Item,
  set: Values,
  remove: readonly string[] = [],
): Extract<Write, { kind: 'update' }> => ({
  what,
  kind: 'update',
  key: { pk: item.pk, sk: item.sk },
  set,
  remove,
  condition: { expression: '#version = :expectedVersion', values: { ':expectedVersion': item.version } },
});

/**
 * Carries out all writes or none. A failed condition is an answer, not an error; `contended` says that only
 * another transaction on the same rows stood in the way, so that trying again makes sense.
 */
export async function commit(writes: readonly Write[]): Promise<Committed> {
  const [only] = writes;
  if (only === undefined) return { kind: 'committed' };
  try {
    if (writes.length === 1) await writeOne(only);
    else await writeAll(writes);
    return { kind: 'committed' };
  } catch (error) {
    const refused = conflictedOf(error, writes);
    const [conflict] = refused.conflicts;
    return writes.length === 1 && isOwn(only, conflict?.found) ? { kind: 'committed' } : refused;
  }
}

/**
 * The SDK sends a write again when its answer was lost, and then the condition finds what the first sending
 * left: our own row is no conflict. Every write carries an id or an instant that no other writer has.
 */
function isOwn(write: Write, found: Item | undefined): boolean {
  // A number tells nobody who added to it.
  const isCounting = write.kind === 'count' || (write.kind === 'update' && write.add !== undefined);
  if (found === undefined || isCounting) return false;
  const wanted = write.kind === 'put' ? write.item : { ...write.key, ...write.set };
  const { addTo = {}, takeFrom = {}, remove = [] } = write.kind === 'put' ? {} : write;
  const has = ([name, member]: [string, string]) => (found[name] as Set<string> | undefined)?.has(member);
  return (
    Object.entries(wanted).every(
      ([name, value]) => value === undefined || isDeepStrictEqual(found[name], value),
    ) &&
    Object.entries(addTo).every(has) &&
    !Object.entries(takeFrom).some(has) &&
    !remove.some((name) => name in found)
  );
}

async function writeOne(write: Write): Promise<void> {
  const { Put, Update } = request(write);
  if (Put) await table.send(new PutCommand(Put));
  if (Update) await table.send(new UpdateCommand(Update as never));
}

async function writeAll(writes: readonly Write[]): Promise<void> {
  // The token makes the SDK's own retry of a lost answer harmless.
  await table.send(
    new TransactWriteCommand({
      TransactItems: writes.map((write) => request(write)),
      ClientRequestToken: randomUUID(),
    }),
  );
}

/** DynamoDB gives one reason for each write, in the order of the writes. */
function conflictedOf(error: unknown, writes: readonly Write[]): Conflicted {
  if (error instanceof ConditionalCheckFailedException) {
    const conflicts = writes.map(({ what }) => ({ what, found: plain(error.Item) }));
    return { kind: 'conflict', conflicts, contended: false };
  }
  if (error instanceof TransactionConflictException) {
    return { kind: 'conflict', conflicts: [], contended: true };
  }
  if (!(error instanceof TransactionCanceledException)) throw error;
  const reasons = error.CancellationReasons ?? [];
  const conflicts = writes.flatMap(({ what }, index) => {
    const reason = reasons[index];
    return reason?.Code === 'ConditionalCheckFailed' ? [{ what, found: plain(reason.Item) }] : [];
  });
  const contended = conflicts.length === 0 && reasons.some(({ Code }) => Code === 'TransactionConflict');
  if (conflicts.length === 0 && !contended) throw error;
  return { kind: 'conflict', conflicts, contended };
}

/** The row that a condition found comes back in the wire format even through the document client. */
function plain(found: CancellationReason['Item']): Item | undefined {
  if (found === undefined) return undefined;
  const entries = Object.entries(found).map(([name, value]) => [name, plainValue(value as never)]);
  return Object.fromEntries(entries) as Item;
}

function plainValue(value: Record<string, unknown>): unknown {
  const [type, content] = Object.entries(value)[0] ?? [];
  if (type === 'N') return Number(content);
  if (type === 'NULL') return null;
  if (type === 'L') return (content as Record<string, unknown>[]).map(plainValue);
  if (type === 'M') return plain(content as CancellationReason['Item']);
  if (type === 'SS') return new Set(content as string[]);
  return content;
}

function request(write: Write) {
  if (write.kind === 'put') {
    const { item, condition } = write;
    return { Put: { TableName: tableName(), Item: item, ...conditioned(condition, {}, []) } };
  }
  if (write.kind === 'count') return { Update: countUpdate(write) };
  const { key, set, remove = [], addTo = {}, takeFrom = {}, add = {}, condition } = write;
  const sets = Object.entries(set).filter(([, value]) => value !== undefined);
  const members = Object.entries({ ...addTo, ...takeFrom });
  const values = {
    ':one': 1,
    ...Object.fromEntries(sets.map(([name, value]) => [`:${name}`, value])),
    ...Object.fromEntries(members.map(([name, member]) => [`:${name}`, new Set([member])])),
    ...Object.fromEntries(Object.entries(add).map(([name, number]) => [`:${name}`, number])),
  };
  const changed = [...sets, ...members, ...Object.entries(add)].map(([name]) => name);
  const names = ['version', ...changed, ...remove];
  const clauses = [
    ['SET', ['#version = #version + :one', ...sets.map(([name]) => `#${name} = :${name}`)]],
    ['REMOVE', remove.map((name) => `#${name}`)],
    // A set takes a member once, however often it is sent: unlike a number, it may be added to blindly.
    ['ADD', Object.keys({ ...addTo, ...add }).map((name) => `#${name} :${name}`)],
    ['DELETE', Object.keys(takeFrom).map((name) => `#${name} :${name}`)],
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
      ...conditioned(condition, values, names),
    },
  };
}

function countUpdate({ key, add, addTo = {}, set = {}, condition }: Extract<Write, { kind: 'count' }>) {
  const members = Object.entries(addTo).map(([name, member]) => [name, new Set([member])] as const);
  const added = [...Object.entries({ version: 1, ...add }), ...members];
  const sets = Object.entries(set);
  const all = [...sets, ...added];
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.map(([name]) => `#${name} = :${name}`).join(', ')}`] : []),
    `ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}`,
  ];
  return {
    TableName: tableName(),
    Key: key,
    UpdateExpression: clauses.join(' '),
    ...conditioned(
      condition,
      Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
      all.map(([name]) => name),
    ),
  };
}

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
