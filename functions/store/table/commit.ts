// Commits writes. Writes are values, so that each call of `commit` shows which writes are atomic: one write
// is one conditional write, several are one transaction.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { invocationEndMs } from '#telemetry/request-context.ts';
import type { Key } from './keys.ts';
import { newItem, type Row, type Stored } from './row.ts';
import type { RowName } from './row-name.ts';
import { type Item, table } from './table.ts';
import { itemOfWire } from './wire.ts';
import { type Condition, requestOf, type Values, type Write } from './write-request.ts';

export type { Condition, Write };

/** A failed condition: `found` is the row as it was at that moment, undefined if there is none. */
type Conflict = { what: RowName; found: Item | undefined };
/** `contended`: no condition failed; another transaction used the same rows. */
export type CommitConflict = { kind: 'conflict'; conflicts: Conflict[]; contended: boolean };
export type CommitResult = { kind: 'committed' } | CommitConflict;

/** True if the condition of a write of these rows failed. */
export const isConflictOn = ({ conflicts }: CommitConflict, ...rows: readonly RowName[]): boolean =>
  conflicts.some(({ what }) => rows.includes(what));

/** `found`: the row that the failed condition found. Undefined if no condition on these rows failed. */
export function conflictOn<Value>(
  { conflicts }: CommitConflict,
  { what, find }: Row<Value>,
): { found: (Value & Stored) | undefined } | undefined {
  const conflict = conflicts.find((one) => one.what === what);
  return conflict && { found: find(conflict.found) };
}

/** The commits of an endpoint's call, which store its answer under the idempotency key with the effect. */
export type AnsweredCall<Answer> = {
  /** Commits the effect together with its answer. */
  commit(writes: readonly Write[], answer: Answer): Promise<CommitResult>;
  /** Commits the first step of work that calls a bank. After a crash, a repeated call gets `subject`. */
  commitBegun(writes: readonly Write[], subject: string): Promise<CommitResult>;
  /** Undoes the first step, because the bank was never reached: a repeated call may start over at once. */
  commitUndone(writes: readonly Write[]): Promise<CommitResult>;
  /** The subject of an earlier request with the same key that crashed. */
  begunSubject: string | undefined;
};

export const ABSENT: Condition = { expression: 'attribute_not_exists(#pk)' };
export const EXISTS: Condition = { expression: 'attribute_exists(#pk)' };

/** Creates a row. A conflict if the row exists. */
export const create = (what: RowName, item: Item): Extract<Write, { kind: 'put' }> => ({
  what,
  kind: 'put',
  item,
  condition: ABSENT,
});

/** Writes a whole row again. A conflict if it was changed since it was read. */
export const replace = (
  what: RowName,
  { version }: Pick<Stored, 'version'>,
  item: Item,
): Extract<Write, { kind: 'put' }> => ({
  what,
  kind: 'put',
  item,
  condition: { expression: '#version = :read', values: { ':read': version } },
});

/** Changes a row. A conflict if it was changed since it was read. `set`: see `isOwn`. */
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

/** Changes the row that was read, or creates the one that was not found. A conflict if that has changed. */
export const changeOrCreate = (
  what: RowName,
  read: Stored | undefined,
  key: Key,
  set: Values,
  remove: readonly string[] = [],
): Write => (read ? change(what, read, set, remove) : create(what, newItem(key, set)));

/**
 * Executes all writes or none. A failed condition is returned, not thrown. Writes that DynamoDB throttles are
 * repeated, because the bank may already have approved the operation that they record.
 */
export async function commit(writes: readonly Write[]): Promise<CommitResult> {
  // One token: a throttled repeat may follow a request that was executed and whose answer was lost.
  const token = randomUUID();
  return await whileThrottled(() => commitOnce(writes, token));
}

async function commitOnce(writes: readonly Write[], token: string): Promise<CommitResult> {
  const [only] = writes;
  if (only === undefined) return { kind: 'committed' };
  try {
    if (writes.length === 1) await writeOne(only);
    else await writeAll(writes, token);
    return { kind: 'committed' };
  } catch (error) {
    const conflicted = conflictedOf(error, writes);
    const [conflict] = conflicted.conflicts;
    return writes.length === 1 && isOwn(only, conflict?.found) ? { kind: 'committed' } : conflicted;
  }
}

/**
 * The SDK sends a write again if the answer was lost. The condition then finds the row that the first request
 * wrote, which is no conflict. A write that decides which caller acts contains a random id of the caller,
 * because two callers may write in the same millisecond.
 */
function isOwn(write: Write, found: Item | undefined): boolean {
  // A number does not show which request added to it.
  if (found === undefined || write.kind === 'count') return false;
  if (write.kind === 'put') return isDeepStrictEqual(storedForm(found), storedForm(write.item));
  const { key, set, add, addTo = {}, takeFrom = {}, remove = [] } = write;
  if (add !== undefined) return false;
  const has = ([name, member]: [string, string]) => {
    const members = found[name];
    return members instanceof Set && members.has(member);
  };
  return (
    Object.entries({ ...key, ...set }).every(
      ([name, value]) => value === undefined || isDeepStrictEqual(storedForm(found[name]), storedForm(value)),
    ) &&
    Object.entries(addTo).every(has) &&
    !Object.entries(takeFrom).some(has) &&
    !remove.some((name) => name in found)
  );
}

/** The value as DynamoDB returns it: without undefined members, and bytes as a plain Uint8Array. */
function storedForm(value: unknown): unknown {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return value.filter((member) => member !== undefined).map(storedForm);
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, storedForm(member)]));
}

async function writeOne(write: Write): Promise<void> {
  const { Put, Update } = requestOf(write);
  if (Put) await table.send(new PutCommand(Put));
  if (Update) await table.send(new UpdateCommand(Update));
}

async function writeAll(writes: readonly Write[], token: string): Promise<void> {
  // With the token, a retry after a lost answer is not executed twice.
  await table.send(
    new TransactWriteCommand({
      TransactItems: writes.map((write) => requestOf(write)),
      ClientRequestToken: token,
    }),
  );
}

/** DynamoDB returns one reason per write, in the order of the writes. */
function conflictedOf(error: unknown, writes: readonly Write[]): CommitConflict {
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

/** Even the document client returns the row that a condition found in DynamoDB's wire format. */
function plain(found: Record<string, AttributeValue> | undefined): Item | undefined {
  return found && itemOfWire(found);
}

// DynamoDB throttles a new table, or one merchant's busy hour, for seconds. The SDK tries single requests
// three times and cancelled transactions once.

/** A function that has waited 20 seconds for a bank still ends before API Gateway gives up. */
const PATIENCE_MS = 6_000;
/** A background function repeats the write as long as it lives, less the time for a bank and its outcome. */
const RESERVE_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

const THROTTLED_REASONS: readonly unknown[] = ['ThrottlingError', 'ProvisionedThroughputExceeded'];
const THROTTLED_ERRORS: readonly string[] = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
];

/** True if DynamoDB throttled the last try of the request; an earlier one may have been executed. */
function isThrottled(error: unknown): boolean {
  if (error instanceof TransactionCanceledException) {
    return error.CancellationReasons?.some(({ Code }) => THROTTLED_REASONS.includes(Code)) === true;
  }
  return error instanceof Error && THROTTLED_ERRORS.includes(error.name);
}

/** Repeats a throttled attempt after growing pauses. Throws the last error when the time is over. */
async function whileThrottled<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const giveUpAtMs = Math.max(performance.now() + PATIENCE_MS, (invocationEndMs() ?? 0) - RESERVE_MS);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isThrottled(error) || performance.now() >= giveUpAtMs) throw error;
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}
