// The due dates of the model, counted by stepping through the calendar.
import { type CountedPlan, countCharges } from '../../time/calendar-by-counting.ts';

export type ModelPlan = CountedPlan & { maxRetryAttempts: number; retryIntervalHours: number };
type PeriodState = 'Open' | 'Paid' | 'Failed' | 'Skipped' | 'Missed' | 'Waived';
export type Period = {
  number: number;
  dueAtMs: number;
  amountMinor: number;
  /** Whether the end date allows this due date (recurring-payments.md R4). */
  isAllowed: boolean;
  /** The retries of this period if they differ from the plan's. */
  maxRetries?: number;
  state?: PeriodState;
  attempts: number;
};

const periodLists = new Map<
  string,
  { number: number; dueAtMs: number; amountMinor: number; isAllowed: boolean }[]
>();

/** Every due date up to the horizon. Stepping through the calendar is slow, so equal plans share the list. */
export function listPeriods(plan: ModelPlan, horizon: number): Period[] {
  const { frequency, frequencyInterval, timeZone, startDateMs, endDateMs, amountMinor, trial } = plan;
  const calendar = { frequency, frequencyInterval, timeZone, startDateMs, amountMinor, trial };
  const key = JSON.stringify([calendar, endDateMs, horizon]);
  let rows = periodLists.get(key);
  if (!rows) {
    const allowed = countCharges({ ...calendar, endDateMs }, horizon).charges.length;
    rows = countCharges(calendar, horizon).charges.map((charge, i) => ({
      number: charge.periodNumber,
      dueAtMs: charge.dueAtMs,
      amountMinor: charge.amountMinor,
      isAllowed: i < allowed,
    }));
    periodLists.set(key, rows);
  }
  return rows.map((row) => ({ ...row, attempts: 0 }));
}
