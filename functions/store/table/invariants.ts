// What is always true of a row about money (payments.md 7). A claim that stores or changes a row which breaks
// an invariant throws, so that no bank is called; an outcome is kept, and the row waits for a person; a read
// returns the row. All three ring.
import { log } from '#telemetry/log.ts';
import { currentRequest } from '#telemetry/request-context.ts';
import { type Key, NEVER_ASKED, REVIEW_PARTITION } from './keys.ts';
import type { RowName } from './row-name.ts';
import type { Item } from './table.ts';
import type { UpdateWrite, Values } from './write-request.ts';

/** By name: each is true of every sound value. */
export type Invariants<Value> = Readonly<Record<string, (value: Value) => boolean>>;
/** A kind of row with its invariants. */
export type Judge<Value> = { what: RowName; invariants: Invariants<Value> };

const brokenOf = <Value>({ invariants }: Judge<Value>, value: Value): string[] =>
  Object.keys(invariants).filter((name) => !invariants[name]?.(value));

/** The message of the line, which CloudWatch counts: the table of metrics would enlarge every function. */
export const BROKEN_ROW = 'a row contradicts itself';

/** What this container has reported: a list would otherwise report a row with each of its reads. */
const reported = new Set<string>();

/** False if the value breaks an invariant. Rings in a function; a command of an operator shows the row. */
export function isSound<Value>(judge: Judge<Value>, value: Value, { pk, sk }: Key): boolean {
  const broken = brokenOf(judge, value);
  if (broken.length === 0) return true;
  const [reason, row] = [`${judge.what}: ${broken.join()}`, `${pk} ${sk}`];
  if (currentRequest().requestId !== undefined && !reported.has(reason + row)) {
    reported.add(reason + row);
    log('error', BROKEN_ROW, { reason, row });
  }
  return false;
}

/** Called before a bank is called, with what the claim stores or changes. Throws if that is not sound. */
export function requireSound<Value>(judge: Judge<Value>, value: Value, key: Key): void {
  if (!isSound(judge, value, key)) throw new Error(`${BROKEN_ROW}: ${judge.what}`);
}

/** The place in the review of a row whose outcome leaves a contradiction; undefined of a sound row. */
export const reviewOf = <Value>(judge: Judge<Value>, value: Value, key: Key): Values | undefined =>
  isSound(judge, value, key)
    ? undefined
    : { duePk: REVIEW_PARTITION, dueSk: `${NEVER_ASKED}#${key.sk}#${key.pk}` };

/** The write of an outcome, with that place. `after`: the value that it leaves. */
export function orReview<Value>(judge: Judge<Value>, after: Value, write: UpdateWrite): UpdateWrite {
  const review = reviewOf(judge, after, write.key);
  if (review === undefined) return write;
  const { set, remove = [] } = write;
  return { ...write, set: { ...set, ...review }, remove: remove.filter((name) => !(name in review)) };
}

/** For a declaration: the names of the invariants that a row breaks. Does not ring. */
export const brokenIn =
  <Value>(judge: Judge<Value> & { find(item: Item): Value | undefined }) =>
  (item: Item): string[] => {
    const value = judge.find(item);
    return value === undefined ? [] : brokenOf(judge, value);
  };
