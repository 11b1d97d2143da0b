// The merchant's commands pause, resume and cancel, and the effect of a renewed or replaced card
// (recurring-payments.md R13, R15 to R18 and R32). A repeated command changes nothing; a command that the
// state does not allow is rejected.
import { isDeepStrictEqual } from 'node:util';
import { duesThrough } from '#domain/recurring-payment/billing-period.ts';
import { limitedAction, withRequestDue } from '#domain/recurring-payment/period/card-limit.ts';
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import { invalidState, requireLive } from '#domain/recurring-payment/period/invalid-state.ts';
import type { PauseReason } from '#domain/recurring-payment/period/unpaid-period.ts';
import { dueDateOf, type Labels, newestPeriodDue } from '#domain/recurring-payment/plan.ts';
import { lastPeriodOf } from '#domain/recurring-payment/planned-terms.ts';
import {
  CHARGING,
  type ClosedPeriods,
  continueAfterPeriod,
  isCharging,
  nextStep,
  type RecurringPayment,
  type Step,
  withoutCharges,
} from '#domain/recurring-payment/recurring-payment.ts';

export type CommandOutcome = { kind: 'changed'; step: Step } | { kind: 'unchanged' };

const UNCHANGED: CommandOutcome = { kind: 'unchanged' };

/** @throws Rejection RECURRING_PAYMENT_INVALID_STATE */
export function pause(record: RecurringPayment, nowMs: number, note?: string): CommandOutcome {
  if (record.state.status === 'Paused') return UNCHANGED;
  if (!isCharging(record)) throw invalidState(record, CHARGING);
  return { kind: 'changed', step: pauseFor(record, 'PausedByMerchant', nowMs, note) };
}

/** Drops the planned action, retries included. An attempt in flight finishes and is recorded. */
export function pauseFor(record: RecurringPayment, reason: PauseReason, nowMs: number, note?: string): Step {
  const state = { status: 'Paused', reason, pausedAtMs: nowMs, note } as const;
  return counted({
    ...nextStep(withoutCharges(record), { state }),
    closedPeriods: closeOpenPeriod(record),
  });
}

/**
 * Continues with the first due date strictly after now. Due dates that have passed are skipped, never
 * charged. The anchor does not move. Failures before the resume no longer count against the retries.
 * @throws Rejection RECURRING_PAYMENT_INVALID_STATE
 */
export function resume(record: RecurringPayment, nowMs: number, note?: string): CommandOutcome {
  const { plan, state } = record;
  if (state.status !== 'Paused' && state.status !== 'Unpaid') {
    if (record.resumedAtMs !== undefined && state.status !== 'Cancelled') return UNCHANGED;
    throw invalidState(record, ['Unpaid', 'Paused']);
  }
  const newestDue = newestPeriodDue(plan, nowMs) ?? -1;
  const nextPeriodNumber = Math.max(record.nextPeriodNumber, newestDue + 1);
  const lastSkipped = Math.min(nextPeriodNumber - 1, lastPeriodOf(record));
  const resumed = {
    ...withoutCharges(record),
    version: record.version + 1,
    nextPeriodNumber,
    failureStreak: 0,
    resumedAtMs: nowMs,
  };
  const status = plan.trial && nowMs < plan.anchorMs ? 'Trialing' : 'Active';
  const { reason } = state;
  const skipped = {
    outcome: 'Skipped',
    from: record.nextPeriodNumber,
    through: lastSkipped,
    reason,
  } as const;
  return {
    kind: 'changed',
    step: counted({
      record: continueAfterPeriod(resumed, { status, note }, nowMs),
      closedPeriods: [...closeOpenPeriod(record), ...closing(record, skipped)],
    }),
  };
}

/** @throws Rejection RECURRING_PAYMENT_INVALID_STATE */
export function cancel(record: RecurringPayment, nowMs: number, note?: string): CommandOutcome {
  if (record.state.status === 'Cancelled') return UNCHANGED;
  requireLive(record);
  const state = {
    status: 'Cancelled',
    reason: 'CancelledByMerchant',
    cancelledAtMs: nowMs,
    note,
  } as const;
  // A requested charge that is at the bank is recorded; the others are not made.
  const { openAttempt, requestedCharges: [first] = [] } = record;
  const requestedCharges = first && openAttempt?.trigger === 'Request' ? [first] : undefined;
  const step = counted({
    ...nextStep(withoutCharges(record), { state, requestedCharges }),
    closedPeriods: closeOpenPeriod(record),
  });
  return { kind: 'changed', step };
}

