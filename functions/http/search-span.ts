// The time that a search covers by what no index answers: some last days unless the caller says more
// (payments.md 1.10).
import { MOST_SEARCH_DAYS } from '#domain/limits.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { invalidFields } from './failure.ts';

/** The first and the last included millisecond. */
type Window = { startMs?: number | undefined; endMs?: number | undefined };

/** A span of days has an hour more where the clocks are set back. */
const MOST_MS = MOST_SEARCH_DAYS * DAY_MS + HOUR_MS;

/** The first millisecond; `days` before the end unless said. Throws VALIDATION_ERROR for too long a span. */
export function searchStartMs({ startMs, endMs }: Window, days: number, now: Date): number {
  const lastMs = Math.min(endMs ?? now.getTime(), now.getTime());
  if (startMs === undefined) return lastMs - days * DAY_MS;
  if (lastMs - startMs < MOST_MS) return startMs;
  const iso = (ms: number) => new Date(ms).toISOString();
  const [field, hint] =
    endMs === undefined
      ? ['startDate', { min: iso(lastMs - MOST_SEARCH_DAYS * DAY_MS) }]
      : ['endDate', { max: iso(startMs + MOST_SEARCH_DAYS * DAY_MS) }];
  throw invalidFields([{ field, code: 'OUT_OF_RANGE', hint: { ...hint, wayOut: SEVERAL } }]);
}

const SEVERAL = {
  tr: `bu filtreyle en çok ${MOST_SEARCH_DAYS} gün aranır; daha eskisi için aralığı birkaç çağrıya bölün`,
  en: `with this filter at most ${MOST_SEARCH_DAYS} days are searched; split a longer span over several calls`,
};
