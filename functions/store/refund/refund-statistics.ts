// The counters of refunds, updated in the transaction that changes the refund: on the day of its creation,
// and at its completion also on that day.
import type { Refund } from '#domain/refund/refund.ts';
import { movedCounts, type RefundCounts, TALLIES } from '#domain/refund/refund-statistics.ts';
import { REFUND_STATUSES } from '#domain/refund/refund-words.ts';
import { type Day, localDay } from '#domain/time/business-day.ts';
import {
  type CountsPartition,
  type CountsPeriod,
  currencyOf,
  dayCountsKey,
  dayIn,
  loadDayCounts,
  readCounts,
} from '../day-counts.ts';
import type { Write } from '../table/commit.ts';
import { shardOf } from '../table/due-shards.ts';
import { brokenIn, isSound, type Judge, requireSound, reviewOf } from '../table/invariants.ts';
import { DAY_COUNT_SHARDS, dayCountsPartition } from '../table/keys.ts';
import { type Kind, reviewEntry } from '../table/kind.ts';
import type { Item } from '../table/table.ts';

const amounts = (counts: RefundCounts) =>
  REFUND_STATUSES.every((status) => counts[`${status}Count`] || !counts[`${status}Minor`]);
const COUNTS: Judge<RefundCounts> = {
  what: 'refund-counts',
  invariants: { counts: (counts) => TALLIES.every((tally) => (counts[tally] ?? 0) >= 0), amounts },
};
/** A write adds to rows that it does not read. */
const ADDED: Judge<RefundCounts> = { what: 'refund-counts', invariants: { amounts } };

const find = (item: Item): RefundCounts => readCounts('refund-counts', TALLIES, item);

const partitionOf: CountsPartition = (merchantId, month) => dayCountsPartition(merchantId, 'STAT', month);

export const refundCountsKind = () =>
  ({
    keys: [{ pk: partitionOf('{m}', '{month}'), sk: '{day}#{currency}#{shard}' }],
    readBy: 'statistics, a month',
    grants: { 'refund-counts': 'the counters of refunds' },
    events: 'its refunds',
    read: (item: Item) => [readRefundCounts(item)],
    indexes: { due: [reviewEntry('{day}')] },
    brokenIn: brokenIn({ ...COUNTS, find }),
  }) satisfies Kind;

function readRefundCounts(item: Item): { day: Day; currency: string; counts: RefundCounts } {
  const counts = find(item);
  isSound(COUNTS, counts, item);
  return { day: dayIn(item.sk), currency: currencyOf(item), counts };
}

export const loadRefundCounts = (period: CountsPeriod) =>
  loadDayCounts(partitionOf, period, readRefundCounts);

/** No write if the counts do not change. Two only if a refund is completed on a later day. */
export function writeCounts(refund: Refund, add: RefundCounts, isClaim = false): Write[] {
  const moved = movedCounts(refund, add);
  const [asked, done] = [refund.createdAt, refund.completedAt ?? refund.createdAt].map(dayOf);
  if (asked === done) return writeDay(refund, asked, { ...add, ...moved }, isClaim);
  return [...writeDay(refund, asked, add, isClaim), ...writeDay(refund, done, moved, isClaim)];
}

const dayOf = (instant: string) => localDay(Date.parse(instant));

function writeDay(refund: Refund, day: Day = '', add: RefundCounts, isClaim: boolean): Write[] {
  if (Object.keys(add).length === 0) return [];
  const shard = shardOf(refund.refundId, DAY_COUNT_SHARDS);
  const key = dayCountsKey(partitionOf, { ...refund, day, shard });
  if (isClaim) requireSound(ADDED, add, key);
  const set = reviewOf(ADDED, add, key);
  return [{ what: 'refund-counts', kind: 'count', key, add, ...(set && { set }) }];
}
