// What all statistics show of a currency.

import type { Figures } from '#domain/day-counts.ts';
import { toDecimal } from '#domain/money.ts';

export function showFigures<Status extends string>(row: Figures<Status> & { averageMinor: number }) {
  const statuses = Object.keys(row.byStatus) as Status[];
  const byStatus = statuses.map((status) => {
    const { count, amountMinor } = row.byStatus[status];
    return [status, { count, amount: toDecimal(amountMinor) }] as const;
  });
  return {
    currency: row.currency,
    totalCount: row.totalCount,
    byStatus: Object.fromEntries(byStatus) as Record<Status, { count: number; amount: number }>,
    averageAmount: toDecimal(row.averageMinor),
  };
}
