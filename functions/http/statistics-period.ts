// The days of statistics: by default some days that end today.
import { MOST_STATISTICS_DAYS, STATISTICS_DAYS } from '#domain/limits.ts';
import { addDays, type Day, localDay } from '#domain/time/business-day.ts';
import { invalidFields } from './failure.ts';

/** The first and the last day in Istanbul. `query`: in milliseconds. */
export function statisticsPeriod(
  query: { startDate?: number | undefined; endDate?: number | undefined },
  now: Date,
): { startDate: Day; endDate: Day } {
  const endDate = localDay(query.endDate ?? now.getTime());
  const startDate =
    query.startDate === undefined ? addDays(endDate, 1 - STATISTICS_DAYS) : localDay(query.startDate);
  const latest = addDays(startDate, MOST_STATISTICS_DAYS - 1);
  if (startDate <= endDate && endDate <= latest) return { startDate, endDate };
  const [field, hint] =
    query.endDate === undefined
      ? ['startDate', { min: addDays(endDate, 1 - MOST_STATISTICS_DAYS), max: endDate }]
      : ['endDate', { min: startDate, max: latest }];
  throw invalidFields([{ field, code: 'OUT_OF_RANGE', hint }]);
}
