// Takes back an attempt that the bank refused because of the merchant's settings: the recurring payment
// returns to its state before the claim, and the attempt is made again when the settings work
// (recurring-payments.md R26).
import { type ChargeHold, HELD_CHECK_MS, probeIntervalMs } from '#domain/recurring-payment/charge-hold.ts';
import { attemptInFlight, isPeriodReleased } from '#domain/recurring-payment/charge-outcome.ts';
import { withActionDue, withRequestDue } from '#domain/recurring-payment/period/card-limit.ts';
import {
  type Attempt,
  type AttemptStep,
  type NextAction,
  nextStep,
  type RecurringPayment,
  type Step,
} from '#domain/recurring-payment/recurring-payment.ts';

/**
 * Returns undefined if this attempt is not in flight, if the merchant requested it, or if pause, resume or
 * cancel has released its period: then nothing is left to hold.
 */
export function holdAttempt(
  record: RecurringPayment,
  attempt: Attempt,
  { scope, code, nowMs }: Pick<ChargeHold, 'scope' | 'code'> & { nowMs: number },
): AttemptStep | undefined {
  const open = attemptInFlight(record, attempt);
  if (open === undefined || open.trigger === 'Request' || isPeriodReleased(record, open)) return undefined;
  const { periodNumber, attemptNumber, dueAtMs } = open;
  const asks = (open.asks ?? 0) + 1;
  const nextAction: NextAction = {
    periodNumber,
    attemptNumber,
    asks,
    trigger: open.trigger === 'CatchUp' ? 'Schedule' : open.trigger,
    dueAtMs,
    atMs: nowMs + (scope === 'Merchant' ? HELD_CHECK_MS : probeIntervalMs(asks - 1)),
  };
  return {
    record: { ...beforeClaim(record, open), nextAction, held: heldBy(record, scope, code, nowMs) },
    closedPeriods: [],
    attempt: open,
  };
}

function beforeClaim(record: RecurringPayment, { periodNumber, attemptNumber }: Attempt): RecurringPayment {
  const isFirst = attemptNumber === 1;
  return {
    ...record,
    version: record.version + 1,
    openAttempt: undefined,
    isCardRenewed: undefined,
    nextPeriodNumber: isFirst ? periodNumber : record.nextPeriodNumber,
    openPeriod: isFirst ? undefined : { number: periodNumber, attempts: attemptNumber - 1 },
  };
}

const heldBy = (
  { held }: RecurringPayment,
  scope: ChargeHold['scope'],
  code: string,
  nowMs: number,
): ChargeHold => ({ scope, code, sinceMs: held?.sinceMs ?? nowMs });

/**
 * The claim of an attempt that was held before its plan was changed: the plan no longer knows how often the
 * bank has refused it. `held`: the attempt as it was claimed last.
 */
export function askAgain<Claim extends AttemptStep>(step: Claim, held: Attempt): Claim {
  const attempt = { ...step.attempt, asks: (held.asks ?? 0) + 1 };
  return { ...step, attempt, record: { ...step.record, openAttempt: attempt } };
}

/**
 * Ends a hold, or the wait for the limits on a card: the charge is made at `atMs`. Undefined if none waits.
 */
export function releaseCharge(record: RecurringPayment, atMs: number): Step | undefined {
  const { nextAction, held } = record;
  const due = withRequestDue(withActionDue(record, atMs), atMs);
  const released =
    nextAction && held ? { ...due, held: undefined, nextAction: { ...nextAction, atMs } } : due;
  if (released === record) return undefined;
  return nextStep(released);
}
