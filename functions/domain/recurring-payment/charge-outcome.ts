// Records the outcome of an attempt in its recurring payment. Success continues with the next period; failure
// plans a retry, or makes the recurring payment Unpaid or Cancelled (recurring-payments.md R6 and R10 to
// R13). An attempt that was in flight when the merchant paused, resumed or cancelled is recorded and changes
// nothing else. If an attempt fails after its card was renewed, an attempt with the new card follows.
import { planCardUpdateAttempt } from '#domain/recurring-payment/card-renewal.ts';
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import {
  closingOpenPeriod,
  collected,
  requestAnswered,
} from '#domain/recurring-payment/period/requested-charge.ts';
import { limitReached } from '#domain/recurring-payment/plan.ts';
import { boundOf, planFor } from '#domain/recurring-payment/planned-terms.ts';
import {
  type Attempt,
  type AttemptResult,
  type AttemptStep,
  completed,
  continueAfterPeriod,
  type DeclineCategory,
  isLive,
  type NextAction,
  nextDue,
  type RecurringPayment,
} from '#domain/recurring-payment/recurring-payment.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { defined } from '../defined.ts';

type AttemptKey = Pick<Attempt, 'periodNumber' | 'attemptNumber'>;

export type Decline = {
  readonly declineCategory: DeclineCategory;
  readonly errorCode: DeclineCode | 'BANK_UNAVAILABLE';
  /** The bank's own code, unchanged; absent if the bank was not called. */
  readonly bankResponseCode?: string | undefined;
  readonly nowMs: number;
};

/**
 * The bank took the money. Returns undefined if this attempt is not in flight, that is, if its outcome is
 * already recorded. While the outcome is unknown nothing is recorded: the attempt stays in flight.
 */
export function recordSuccess(
  record: RecurringPayment,
  key: AttemptKey,
  paid: { readonly paymentReferenceNumber: string; readonly nowMs: number },
): AttemptStep | undefined {
  const open = attemptInFlight(record, key);
  if (!open) return undefined;
  const { paymentReferenceNumber, nowMs } = paid;
  const attempt: Attempt = { ...open, result: { status: 'Succeeded', paymentReferenceNumber } };
  if (open.trigger === 'Request') {
    const step = collected(record, open, nowMs);
    return { ...step, record: withCardTried(record, step.record, nowMs), attempt };
  }
  const summed: RecurringPayment = {
    ...record,
    version: record.version + 1,
    openAttempt: undefined,
    isCardRenewed: undefined,
    held: undefined,
    openPeriod: undefined,
    failureStreak: 0,
    successfulPaymentCount: record.successfulPaymentCount + (open.type === 'Regular' ? 1 : 0),
    totalCollectedMinor: record.totalCollectedMinor + open.amountMinor,
    lastPaymentAtMs: open.attemptedAtMs,
  };
  const next = isPeriodReleased(record, open)
    ? completeIfBoundReached(summed, nowMs)
    : continueAfterPeriod(summed, { status: open.type === 'Trial' ? 'Trialing' : 'Active' }, nowMs);
  return {
    record: next,
    closedPeriods: closing(record, { outcome: 'Paid', from: open.periodNumber }),
    attempt,
  };
}

/** If the card was renewed or replaced during a requested charge, the open period is tried with that card. */
const withCardTried = ({ isCardRenewed }: RecurringPayment, next: RecurringPayment, nowMs: number) =>
  (isCardRenewed && planCardUpdateAttempt(next, nowMs)) || next;

/**
 * The bank took the money of an attempt that counted as failed: the attempt pays its period. Returns
 * undefined unless it was the last attempt of a period that is still open, no attempt is in flight, and the
 * limits of the plan still allow it: other charges may have reached them since.
 */
export function recordLateSuccess(
  record: RecurringPayment,
  attempt: Attempt,
  paid: { readonly paymentReferenceNumber: string; readonly nowMs: number },
): AttemptStep | undefined {
  const { openAttempt, openPeriod, state } = record;
  const isLast = openPeriod?.number === attempt.periodNumber && openPeriod.attempts === attempt.attemptNumber;
  const isUnpaid = state.status === 'PastDue' || state.status === 'Unpaid';
  if (openAttempt || !isLast || !isUnpaid || attempt.result.status !== 'Failed') return undefined;
  if (limitReached(planFor(record, record.nextPeriodNumber), record, attempt.amountMinor)) return undefined;
  return recordSuccess({ ...record, openAttempt: attempt, nextAction: undefined }, attempt, paid);
}

/** The attempt in flight is sent again with the current card, so no newer card is left to try. */
export const asResent = (record: RecurringPayment): RecurringPayment => ({
  ...record,
  isCardRenewed: undefined,
});

/** The bank declined. Returns undefined if this attempt is not in flight. */
export function recordFailure(
  record: RecurringPayment,
  key: AttemptKey,
  decline: Decline,
): AttemptStep | undefined {
  const open = attemptInFlight(record, key);
  return open && failAttempt(record, open, decline);
}

