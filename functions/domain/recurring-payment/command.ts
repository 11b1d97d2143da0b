// What a merchant may order: pause, resume, cancel; and what a new card sets off (recurring-payments.md
// R13 and R15 to R18). Repeating a call changes nothing; an impossible one is refused.
import { duesThrough } from '#domain/recurring-payment/billing-period.ts';
import { dueDateOf, lastPeriodNumber, newestPeriodDue } from '#domain/recurring-payment/plan.ts';
import {
  type ClosedPeriods,
  closing,
  continueAfterPeriod,
  isCharging,
  isLive,
  type PauseReason,
  type RecurringPayment,
  type Step,
} from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';

export type CommandOutcome = { kind: 'changed'; step: Step } | { kind: 'unchanged' };

const UNCHANGED: CommandOutcome = { kind: 'unchanged' };

/** @throws Rejection RECURRING_PAYMENT_INVALID_STATE */
export function pause(record: RecurringPayment, nowMs: number): CommandOutcome {
  if (record.standing.status === 'Paused') return UNCHANGED;
  if (!isCharging(record)) throw invalidState(record);
  return { kind: 'changed', step: pauseFor(record, 'PausedByMerchant', nowMs) };
}

/** Stops all alarms at once and drops a pending retry. An attempt in flight finishes and is recorded. */
export function pauseFor(record: RecurringPayment, reason: PauseReason, nowMs: number): Step {
  const standing = { status: 'Paused', reason, pausedAtMs: nowMs } as const;
  return {
    record: { ...releaseRetry(record), standing, version: record.version + 1 },
    closedPeriods: openPeriodFails(record),
  };
}

/**
 * Goes on with the first due date strictly after now; those that passed are skipped, never charged. The
 * anchor does not move. Failures before the resume no longer count against the retries.
 * @throws Rejection RECURRING_PAYMENT_INVALID_STATE
 */
export function resume(record: RecurringPayment, nowMs: number): CommandOutcome {
  const { plan, standing } = record;
  if (standing.status !== 'Paused' && standing.status !== 'Unpaid') {
    if (record.resumedAtMs !== undefined && standing.status !== 'Cancelled') return UNCHANGED;
    throw invalidState(record);
  }
  const newestDue = newestPeriodDue(plan, nowMs) ?? -1;
  const nextPeriodNumber = Math.max(record.nextPeriodNumber, newestDue + 1);
  const lastSkipped = Math.min(nextPeriodNumber - 1, lastPeriodNumber(plan));
  const resumed = {
    ...releaseRetry(record),
    version: record.version + 1,
    nextPeriodNumber,
    failureStreak: 0,
    resumedAtMs: nowMs,
  };
  const status = plan.trial && nowMs < plan.anchorMs ? 'Trialing' : 'Active';
  return {
    kind: 'changed',
    step: {
      record: continueAfterPeriod(resumed, { status }, nowMs),
      closedPeriods: [
        ...openPeriodFails(record),
        ...closing('Skipped', record.nextPeriodNumber, lastSkipped),
      ],
    },
  };
}

/** @throws Rejection RECURRING_PAYMENT_INVALID_STATE */
export function cancel(record: RecurringPayment, nowMs: number, note?: string): CommandOutcome {
  if (record.standing.status === 'Cancelled') return UNCHANGED;
  if (!isLive(record)) throw invalidState(record);
  const standing = {
    status: 'Cancelled',
    reason: 'CancelledByMerchant',
    cancelledAtMs: nowMs,
    note,
  } as const;
  const step = {
    record: { ...releaseRetry(record), standing, version: record.version + 1 },
    closedPeriods: openPeriodFails(record),
  };
  return { kind: 'changed', step };
}

/**
 * The number or the expiry of the card is new: a period that waits for its money is tried at once, unless the
 * next due date has come. An attempt in flight is waited for; if it fails, the new card is tried then.
 */
export function cardUpdated(record: RecurringPayment, nowMs: number): CommandOutcome {
  const { openAttempt, isCardRenewed } = record;
  const waiting = openAttempt && !isCardRenewed ? { ...record, isCardRenewed: true } : undefined;
  const updated = openAttempt ? waiting : withNewCardTried(record, nowMs);
  if (updated === undefined) return UNCHANGED;
  return {
    kind: 'changed',
    step: { record: { ...updated, version: record.version + 1 }, closedPeriods: [] },
  };
}

/** The same version with the new card's try planned; undefined where no period waits for its money. */
export function withNewCardTried(record: RecurringPayment, nowMs: number): RecurringPayment | undefined {
  const { openPeriod, plan, standing } = record;
  const owes = standing.status === 'PastDue' || standing.status === 'Unpaid';
  if (!owes || !openPeriod || duesThrough(plan, nowMs) >= record.nextPeriodNumber) return undefined;
  const nextAction = {
    periodNumber: openPeriod.number,
    attemptNumber: openPeriod.attempts + 1,
    trigger: 'CardUpdate',
    dueAtMs: dueDateOf(plan, openPeriod.number),
    atMs: nowMs,
  } as const;
  return { ...record, nextAction };
}

function releaseRetry(record: RecurringPayment): RecurringPayment {
  return { ...record, openPeriod: undefined, nextAction: undefined };
}

/** A period whose attempt is in flight is closed by that attempt's end instead. */
function openPeriodFails({ openPeriod, openAttempt }: RecurringPayment): ClosedPeriods[] {
  return openPeriod && !openAttempt ? closing('Failed', openPeriod.number) : [];
}

function invalidState({ standing }: RecurringPayment): Rejection {
  return new Rejection('RECURRING_PAYMENT_INVALID_STATE', { status: standing.status });
}
