// Decides what a charge invocation does. A schedule may fire twice, late, early or for an attempt that is
// over, so the record alone decides: nothing happens, or the record changes without a call to the bank, or
// exactly one attempt is claimed before the bank is called (recurring-payments.md R8, R10, R12, R14 and R19).
import {
  closeEarlierPeriods,
  holdDueCharge,
  limitDueCharge,
} from '#domain/recurring-payment/charge-deferral.ts';
import { type Decline, failAttempt } from '#domain/recurring-payment/charge-outcome.ts';
import { pauseFor } from '#domain/recurring-payment/pausing.ts';
import type {
  Circumstances,
  MadeDecision,
  NoChargeReason,
} from '#domain/recurring-payment/period/charge-circumstances.ts';
import { counted } from '#domain/recurring-payment/period/closing.ts';
import {
  type ChargeInvocation,
  findDueCharge,
  type IgnoreReason,
} from '#domain/recurring-payment/period/due-charge.ts';
import {
  closingOpenPeriod,
  decideRequestedCharge,
} from '#domain/recurring-payment/period/requested-charge.ts';
import { dueDateOf, newestPeriodDue } from '#domain/recurring-payment/plan.ts';
import { boundOf, lastPeriodOf } from '#domain/recurring-payment/planned-terms.ts';
import {
  type Attempt,
  type AttemptStep,
  completed,
  continueAfterPeriod,
  type NextAction,
  nextStep,
  openingAttempt,
  type RecurringPayment,
  type Step,
  withoutCharges,
} from '#domain/recurring-payment/recurring-payment.ts';
import { DAY_MS } from '#domain/time/duration.ts';

export type ChargeDecision = { readonly kind: 'ignore'; readonly reason: IgnoreReason } | MadeDecision;

/** A due date that is older than this is missed, not charged. */
export const MAX_CATCH_UP_MS = 7 * DAY_MS;

export function decideCharge(
  record: RecurringPayment,
  invocation: ChargeInvocation,
  circumstances: Circumstances,
): ChargeDecision {
  const { nowMs, customerIsActive, card, hold } = circumstances;
  const due = findDueCharge(record, invocation, nowMs);
  if (due.kind === 'ignore') return due;
  if (due.kind === 'requested') return decideRequestedCharge(record, due.charge, circumstances);
  const { action } = due;
  const isUnpaid = record.state.status === 'Unpaid';
  const newestDue = newestPeriodReached(record, nowMs);

  // While Unpaid, the only planned attempt is the one after a card update. The next due date cancels it.
  if (isUnpaid && newestDue >= record.nextPeriodNumber) return write(dropAction(record), 'NextDueCame');
  if (!customerIsActive) {
    const step = isUnpaid ? dropAction(record) : pauseFor(record, 'CustomerInactive', nowMs);
    return write(step, 'CustomerInactive');
  }

  // If more than one due date has come, the newest one that the end date allows is charged.
  const periodNumber = Math.max(action.periodNumber, Math.min(newestDue, lastPeriodOf(record)));
  if (isTooOld(record, action, periodNumber, nowMs)) {
    return write(missPeriods(record, periodNumber, nowMs), 'DueTooOld');
  }
  const endReason = boundOf(record, periodNumber);
  if (endReason) {
    const step = nextStep(withoutCharges(record), { state: completed(endReason, nowMs) });
    return write(counted({ ...step, closedPeriods: closingOpenPeriod(record) }), 'BoundReached');
  }
  if (card.kind === 'chargeable' && hold) {
    return write(holdDueCharge(record, action, periodNumber, { hold, nowMs }), 'MerchantHeld');
  }
  if (card.kind === 'chargeable' && card.allowedFromMs > nowMs) {
    return write(limitDueCharge(record, action, periodNumber, card.allowedFromMs), 'CardCapReached');
  }

  const step = attemptStep(record, action, periodNumber, { invocation, nowMs });
  if (card.kind === 'chargeable') return { kind: 'charge', step };
  const errorCode = card.kind === 'expired' ? 'EXPIRED_CARD' : card.errorCode;
  return write(declineWithoutBank(step, { errorCode, nowMs }), 'CardUnusable');
}

