// The counters of refunds: one row per day (Istanbul), currency and shard, updated in the transaction that
// changes the refund: on the day of its creation, and at its completion also on that day. The cost of reading
// a period depends on its days, not on its refunds.
import { REFUND_STATUSES, type Refund } from '#domain/refund/refund.ts';
import { movedCounts, type RefundCounts, TALLIES } from '#domain/refund/refund-statistics.ts';
import { integer } from '#domain/shape.ts';
import { type Day, localDay } from '#domain/time/business-day.ts';
import { type Month, shiftMonth } from '#domain/time/month.ts';
import type { Write } from '../table/commit.ts';
import { brokenIn, type Judge } from '../table/invariants.ts';
import {
  monthOf,
  REFUND_COUNT_SHARDS,
  refundCountParts,
  refundCountsKey,
  refundCountsPartition,
} from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { shardsOf } from '../table/list-shards.ts';
import { type Item, queryChildren } from '../table/table.ts';

export const refundCountsKind = () =>
  ({
    keys: [{ pk: refundCountsPartition('{m}', '{month}', 0), sk: '{day}#{currency}#{shard}' }],
    readBy: 'statistics, a month',
    grants: { 'refund-counts': 'the counters of refunds' },
    events: 'its refunds',
    read: (item: Item) => [dayOfRow(item)],
    brokenIn: brokenIn({ find: readCounts }, COUNTS_JUDGE),
  }) satisfies Kind;

/** No write if the counts do not change. Two only if a refund is completed on a later day. */
export function writeCounts(refund: Refund, add: RefundCounts): Write[] {
  const moved = movedCounts(refund, add);
  const [asked, done] = [refund.createdAt, refund.completedAt ?? refund.createdAt].map(dayOf);
  if (asked === done) return writeDay(refund, asked, { ...add, ...moved });
  return [...writeDay(refund, asked, add), ...writeDay(refund, done, moved)];
}

const dayOf = (instant: string) => localDay(Date.parse(instant));

function writeDay(refund: Refund, day: Day = '', add: RefundCounts = {}): Write[] {
  if (Object.keys(add).length === 0) return [];
  return [
    { what: 'refund-counts', kind: 'count', key: refundCountsKey({ ...refund, day }, shardsOf(refund)), add },
  ];
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

const dayOfRow = (item: Item): DayCounts => ({
  currency: item.sk.split('#')[1] ?? '',
  counts: readCounts(item),
});

const COUNTS_JUDGE: Judge<RefundCounts> = {
  what: 'refund-counts',
  invariants: {
    counts: (counts) => TALLIES.every((tally) => (counts[tally] ?? 0) >= 0),
    amounts: (counts) =>
      REFUND_STATUSES.every((status) => counts[`${status}Count`] || !counts[`${status}Minor`]),
  },
};

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
