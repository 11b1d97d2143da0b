// GET /api/payment/statistics: sales and funnel of a period, read from counters (payments.md 8 and 9).
import { SALES_BY_DAY_CSV } from '#contract/csv-tables.ts';
import { showPaymentDay, showPaymentStatistics } from '#contract/payment.ts';
import { paymentStatisticsQuery } from '#contract/payment-query.ts';
import { summaryByDay } from '#domain/day-counts.ts';
import { funnelOf } from '#domain/payment/funnel.ts';
import { summarizePayments } from '#domain/payment/payment-statistics.ts';
import { asTable } from '#http/csv.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { statisticsPeriod } from '#http/statistics-period.ts';
import { loadHeldSales } from '#store/event/feed.ts';
import { loadPaymentCounts } from '#store/payment/payment-statistics.ts';

const SHOWN = { tr: 'Satış istatistikleri.', en: 'The sales statistics.' };

export const handler = readEndpoint(
  {
    scope: 'payments:read',
    query: ({ timeZone, asCsv }) => paymentStatisticsQuery(timeZone, asCsv),
    csv: asTable(SALES_BY_DAY_CSV),
  },
  async ({ caller, query, now }) => {
    const period = statisticsPeriod(query, now);
    const { merchantId } = caller;
    const held = loadHeldSales(merchantId);
    const counts = await loadPaymentCounts({ merchantId, ...period }, held);
    const byCurrency = summarizePayments(counts).map(showPaymentStatistics);
    const byDay = query.groupBy ? summaryByDay(counts, summarizePayments).map(showPaymentDay) : null;
    return { message: SHOWN, data: { ...period, byCurrency, byDay, funnel: funnelOf(counts) } };
  },
);
