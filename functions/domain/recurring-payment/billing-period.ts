// Computes due dates. Each due date is counted from the anchor, never from the previous due date, so a plan
// of the 31st returns to the 31st after February (recurring-payments.md R1 and R2).
import type { Frequency } from '#domain/frequency.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { addDays, addMonths, instantOf, wallClockAt } from '#domain/time/wall-clock.ts';

/** The frequency of due dates, the first one, and the time zone. */
export type Cadence = {
  readonly frequency: Frequency;
  readonly frequencyInterval: number;
  /** The first regular due date; it never moves. */
  readonly anchorMs: number;
  readonly timeZone: string;
};

const STRIDES: Record<Frequency, { unit: 'days' | 'months'; count: number }> = {
  daily: { unit: 'days', count: 1 },
  weekly: { unit: 'days', count: 7 },
  monthly: { unit: 'months', count: 1 },
  quarterly: { unit: 'months', count: 3 },
  annually: { unit: 'months', count: 12 },
};

/** The mean Gregorian month. The length of any run of months differs from the mean by at most three days. */
const MEAN_MONTH_MS = (146_097 / 4800) * DAY_MS;

/**
 * Returns a function from period number to due date; period 1 is the anchor. The anchor is returned as given,
 * even if its local time occurs twice and it is the second occurrence.
 */
export function dueDates(cadence: Cadence): (periodNumber: number) => number {
  const anchor = wallClockAt(cadence.anchorMs, cadence.timeZone);
  const { unit, count } = STRIDES[cadence.frequency];
  const stride = count * cadence.frequencyInterval;
  return (periodNumber) => {
    const steps = (periodNumber - 1) * stride;
    if (steps === 0) return cadence.anchorMs;
    const due = unit === 'days' ? addDays(anchor, steps) : addMonths(anchor, steps);
    return instantOf(due, cadence.timeZone);
  };
}

/**
 * The number of due dates at or before an instant, which is also the number of the newest such period; 0
 * before the anchor. The search starts from an estimate by the mean length of a period, so ten years cost as
 * much as ten days. The estimate is never too high: it is about one period short, which is more than the
 * lengths of months or changes of the clock differ.
 */
export function duesThrough(cadence: Cadence, instantMs: number): number {
  if (instantMs < cadence.anchorMs) return 0;
  const dueDate = dueDates(cadence);
  const { unit, count } = STRIDES[cadence.frequency];
  const meanPeriodMs = count * cadence.frequencyInterval * (unit === 'days' ? DAY_MS : MEAN_MONTH_MS);
  let newest = Math.max(1, Math.floor((instantMs - cadence.anchorMs) / meanPeriodMs));
  while (dueDate(newest + 1) <= instantMs) newest += 1;
  return newest;
}
