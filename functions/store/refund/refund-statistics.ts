// The counters of refunds: one row per day (Istanbul), currency and shard, updated in the transaction that
// changes the refund: on the day of its creation, and at its completion also on that day. The cost of reading
// a period depends on its days, not on its refunds.
import { REFUND_STATUSES, type Refund } from '#domain/refund/refund.ts';
import { movedCounts, type RefundCounts, TALLIES } from '#domain/refund/refund-statistics.ts';
import { integer } from '#domain/shape.ts';
import { type Day, localDay } from '#domain/time/business-day.ts';
import { type Month, shiftMonth } from '#domain/time/month.ts';
import type { Write } from '../table/commit.ts';
import { brokenIn, isSound, type Judge, requireSound, reviewOf } from '../table/invariants.ts';
import {
  monthOf,
  REFUND_COUNT_SHARDS,
  refundCountParts,
  refundCountsKey,
  refundCountsPartition,
} from '../table/keys.ts';
import { type Kind, reviewEntry } from '../table/kind.ts';
import { shardsOf } from '../table/list-shards.ts';
import { type Item, queryChildren } from '../table/table.ts';

const amounts = (counts: RefundCounts) =>
  REFUND_STATUSES.every((status) => counts[`${status}Count`] || !counts[`${status}Minor`]);
const COUNTS: Judge<RefundCounts> = {
  what: 'refund-counts',
  invariants: { counts: (counts) => TALLIES.every((tally) => (counts[tally] ?? 0) >= 0), amounts },
};
/** A write adds to rows that it does not read. */
const ADDED: Judge<RefundCounts> = { what: 'refund-counts', invariants: { amounts } };

export const refundCountsKind = () =>
  ({
    keys: [{ pk: refundCountsPartition('{m}', '{month}', 0), sk: '{day}#{currency}#{shard}' }],
    readBy: 'statistics, a month',
    grants: { 'refund-counts': 'the counters of refunds' },
    events: 'its refunds',
    read: (item: Item) => [dayOfRow(item)],
    indexes: { due: [reviewEntry('{day}')] },
    brokenIn: brokenIn({ ...COUNTS, find: readCounts }),
  }) satisfies Kind;

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
  const key = refundCountsKey({ ...refund, day }, shardsOf(refund));
  if (isClaim) requireSound(ADDED, add, key);
  const set = reviewOf(ADDED, add, key);
  return [{ what: 'refund-counts', kind: 'count', key, add, ...(set && { set }) }];
}

type DayCounts = { currency: string; counts: RefundCounts };

const MOST_ROWS_A_MONTH = 31 * 4 * REFUND_COUNT_SHARDS;

/** All counters of the days, both included: one read per month, for a large merchant one per part. */
export async function loadRefundCounts(
  { merchantId, shards }: { merchantId: string; shards: number },
  from: Day,
  to: Day,
): Promise<DayCounts[]> {
  const parts = Array.from({ length: refundCountParts(shards) }, (_, part) => part);
  const months = await Promise.all(
    monthsBetween(from, to).flatMap((month) =>
      parts.map((part) =>
        queryChildren({
          partition: refundCountsPartition(merchantId, month, part),
          from,
          to: `${to}~`,
          limit: MOST_ROWS_A_MONTH,
        }),
      ),
    ),
  );
  return months.flatMap(({ items }) => items.map(dayOfRow));
}

function dayOfRow(item: Item): DayCounts {
  const counts = readCounts(item);
  isSound(COUNTS, counts, item);
  return { currency: item.sk.split('#')[1] ?? '', counts };
}

function readCounts(item: Item): RefundCounts {
  const counts: RefundCounts = {};
  for (const tally of TALLIES) {
    if (item[tally] !== undefined) counts[tally] = integer.read(item[tally], `refund-counts.${tally}`);
  }
  return counts;
}

function monthsBetween(from: Day, to: Day): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month = shiftMonth(month, 1)) months.push(month);
  return months;
}
