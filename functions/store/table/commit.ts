// Writes are values, handed over together: what becomes true at once can be seen at the call. One write is
// one conditional write, several are one transaction.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, RowName } from './keys.ts';
import type { Row, Stored } from './row.ts';
import { type Item, itemOf, table } from './table.ts';
import { requestOf } from './write-request.ts';

export type Values = Record<string, unknown>;

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

/** True if the condition of a write of these rows failed. */
export const isConflictOn = ({ conflicts }: Conflicted, ...rows: readonly RowName[]): boolean =>
  conflicts.some(({ what }) => rows.includes(what));

/** `found`: the row that the failed condition found. Undefined if no condition on these rows failed. */
export function conflictOn<Value>(
  { conflicts }: Conflicted,
  { what, find }: Row<Value>,
): { found: (Value & Stored) | undefined } | undefined {
  const conflict = conflicts.find((one) => one.what === what);
  return conflict && { found: find(conflict.found) };
}

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
  { pk, sk, version }: Stored,
  set: Values,
  remove: readonly string[] = [],
): Extract<Write, { kind: 'update' }> => ({
  what,
  kind: 'update',
  key: { pk, sk },
  set,
  remove,
  condition: { expression: '#version = :expectedVersion', values: { ':expectedVersion': version } },
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
  const { Put, Update } = requestOf(write);
  if (Put) await table.send(new PutCommand(Put));
  if (Update) await table.send(new UpdateCommand(Update as never));
}

async function writeAll(writes: readonly Write[]): Promise<void> {
  // The token makes the SDK's own retry of a lost answer harmless.
  await table.send(
    new TransactWriteCommand({
      TransactItems: writes.map((write) => requestOf(write)),
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
function plain(found: Record<string, AttributeValue> | undefined): Item | undefined {
  if (found === undefined) return undefined;
  return itemOf(plainMap(found));
}

const plainMap = (map: Record<string, AttributeValue>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, plainValue(value)]));

function plainValue({ S, N, BOOL, B, SS, L, M, NULL }: AttributeValue): unknown {
  if (N !== undefined) return Number(N);
  if (SS !== undefined) return new Set(SS);
  if (L !== undefined) return L.map(plainValue);
  if (M !== undefined) return plainMap(M);
  return NULL ? null : (S ?? BOOL ?? B);
}
