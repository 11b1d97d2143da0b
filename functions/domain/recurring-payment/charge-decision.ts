// What an alarm may do. Alarms ring twice, late, early or for a past that is over; the record alone decides.
// Either nothing happens, or the record changes without the bank, or exactly one attempt is claimed before
// the bank is asked (recurring-payments.md R8, R10, R12, R14 and R19).
import { type Decline, failAttempt } from '#domain/recurring-payment/charge-outcome.ts';
import { pauseFor } from '#domain/recurring-payment/command.ts';
import {
  boundReached,
  dueDateOf,
  lastPeriodNumber,
  newestPeriodDue,
} from '#domain/recurring-payment/plan.ts';
import {
  type Attempt,
  closing,
  completed,
  continueAfterPeriod,
  type NextAction,
  openingAttempt,
  type RecurringPayment,
  type Step,
} from '#domain/recurring-payment/recurring-payment.ts';
import type { BankRefusalCode } from '#domain/rejection.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';

/** A schedule knows for which attempt it was set; the sweep only knows that something is overdue. */
export type ChargeInvocation =
  | { readonly kind: 'schedule'; readonly periodNumber: number; readonly attemptNumber: number }
  | { readonly kind: 'sweep' };

export type CardState =
  /** `allowedFromMs`: the first moment that the caps on tries per card leave free; may have passed. */
  | { readonly kind: 'chargeable'; readonly allowedFromMs: number }
  | { readonly kind: 'expired' }
  /** A hard decline on any recurring payment, until the card is updated. */
  | { readonly kind: 'blocked'; readonly errorCode: BankRefusalCode };

type ChargeCircumstances = {
  readonly nowMs: number;
  readonly customerIsActive: boolean;
  readonly card: CardState;
};

type IgnoreReason = 'NothingPlanned' | 'AttemptInFlight' | 'StaleAlarm' | 'TooEarly';
type DueCharge =
  | { readonly kind: 'ignore'; readonly reason: IgnoreReason }
  | { readonly kind: 'due'; readonly action: NextAction };
export type ChargeDecision =
  | { readonly kind: 'ignore'; readonly reason: IgnoreReason }
  /** Write the step, then ask the bank for this attempt. */
  | { readonly kind: 'charge'; readonly step: Step & { readonly attempt: Attempt } }
  /** Write the step; the bank is not asked. */
  | { readonly kind: 'write'; readonly step: Step; readonly because: NoCharge };
type NoCharge =
  | 'CustomerInactive'
  | 'CardUnusable'
  | 'CardCapReached'
  | 'DueTooOld'
  | 'NextDueCame'
  | 'BoundReached';

/** A handler does nothing more than this before the planned moment. */
const EARLY_TOLERANCE_MS = MINUTE_MS;
/** A due date that was slept through for longer is missed, not charged. */
const MAX_CATCH_UP_MS = 7 * DAY_MS;

/** Whether this alarm has anything to do; asked first, because it needs neither card nor customer. */
export function findDueCharge(
  record: RecurringPayment,
  invocation: ChargeInvocation,
  nowMs: number,
): DueCharge {
  const action = record.nextAction;
  if (record.openAttempt) return { kind: 'ignore', reason: 'AttemptInFlight' };
  if (!action) return { kind: 'ignore', reason: 'NothingPlanned' };
  const isMeant =
    invocation.kind === 'sweep' ||
    (invocation.periodNumber === action.periodNumber && invocation.attemptNumber === action.attemptNumber);
  if (!isMeant) return { kind: 'ignore', reason: 'StaleAlarm' };
  if (nowMs < action.atMs - EARLY_TOLERANCE_MS) return { kind: 'ignore', reason: 'TooEarly' };
  return { kind: 'due', action };
}

