// Defers a due charge while the bank refuses the merchant's settings (recurring-payments.md R27 and R28), or
// while the limits on its card allow no try (R12).
import { type ChargeHold, HELD_CHECK_MS } from '#domain/recurring-payment/charge-hold.ts';
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import { dueDateOf } from '#domain/recurring-payment/plan.ts';
import { lastPeriodOf } from '#domain/recurring-payment/planned-terms.ts';
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

/** Holds the charge with all charges of its merchant in the currency. */
export function holdDueCharge(
  record: RecurringPayment,
  action: NextAction,
  periodNumber: number,
  { hold, nowMs }: { hold: Pick<ChargeHold, 'code' | 'sinceMs'>; nowMs: number },
): Step {
  const due = { ...newestAction(record, action, periodNumber), plannedAtMs: undefined };
  const held = { scope: 'Merchant', ...hold } as const;
  return deferred(record, { ...due, atMs: nowMs + HELD_CHECK_MS }, held);
}

/**
 * The charge waits until the limits on its card allow it, or until the next due date, whose charge waits in
 * its place.
 */
export function limitDueCharge(
  record: RecurringPayment,
  action: NextAction,
  periodNumber: number,
  allowedFromMs: number,
): Step {
  const due = newestAction(record, action, periodNumber);
  const { trigger, dueAtMs, plannedAtMs = due.atMs } = due;
  const dueMs = trigger === 'Schedule' ? dueAtMs + record.spreadMs : plannedAtMs;
  const following = Math.max(periodNumber + 1, record.nextPeriodNumber);
  const isLast = following > lastPeriodOf(record);
  const nextDueMs = isLast ? allowedFromMs : dueDateOf(record.plan, following) + record.spreadMs;
  const atMs = Math.min(allowedFromMs, nextDueMs);
  return deferred(record, { ...due, plannedAtMs: Math.min(plannedAtMs, dueMs), atMs }, undefined);
}

/** Only the newest due date is charged: the action of this period if it came while the planned one waited. */
function newestAction(record: RecurringPayment, action: NextAction, periodNumber: number): NextAction {
  if (periodNumber === action.periodNumber) return action;
  const dueAtMs = dueDateOf(record.plan, periodNumber);
  const atMs = dueAtMs + record.spreadMs;
  return { periodNumber, attemptNumber: 1, trigger: 'Schedule', dueAtMs, atMs };
}

function deferred(record: RecurringPayment, nextAction: NextAction, held: ChargeHold | undefined): Step {
  const { periodNumber } = nextAction;
  const next = { ...record, version: record.version + 1, held, nextAction };
  if (periodNumber === record.nextAction?.periodNumber) return { record: next, closedPeriods: [] };
  return counted({
    record: { ...next, nextPeriodNumber: periodNumber, openPeriod: undefined },
    closedPeriods: closeEarlierPeriods(record, periodNumber - 1),
  });
}
