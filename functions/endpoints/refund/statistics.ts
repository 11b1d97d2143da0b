// GET /api/Refund/statistics: refund totals of a period, read from counters (refunds.md 6).

import { REFUNDS_BY_DAY_CSV } from '#contract/csv-tables.ts';
import { refundStatisticsQuery } from '#contract/refund-query.ts';
import { showRefundDay, showStatistics } from '#contract/refund-statistics.ts';
import { summaryByDay } from '#domain/day-counts.ts';
import { summarize } from '#domain/refund/refund-statistics.ts';
import { asTable } from '#http/csv.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { statisticsPeriod } from '#http/statistics-period.ts';
import { loadRefundCounts } from '#store/refund/refund-statistics.ts';

const SHOWN = { tr: 'İade istatistikleri.', en: 'The refund statistics.' };

export const handler = readEndpoint(
  {
    scope: 'refunds:read',
    query: ({ timeZone, asCsv }) => refundStatisticsQuery(timeZone, asCsv),
    csv: asTable(REFUNDS_BY_DAY_CSV),
  },
  async ({ caller, query, now }) => {
    const period = statisticsPeriod(query, now);
    const { merchantId } = caller;
    const counts = await loadRefundCounts({ merchantId, ...period });
    const summariesOf = (rows: typeof counts) => summarize(rows, query.by);
    const byCurrency = summariesOf(counts).map(showStatistics);
    const byDay = query.groupBy ? summaryByDay(counts, summariesOf).map(showRefundDay) : null;
    return { message: SHOWN, data: { ...period, byCurrency, byDay } };
  },
);
