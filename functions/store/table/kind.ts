// What a store declares of a kind of row beside its shape. The names of rows, the partitions of grants,
// docs/table.md and the tests of all rows follow from the declarations. No function loads one.
import {
  duePartition,
  type IndexName,
  type Key,
  listPartition,
  type Noun,
  REVIEW_PARTITION,
  statusPartition,
  timeSort,
  WATCHED_PARTITION,
} from './keys.ts';
import type { Item } from './table.ts';

/** A partition and a sort key. `{...}` stands for any text. */
type IndexEntry = readonly [partition: string, sort: string];

export type Kind = {
  /** The keys of the rows. `{...}` stands for any text. */
  keys: readonly Key[];
  readBy: string;
  indexes?: { readonly [Name in IndexName]?: readonly IndexEntry[] };
  /**
   * The words by which the route table permits the partition of each key, with the contents of the partition.
   * Absent: the rows are in a partition of another kind.
   */
  grants?: Readonly<Record<string, string>>;
  /** The same for partitions of an index, which a function only reads; `rows`: with their rows. */
  indexGrants?: Readonly<Record<string, readonly [partition: string, contents: string, rows?: string]>>;
  /** Only commands of operators write the rows. */
  isOperators?: boolean;
  /** `own`, `triggered` (by `CAPTURE_TRIGGER`), or what reports a change instead. */
  events: string;
  /** The value that code reads from a row; absent if it reads only the key. */
  read?: (item: Item) => unknown;
  /** Of rows that know of money: the names of the invariants that a row breaks (payments.md 7). */
  brokenIn?: (item: Item) => string[];
};

export const byTime = (partition: string): IndexEntry => [partition, timeSort('{instant}', '{id}')];
export const listEntry = (noun: Noun): IndexEntry => byTime(listPartition('{m}', noun, '{month}'));
export const statusEntry = (noun: Noun): IndexEntry =>
  byTime(statusPartition('{m}', { noun, status: '{status}', month: '{month}' }));
export const dueEntry = (noun: string): IndexEntry => [duePartition('{shard}'), `{instant}#${noun}#{id}`];
export const watchedEntry: IndexEntry = [WATCHED_PARTITION, '{instant}#BANK#{id}'];
export const reviewEntry = (noun: string): IndexEntry => [REVIEW_PARTITION, `{instant}#${noun}#{id}`];
