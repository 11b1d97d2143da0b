// The days of statistics: 30 by default, the last one today, and at most 366.
import { addDays, type Day, localDay } from '#domain/time/business-day.ts';
import { invalidFields } from './failure.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** The first and the last day in Istanbul. `query`: in milliseconds. */
export function statisticsPeriod(
  query: { startDate?: number | undefined; endDate?: number | undefined },
  now: Date,
): { startDate: Day; endDate: Day } {
  const endDate = localDay(query.endDate ?? now.getTime());
  const startDate =
    query.startDate === undefined ? addDays(endDate, 1 - DEFAULT_DAYS) : localDay(query.startDate);
  const latest = addDays(startDate, MAX_DAYS - 1);
  if (startDate <= endDate && endDate <= latest) return { startDate, endDate };
  const [field, hint] =
    query.endDate === undefined
      ? ['startDate', { min: addDays(endDate, 1 - MAX_DAYS), max: endDate }]
      : ['endDate', { min: startDate, max: latest }];
  throw invalidFields([{ field, code: 'OUT_OF_RANGE', hint }]);
}
