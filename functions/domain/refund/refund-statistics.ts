// Counters of refunds. The counts of one refund follow from the refund alone, so a change adds the
// difference, and the counters always equal a recount of the rows.
import { CURRENCIES, type Currency } from '../money.ts';
import { REFUND_STATUSES, type Refund, type RefundStatus } from './refund.ts';

type Kind = 'FullCount' | 'PartialCount' | 'VoidCount';
/** `Moved...` counts on the day on which the refund is completed, all others on that of its request. */
type Tally = `${RefundStatus}Count` | `${RefundStatus}Minor` | Kind | `Moved${'Count' | 'Minor' | Kind}`;
export type RefundCounts = Partial<Record<Tally, number>>;

/** The names of all counters. */
export const TALLIES: readonly Tally[] = [
  ...REFUND_STATUSES.flatMap((status) => [`${status}Count`, `${status}Minor`] as const),
  'FullCount',
  'PartialCount',
  'VoidCount',
  'MovedCount',
  'MovedMinor',
  'MovedFullCount',
  'MovedPartialCount',
  'MovedVoidCount',
];

function countsOf({ status, amountMinor, refundType, processedAs }: Refund): RefundCounts {
  return {
    [`${status}Count`]: 1,
    [`${status}Minor`]: amountMinor,
    [`${refundType}Count`]: 1,
    ...(processedAs === 'Void' && { VoidCount: 1 }),
  };
}

/** Returns the additions of a created (`before` undefined) or changed refund to the counters; {} if none. */
export function countsChange(before: Refund | undefined, after: Refund): RefundCounts {
  const change: RefundCounts = { ...countsOf(after) };
  for (const [tally, count] of entriesOf(before ? countsOf(before) : {})) {
    change[tally] = (change[tally] ?? 0) - count;
    if (change[tally] === 0) delete change[tally];
  }
  return change;
}

/** Returns the additions to the counters of the completion day; {} unless the change completes the refund. */
export function movedCounts(
  { amountMinor, refundType, processedAs }: Refund,
  change: RefundCounts,
): RefundCounts {
  if (change.CompletedCount !== 1) return {};
  return {
    MovedCount: 1,
    MovedMinor: amountMinor,
    [`Moved${refundType}Count`]: 1,
    ...(processedAs === 'Void' && { MovedVoidCount: 1 }),
  };
}

/** The counts of a day as if there were only the refunds that were completed on it. */
const asMoved = (counts: RefundCounts): RefundCounts => ({
  CompletedCount: counts.MovedCount ?? 0,
  CompletedMinor: counts.MovedMinor ?? 0,
  FullCount: counts.MovedFullCount ?? 0,
  PartialCount: counts.MovedPartialCount ?? 0,
  VoidCount: counts.MovedVoidCount ?? 0,
});

export type CurrencyStatistics = {
  currency: Currency;
  totalCount: number;
  refundedMinor: number;
  pendingMinor: number;
  byStatus: Record<RefundStatus, { count: number; amountMinor: number }>;
  fullCount: number;
  partialCount: number;
  voidCount: number;
  /** Mean of the completed refunds in minor units, half a unit rounded up; 0 if there are none. */
  averageMinor: number;
};

/** Returns one row for each currency that has refunds, in the order of CURRENCIES. */
export function summarize(
  rows: readonly { currency: string; counts: RefundCounts }[],
  by: 'createdAt' | 'completedAt' = 'createdAt',
): CurrencyStatistics[] {
  return CURRENCIES.map((currency) => {
    const counted = rows
      .filter((row) => row.currency === currency)
      .map(({ counts }) => (by === 'completedAt' ? asMoved(counts) : counts));
    return statisticsOf(currency, (tally) => counted.reduce((sum, counts) => sum + (counts[tally] ?? 0), 0));
  }).filter(({ totalCount }) => totalCount > 0);
}

function statisticsOf(currency: Currency, total: (tally: Tally) => number): CurrencyStatistics {
  const statuses = REFUND_STATUSES.map(
    (status) => [status, { count: total(`${status}Count`), amountMinor: total(`${status}Minor`) }] as const,
  );
  const byStatus = Object.fromEntries(statuses) as CurrencyStatistics['byStatus'];
  return {
    currency,
    totalCount: statuses.reduce((sum, [, { count }]) => sum + count, 0),
    refundedMinor: byStatus.Completed.amountMinor,
    pendingMinor: byStatus.Pending.amountMinor,
    byStatus,
    fullCount: total('FullCount'),
    partialCount: total('PartialCount'),
    voidCount: total('VoidCount'),
    averageMinor: roundedAverage(byStatus.Completed.amountMinor, byStatus.Completed.count),
  };
}

/** Computes with BigInt, because twice the sum of ten million refunds leaves the safe integer range. */
function roundedAverage(sumMinor: number, count: number): number {
  if (count === 0) return 0;
  const [sum, parts] = [BigInt(sumMinor), BigInt(count)];
  return Number((2n * sum + parts) / (2n * parts));
}

const entriesOf = (counts: RefundCounts) => Object.entries(counts) as [Tally, number][];
