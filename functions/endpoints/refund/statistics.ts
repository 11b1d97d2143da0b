// GET /api/Refund/statistics: refund totals of a period, read from counters.
import { showStatistics } from '#contract/refund.ts';
import { refundStatisticsQuery } from '#contract/refund-query.ts';
import { summarize } from '#domain/refund/refund-statistics.ts';
import { addDays, type Day, localDay } from '#domain/time/business-day.ts';
import { listShardsOf } from '#http/caller.ts';
import { endpoint } from '#http/endpoint.ts';
import { invalidFields } from '#http/failure.ts';
import { loadRefundCounts } from '#store/refund/refund-statistics.ts';

const SHOWN = { tr: 'İade istatistikleri.', en: 'The refund statistics.' };
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

export const handler = endpoint(
  { scope: 'read', query: ({ timeZone }) => refundStatisticsQuery(timeZone) },
  async ({ caller, query, now }) => {
    const endDate = localDay(query.endDate ?? now.getTime());
    const startDate =
      query.startDate === undefined ? addDays(endDate, 1 - DEFAULT_DAYS) : localDay(query.startDate);
    requirePeriod(startDate, endDate, query.endDate === undefined ? 'startDate' : 'endDate');
    const shards = { merchantId: caller.merchantId, shards: listShardsOf(caller) };
    const counts = await loadRefundCounts(shards, startDate, endDate);
    const byCurrency = summarize(counts, query.by).map(showStatistics);
    return { message: SHOWN, data: { startDate, endDate, byCurrency } };
  },
);

/** `field`: the query parameter that a problem names. */
function requirePeriod(startDate: Day, endDate: Day, field: 'startDate' | 'endDate'): void {
  const latest = addDays(startDate, MAX_DAYS - 1);
  if (startDate <= endDate && endDate <= latest) return;
  const hint =
    field === 'endDate'
      ? { min: startDate, max: latest }
      : { min: addDays(endDate, 1 - MAX_DAYS), max: endDate };
  throw invalidFields([{ field, code: 'OUT_OF_RANGE', hint }]);
}
