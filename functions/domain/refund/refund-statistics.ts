// What a refund counts: on the day of its request, and at its completion on that day too.
import {
  averageMinor,
  type Counts,
  countsDifference,
  type DayCounts,
  type Figures,
  type StatusTally,
  statusTallies,
  sumByCurrency,
} from '../day-counts.ts';
import type { Refund } from './refund.ts';
import { REFUND_STATUSES, type RefundStatus } from './refund-words.ts';

type Extent = 'FullCount' | 'PartialCount' | 'VoidCount';
/** `Moved...` counts on the day on which the refund is completed, all others on that of its request. */
type RefundTally = StatusTally<RefundStatus> | Extent | `Moved${'Count' | 'Minor' | Extent}`;
export type RefundCounts = Counts<RefundTally>;

/** The names of all counters. */
export const TALLIES: readonly RefundTally[] = [
  ...statusTallies(REFUND_STATUSES),
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
export const countsChange = (before: Refund | undefined, after: Refund): RefundCounts =>
  countsDifference(before ? countsOf(before) : {}, countsOf(after));

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

export type RefundSummary = Figures<RefundStatus> & {
  fullCount: number;
  partialCount: number;
  voidCount: number;
  /** Mean of the completed refunds. */
  averageMinor: number;
};

export function summarize(
  rows: readonly DayCounts<RefundTally>[],
  by: 'createdAt' | 'completedAt' = 'createdAt',
): RefundSummary[] {
  const counted = by === 'createdAt' ? rows : rows.map((row) => ({ ...row, counts: asMoved(row.counts) }));
  return sumByCurrency<RefundStatus, Extent, RefundSummary>(counted, REFUND_STATUSES, (figures, total) => ({
    ...figures,
    fullCount: total('FullCount'),
    partialCount: total('PartialCount'),
    voidCount: total('VoidCount'),
    averageMinor: averageMinor(figures.byStatus.Completed),
  }));
}
