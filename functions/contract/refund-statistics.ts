// The statistics of refunds in responses (refunds.md 6).
import { toDecimal } from '#domain/money.ts';
import type { RefundSummary } from '#domain/refund/refund-statistics.ts';
import type { Day } from '#domain/time/business-day.ts';
import { showFigures } from './figures.ts';

export const showStatistics = (row: RefundSummary) => ({
  ...showFigures(row),
  refundedAmount: toDecimal(row.byStatus.Completed.amountMinor),
  pendingAmount: toDecimal(row.byStatus.Pending.amountMinor),
  fullCount: row.fullCount,
  partialCount: row.partialCount,
  voidCount: row.voidCount,
});

/** The figures of one day in one currency. */
export const showRefundDay = ({ day, ...row }: RefundSummary & { day: Day }) => ({
  day,
  ...showStatistics(row),
});