/** The newest period whose due date, spread included, has come; -1 if none has. */
export const newestPeriodReached = ({ plan, spreadMs }: RecurringPayment, nowMs: number): number =>
  newestPeriodDue(plan, nowMs - spreadMs) ?? -1;

/**
 * The age counts from the planned moment, so an attempt that waited for the limits on its card is not too
 * old, and neither is a newer due date that came meanwhile. A retry is never too old: it is made at recovery.
 */
function isTooOld(
  record: RecurringPayment,
  action: NextAction,
  periodNumber: number,
  nowMs: number,
): boolean {
  if (periodNumber < record.nextPeriodNumber) return false;
  const plannedMs =
    periodNumber === action.periodNumber
      ? action.atMs
      : Math.max(dueDateOf(record.plan, periodNumber) + record.spreadMs, action.atMs);
  return nowMs - plannedMs > MAX_CATCH_UP_MS;
}

/** Opens the next attempt of the open period, or the first of a newer one, which closes older ones. */
function attemptStep(
  record: RecurringPayment,
  action: NextAction,
  periodNumber: number,
  { invocation, nowMs }: { invocation: ChargeInvocation; nowMs: number },
): AttemptStep {
  const isRetry = periodNumber < record.nextPeriodNumber;
  const isSame = periodNumber === action.periodNumber;
  const isLate = invocation.kind === 'sweep' || periodNumber > action.periodNumber;
  const attempt = openingAttempt(record, {
    periodNumber,
    attemptNumber: isRetry ? action.attemptNumber : 1,
    ...(isSame && action.asks !== undefined && { asks: action.asks }),
    trigger: isLate && !isRetry ? 'CatchUp' : action.trigger,
    attemptedAtMs: nowMs,
  });
  return counted({
    ...nextStep(record, {
      nextPeriodNumber: periodNumber + 1,
      openPeriod: { number: periodNumber, attempts: attempt.attemptNumber },
      openAttempt: attempt,
      nextAction: undefined,
    }),
    closedPeriods: isRetry ? [] : closeEarlierPeriods(record, periodNumber - 1),
    attempt,
  });
}

/** The claim under a later number: the bank knows attempts before it that the table has lost. */
export function claimedAs<Claim extends AttemptStep>(step: Claim, attemptNumber: number): Claim {
  if (attemptNumber === step.attempt.attemptNumber) return step;
  const { asks: _, ...planned } = step.attempt;
  const attempt = { ...planned, attemptNumber };
  const { openPeriod } = step.record;
  const isOfOpenPeriod = openPeriod?.number === attempt.periodNumber && attempt.trigger !== 'Request';
  const counted = isOfOpenPeriod && { openPeriod: { ...openPeriod, attempts: attemptNumber } };
  return { ...step, attempt, record: { ...step.record, openAttempt: attempt, ...counted } };
}

/** Ends the claimed attempt as a hard decline without calling the bank. Claim and decline are one version. */
function declineWithoutBank(claimed: AttemptStep, decline: Pick<Decline, 'errorCode' | 'nowMs'>): Step {
  const failed = failAttempt(claimed.record, claimed.attempt, { declineCategory: 'Hard', ...decline });
  return {
    ...failed,
    record: { ...failed.record, version: claimed.record.version },
    closedPeriods: claimed.closedPeriods,
  };
}

/** Closes all periods up to this one and plans the next due date, if the end date leaves one. */
function missPeriods(record: RecurringPayment, through: number, nowMs: number): Step {
  const { record: missed } = nextStep(record, {
    nextPeriodNumber: through + 1,
    openPeriod: undefined,
    held: undefined,
  });
  return counted({
    record: continueAfterPeriod(missed, record.state, nowMs),
    closedPeriods: closeEarlierPeriods(record, through, 'DueTooOld'),
  });
}

function dropAction(record: RecurringPayment): Step {
  return nextStep(record, { nextAction: undefined, held: undefined });
}

function write(step: Step, reason: NoChargeReason): ChargeDecision {
  return { kind: 'write', step, reason };
}

/** The time for which this attempt was planned, by the next action or by a due date that has come since. */
export function plannedAtMs({ nextAction, spreadMs }: RecurringPayment, attempt: Attempt): number {
  const { periodNumber, dueAtMs } = attempt;
  return nextAction?.periodNumber === periodNumber ? nextAction.atMs : dueAtMs + spreadMs;
}