/**
 * The card's expiry was updated: an unpaid open period is attempted at once, unless the next due date has
 * come. If an attempt is in flight, the attempt with the new card follows only if that one fails.
 */
export function cardUpdated(record: RecurringPayment, nowMs: number): CommandOutcome {
  const updated = withCardTried(record, nowMs);
  if (updated === record) return UNCHANGED;
  return { kind: 'changed', step: nextStep(updated) };
}

/** The new card is tried, after the answer if an attempt is in flight. The same object if nothing changes. */
function withCardTried(record: RecurringPayment, nowMs: number): RecurringPayment {
  const due = withRequestDue(record, nowMs);
  if (record.openAttempt === undefined) return planCardUpdateAttempt(due, nowMs) ?? due;
  return record.isCardRenewed ? due : { ...due, isCardRenewed: true };
}

/**
 * Replaces the card by another one: counters, dates and retries stay, and an unpaid open period is attempted
 * at once, as after a card update.
 * @throws Rejection RECURRING_PAYMENT_INVALID_STATE
 */
export function replaceCard(
  record: RecurringPayment,
  card: Pick<RecurringPayment, 'cardStorageId' | 'maskedCardNumber'>,
  nowMs: number,
): CommandOutcome {
  requireLive(record);
  if (record.cardStorageId === card.cardStorageId) return UNCHANGED;
  const { cardStorageId, maskedCardNumber } = card;
  const replaced = { ...record, cardStorageId, maskedCardNumber };
  return { kind: 'changed', step: nextStep(withCardTried(replaced, nowMs)) };
}

/**
 * Plans the attempt without changing the version. Returns undefined if no open period is unpaid, and no
 * charge waits for the limits on the previous card.
 */
export function planCardUpdateAttempt(record: RecurringPayment, nowMs: number): RecurringPayment | undefined {
  const { openPeriod, plan, state, nextAction: planned } = record;
  const limited = limitedAction(record);
  if (limited) {
    const trigger = 'CardUpdate';
    return { ...record, nextAction: { ...limited, trigger, plannedAtMs: undefined, atMs: nowMs } };
  }
  const isOverdue = state.status === 'PastDue' || state.status === 'Unpaid';
  if (!isOverdue || !openPeriod || duesThrough(plan, nowMs) >= record.nextPeriodNumber) return undefined;
  const [periodNumber, attemptNumber] = [openPeriod.number, openPeriod.attempts + 1];
  const isPlanned = planned?.periodNumber === periodNumber && planned.attemptNumber === attemptNumber;
  const nextAction = {
    periodNumber,
    attemptNumber,
    // The attempt may be held: the bank has refused it so many times already.
    ...(isPlanned && planned.asks !== undefined && { asks: planned.asks }),
    trigger: 'CardUpdate',
    dueAtMs: dueDateOf(plan, openPeriod.number),
    atMs: nowMs,
  } as const;
  return { ...record, nextAction, held: undefined };
}

/** If an attempt of the period is in flight, the outcome of that attempt closes the period instead. */
function closeOpenPeriod(record: RecurringPayment): ClosedPeriods[] {
  const { openPeriod, openAttempt } = record;
  const isInFlight = openAttempt !== undefined && openAttempt.periodNumber === openPeriod?.number;
  return openPeriod && !isInFlight ? closing(record, { outcome: 'Failed', from: openPeriod.number }) : [];
}

type Changeable = Omit<Labels, 'subscriptionName'>;
/** `undefined` keeps the value, `null` removes it. */
export type LabelChange = { readonly [Name in keyof Changeable]-?: Changeable[Name] | null };

/**
 * Changes the merchant's reference and metadata: no term depends on them, and payments of later claims
 * contain them (R36). Returns the same object if nothing differs.
 */
export function changeLabels<Labelled extends Labels>(before: Labelled, change: LabelChange): Labelled {
  const differs = ([name, wanted]: [string, unknown]) =>
    wanted !== undefined && !isDeepStrictEqual(before[name as keyof Changeable] ?? {}, wanted ?? {});
  const changed = Object.entries(change).filter(differs);
  if (changed.length === 0) return before;
  return { ...before, ...Object.fromEntries(changed.map(([name, wanted]) => [name, wanted ?? undefined])) };
}
