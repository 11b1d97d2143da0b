// The pause of a plan, by its merchant's command or by what becomes of a charge (recurring-payments.md R15).
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import type { PauseReason } from '#domain/recurring-payment/period/unpaid-period.ts';
import {
  type ClosedPeriods,
  nextStep,
  type RecurringPayment,
  type Step,
  withoutCharges,
} from '#domain/recurring-payment/recurring-payment.ts';

/** Drops the planned action, retries included. An attempt in flight finishes and is recorded. */
export function pauseFor(record: RecurringPayment, reason: PauseReason, nowMs: number, note?: string): Step {
  const state = { status: 'Paused', reason, pausedAtMs: nowMs, note } as const;
  return counted({
    ...nextStep(withoutCharges(record), { state }),
    closedPeriods: closeOpenPeriod(record),
  });
}

/** If an attempt of the period is in flight, the outcome of that attempt closes the period instead. */
export function closeOpenPeriod(record: RecurringPayment): ClosedPeriods[] {
  const { openPeriod, openAttempt } = record;
  const isInFlight = openAttempt !== undefined && openAttempt.periodNumber === openPeriod?.number;
  return openPeriod && !isInFlight ? closing(record, { outcome: 'Failed', from: openPeriod.number }) : [];
}
