// A due charge that waits with its merchant, because the bank refuses the merchant's settings
// (recurring-payments.md R27 and R28).
import { type ChargeHold, HELD_CHECK_MS } from '#domain/recurring-payment/charge-hold.ts';
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import { dueDateOf } from '#domain/recurring-payment/plan.ts';
import type { NextAction, RecurringPayment, Step } from '#domain/recurring-payment/recurring-payment.ts';

/** The rows of the periods before a newer one: the open period failed, the ones never tried were missed. */
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
 * The charge waits with its merchant. If a newer due date has come, that one waits in its place: only the
 * newest is charged in the end.
 */
export function deferCharge(
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
