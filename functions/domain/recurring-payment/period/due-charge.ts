// Decides whether an invocation of the charge function has a charge to make. A schedule may fire twice, late,
// early or for an attempt that is over, so the record alone decides (recurring-payments.md R8).
import { requestDue } from '#domain/recurring-payment/period/requested-charge.ts';
import type { RequestedCharge } from '#domain/recurring-payment/period/unpaid-period.ts';
import type { NextAction, RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';

/** The cause of an invocation: the schedule of one attempt, or the sweep, which finds overdue charges. */
export type ChargeInvocation =
  | { readonly kind: 'schedule'; readonly periodNumber: number; readonly attemptNumber: number }
  | { readonly kind: 'sweep' }
  /** The sweep sends a held charge to test whether the merchant's settings work again. */
  | { readonly kind: 'probe' };

export type IgnoreReason = 'NothingPlanned' | 'AttemptInFlight' | 'StaleTrigger' | 'TooEarly';
/** `action`: the charge that the record plans. */
export type DueCharge =
  | { readonly kind: 'ignore'; readonly reason: IgnoreReason }
  | { readonly kind: 'due'; readonly action: NextAction }
  | { readonly kind: 'requested'; readonly charge: RequestedCharge };

/** An invocation earlier than this before the planned moment does nothing. */
const EARLY_TOLERANCE_MS = MINUTE_MS;
/** Checked before `decideCharge`, because it needs neither card nor customer. */
export function findDueCharge(
  record: RecurringPayment,
  invocation: ChargeInvocation,
  nowMs: number,
): DueCharge {
  if (record.openAttempt) return { kind: 'ignore', reason: 'AttemptInFlight' };
  const planned = findPlannedCharge(record, invocation, nowMs);
  const charge = requestDue(record, nowMs + EARLY_TOLERANCE_MS);
  if (planned.kind === 'due' || charge === undefined || invocation.kind === 'probe') return planned;
  const isMeant =
    invocation.kind === 'sweep' ||
    (invocation.periodNumber === charge.periodNumber && invocation.attemptNumber === charge.attemptNumber);
  return isMeant ? { kind: 'requested', charge } : planned;
}

function findPlannedCharge(record: RecurringPayment, invocation: ChargeInvocation, nowMs: number): DueCharge {
  const action = record.nextAction;
  if (!action) return { kind: 'ignore', reason: 'NothingPlanned' };
  const isProbe = invocation.kind === 'probe';
  if (isProbe && !record.held) return { kind: 'ignore', reason: 'StaleTrigger' };
  const isPlanned =
    invocation.kind !== 'schedule' ||
    (invocation.periodNumber === action.periodNumber && invocation.attemptNumber === action.attemptNumber);
  if (!isPlanned) return { kind: 'ignore', reason: 'StaleTrigger' };
  if (!isProbe && nowMs < action.atMs - EARLY_TOLERANCE_MS) return { kind: 'ignore', reason: 'TooEarly' };
  return { kind: 'due', action };
}