export function decideCharge(
  record: RecurringPayment,
  invocation: ChargeInvocation,
  { nowMs, customerIsActive, card }: ChargeCircumstances,
): ChargeDecision {
  const due = findDueCharge(record, invocation, nowMs);
  if (due.kind === 'ignore') return due;
  const { action } = due;
  const isUnpaid = record.standing.status === 'Unpaid';
  const newestDue = newestPeriodDue(record.plan, nowMs) ?? -1;

  if (isUnpaid && newestDue >= record.nextPeriodNumber) return write(forgetAction(record), 'NextDueCame');
  if (!customerIsActive) {
    const step = isUnpaid ? forgetAction(record) : pauseFor(record, 'CustomerInactive', nowMs);
    return write(step, 'CustomerInactive');
  }
  const target = Math.max(action.periodNumber, Math.min(newestDue, lastPeriodNumber(record.plan)));
  if (isTooOld(record, action, target, nowMs))
    return write(closeWithoutCharge(record, target, nowMs), 'DueTooOld');
  const endReason = boundReached(record.plan, record, target);
  if (endReason) {
    const standing = completed(endReason, nowMs);
    return write(changed(record, { standing, nextAction: undefined }), 'BoundReached');
  }
  if (card.kind === 'chargeable' && card.allowedFromMs > nowMs) {
    return write(changed(record, { nextAction: { ...action, atMs: card.allowedFromMs } }), 'CardCapReached');
  }
  const step = claim(record, action, target, { alarm: invocation, nowMs });
  if (card.kind === 'chargeable') return { kind: 'charge', step };
  const errorCode = card.kind === 'expired' ? 'EXPIRED_CARD' : card.errorCode;
  return write(declineWithoutBank(step, { errorCode, nowMs }), 'CardUnusable');
}

/** The age counts from the planned moment: a try that had to wait for its card's caps was not forgotten. */
function isTooOld(record: RecurringPayment, action: NextAction, target: number, nowMs: number): boolean {
  if (target < record.nextPeriodNumber) return false; // A retry that fell due runs at recovery.
  const plannedMs = target === action.periodNumber ? action.atMs : dueDateOf(record.plan, target);
  return nowMs - plannedMs > MAX_CATCH_UP_MS;
}

/** One claim: the next try of the open period, or the first of a newer one, which closes what lies before. */
function claim(
  record: RecurringPayment,
  action: NextAction,
  target: number,
  { alarm: invocation, nowMs }: { alarm: ChargeInvocation; nowMs: number },
): Step & { attempt: Attempt } {
  const isRetry = target < record.nextPeriodNumber;
  const isLate = invocation.kind === 'sweep' || target > action.periodNumber;
  const attempt = openingAttempt(record.plan, {
    periodNumber: target,
    attemptNumber: isRetry ? action.attemptNumber : 1,
    trigger: isLate && !isRetry ? 'CatchUp' : action.trigger,
    attemptedAtMs: nowMs,
  });
  return {
    ...changed(record, {
      nextPeriodNumber: target + 1,
      openPeriod: { number: target, attempts: attempt.attemptNumber },
      openAttempt: attempt,
      nextAction: undefined,
    }),
    closedPeriods: isRetry ? [] : overtaken(record, target - 1),
    attempt,
  };
}

/** When this attempt should have been made: as its alarm was set, or at a due date that came since. */
export function plannedAtMs({ nextAction, spreadMs }: RecurringPayment, attempt: Attempt): number {
  const { periodNumber, dueAtMs } = attempt;
  return nextAction?.periodNumber === periodNumber ? nextAction.atMs : dueAtMs + spreadMs;
}

/** Ends the claimed attempt as a hard decline without asking the bank; both changes are one write. */
function declineWithoutBank(
  claimed: Step & { attempt: Attempt },
  refusal: Pick<Decline, 'errorCode' | 'nowMs'>,
): Step {
  const failed = failAttempt(claimed.record, claimed.attempt, { category: 'Hard', ...refusal });
  return {
    ...failed,
    record: { ...failed.record, version: claimed.record.version },
    closedPeriods: claimed.closedPeriods,
  };
}

/** Gives up all periods to this one and waits for the next due date, if the end date leaves one. */
function closeWithoutCharge(record: RecurringPayment, through: number, nowMs: number): Step {
  const { record: moved } = changed(record, { nextPeriodNumber: through + 1, openPeriod: undefined });
  return {
    record: continueAfterPeriod(moved, record.standing, nowMs),
    closedPeriods: overtaken(record, through),
  };
}

/** The rows of the periods that a newer one overtakes: the open one failed, those never tried were missed. */
function overtaken({ openPeriod, nextPeriodNumber }: RecurringPayment, through: number) {
  return [
    ...(openPeriod ? closing('Failed', openPeriod.number) : []),
    ...closing('Missed', nextPeriodNumber, through),
  ];
}

function forgetAction(record: RecurringPayment): Step {
  return changed(record, { nextAction: undefined });
}

function changed(record: RecurringPayment, change: Partial<RecurringPayment>): Step {
  return { record: { ...record, ...change, version: record.version + 1 }, closedPeriods: [] };
}

function write(step: Step, because: NoCharge): ChargeDecision {
  return { kind: 'write', step, because };
}