/** Ends the attempt in flight as declined, either by the bank or without a call to the bank. */
export function failAttempt(record: RecurringPayment, open: Attempt, decline: Decline): AttemptStep {
  const { nowMs, declineCategory, errorCode, bankResponseCode } = decline;
  const withoutAttempt = {
    ...record,
    version: record.version + 1,
    openAttempt: undefined,
    isCardRenewed: undefined,
    held: undefined,
  };
  const result: AttemptResult = { status: 'Failed', declineCategory, errorCode, bankResponseCode };
  const failed: Attempt = { ...open, result };
  const isRequested = open.trigger === 'Request';
  const closedPeriods = isRequested ? [] : closing(record, { outcome: 'Failed', from: open.periodNumber });

  if (declineCategory === 'Revoked' && isLive(record)) {
    const next = withdrawnByCardholder(withoutAttempt, nowMs);
    return counted({
      record: next,
      closedPeriods: isRequested ? closingOpenPeriod(record) : closedPeriods,
      attempt: failed,
    });
  }
  if (isRequested) {
    const answered = withCardTried(record, requestAnswered(record, open), nowMs);
    return { record: answered, closedPeriods, attempt: failed };
  }
  if (isPeriodReleased(record, open))
    return counted({ record: withoutAttempt, closedPeriods, attempt: failed });

  const streak = { ...withoutAttempt, failureStreak: record.failureStreak + 1 };
  const next = afterDecline(streak, open, decline);
  const { nextAction, ...left } = (record.isCardRenewed && planCardUpdateAttempt(next, nowMs)) || next;
  const nextRetryAtMs = nextAction?.trigger === 'Schedule' ? undefined : nextAction?.atMs;
  return {
    record: { ...left, nextAction },
    closedPeriods: [],
    attempt: { ...open, result: { ...result, ...defined({ nextRetryAtMs }) } },
  };
}

/** Makes the recurring payment Unpaid, or PastDue with the next action planned. */
function afterDecline(
  streak: RecurringPayment,
  open: Attempt,
  { declineCategory, nowMs }: Decline,
): RecurringPayment {
  const { maxRetryAttempts } = planFor(streak, open.periodNumber);
  const reason = unpaidReason(streak, { declineCategory, maxRetryAttempts });
  if (reason) return { ...streak, state: { status: 'Unpaid', reason }, nextAction: undefined };
  const state = { status: 'PastDue', reason: 'SoftDecline' } as const;
  return { ...streak, state, nextAction: afterSoftDecline(streak, open, nowMs) };
}

export function attemptInFlight({ openAttempt }: RecurringPayment, key: AttemptKey): Attempt | undefined {
  const isSame =
    openAttempt?.periodNumber === key.periodNumber && openAttempt.attemptNumber === key.attemptNumber;
  return isSame ? openAttempt : undefined;
}

/** True if pause, resume or cancel has released the period: the attempt's outcome then changes no plan. */
export function isPeriodReleased(record: RecurringPayment, open: Attempt): boolean {
  return record.openPeriod?.number !== open.periodNumber;
}

function completeIfBoundReached(record: RecurringPayment, nowMs: number): RecurringPayment {
  const endReason = boundOf(record, record.nextPeriodNumber);
  if (!endReason || !isLive(record)) return record;
  return { ...record, state: completed(endReason, nowMs), nextAction: undefined };
}

function withdrawnByCardholder(record: RecurringPayment, nowMs: number): RecurringPayment {
  const state = { status: 'Cancelled', reason: 'WithdrawnByCardholder', cancelledAtMs: nowMs } as const;
  return { ...record, state, openPeriod: undefined, nextAction: undefined, requestedCharges: undefined };
}

/** While Unpaid, a new card gets one attempt, even if retries are left. */
function unpaidReason(
  { state, failureStreak }: RecurringPayment,
  { declineCategory, maxRetryAttempts }: { declineCategory: DeclineCategory; maxRetryAttempts: number },
): 'HardDecline' | 'RetriesExhausted' | undefined {
  if (declineCategory !== 'Soft') return 'HardDecline';
  if (state.status === 'Unpaid' || failureStreak > maxRetryAttempts) return 'RetriesExhausted';
  return undefined;
}

/**
 * A retry that would fall on the next due date, spread included, or later is not made: the period stays open
 * for a card update until that date closes it. An attempt made seconds early counts as made on its due date,
 * so that the retry of a daily plan does not come just before the next due date.
 */
function afterSoftDecline(record: RecurringPayment, open: Attempt, nowMs: number): NextAction {
  const plan = planFor(record, open.periodNumber);
  const retryAtMs = Math.max(nowMs, open.dueAtMs) + plan.retryIntervalHours * HOUR_MS;
  const due = boundOf(record, record.nextPeriodNumber) ? undefined : nextDue(record);
  if (due && retryAtMs >= due.atMs) return due;
  const { periodNumber, attemptNumber, dueAtMs } = open;
  return { periodNumber, attemptNumber: attemptNumber + 1, trigger: 'Retry', dueAtMs, atMs: retryAtMs };
}
