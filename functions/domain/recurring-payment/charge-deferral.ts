// Defers a due charge while the bank refuses the merchant's settings (recurring-payments.md R27 and R28).
import { type ChargeHold, HELD_CHECK_MS } from '#domain/recurring-payment/charge-hold.ts';
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import { dueDateOf } from '#domain/recurring-payment/plan.ts';
import type { NextAction, RecurringPayment, Step } from '#domain/recurring-payment/recurring-payment.ts';

/** The rows that close all periods up to `through`: the open period as failed, untried ones as missed. */
export function closeEarlierPeriods(
  record: RecurringPayment,
  through: number,
  reason: 'NewerDueDate' | 'DueTooOld' = 'NewerDueDate',
) {
  const { openPeriod, nextPeriodNumber: from } = record;
  return [
    ...(openPeriod ? closing(record, { outcome: 'Failed', from: openPeriod.number }) : []),
    ...closing(record, { outcome: 'Missed', from, through, reason }),
  ];
}

/**
 * Holds the charge with all charges of its merchant in the currency. If a newer due date has come, its charge
 * is held instead: only the newest due date is charged.
 */
export function holdDueCharge(
  record: RecurringPayment,
  action: NextAction,
  periodNumber: number,
  { hold, nowMs }: { hold: Pick<ChargeHold, 'code' | 'sinceMs'>; nowMs: number },
): Step {
  const held = { scope: 'Merchant', ...hold } as const;
  const atMs = nowMs + HELD_CHECK_MS;
  const next = { ...record, version: record.version + 1, held };
  if (periodNumber === action.periodNumber) {
    return { record: { ...next, nextAction: { ...action, atMs } }, closedPeriods: [] };
  }
  const dueAtMs = dueDateOf(record.plan, periodNumber);
  return counted({
    record: {
      ...next,
      nextPeriodNumber: periodNumber,
      openPeriod: undefined,
      nextAction: { periodNumber, attemptNumber: 1, trigger: 'Schedule', dueAtMs, atMs },
    },
    closedPeriods: closeEarlierPeriods(record, periodNumber - 1),
  });
}
