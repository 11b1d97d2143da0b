// The merchant's commands pause, resume and cancel (recurring-payments.md R15 to R18). A repeated command
// changes nothing; a command that the state does not allow is rejected.
import { isDeepStrictEqual } from 'node:util';
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import { invalidState, requireLive } from '#domain/recurring-payment/period/invalid-state.ts';
import { type Labels, newestPeriodDue } from '#domain/recurring-payment/plan.ts';
import { lastPeriodOf } from '#domain/recurring-payment/planned-terms.ts';
import {
  CHARGING,
  continueAfterPeriod,
  isCharging,
  nextStep,
  type RecurringPayment,
  type Step,
  withoutCharges,
} from '#domain/recurring-payment/recurring-payment.ts';
import { closeOpenPeriod, pauseFor } from './pausing.ts';

export type CommandOutcome = { kind: 'changed'; step: Step } | { kind: 'unchanged' };

const UNCHANGED: CommandOutcome = { kind: 'unchanged' };

/** @throws Rejection RECURRING_PAYMENT_INVALID_STATE */
export function pause(record: RecurringPayment, nowMs: number, note?: string): CommandOutcome {
  if (record.state.status === 'Paused') return UNCHANGED;
  if (!isCharging(record)) throw invalidState(record, CHARGING);
  return { kind: 'changed', step: pauseFor(record, 'PausedByMerchant', nowMs, note) };
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
