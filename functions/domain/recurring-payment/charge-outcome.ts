// What an attempt's end does to its recurring payment. Success moves on to the next period; failure retries,
// gives up or cancels (recurring-payments.md R6 and R10 to R13). An attempt that was in flight when the
// merchant paused, resumed or cancelled is recorded and changes the plans no further; one that fails after
// its card was renewed is followed by a try of the new one.

import { withNewCardTried } from '#domain/recurring-payment/command.ts';
import { boundReached } from '#domain/recurring-payment/plan.ts';
import {
  type Attempt,
  type AttemptResult,
  closing,
  completed,
  continueAfterPeriod,
  type DeclineCategory,
  isLive,
  type NextAction,
  nextDue,
  type RecurringPayment,
  type Step,
} from '#domain/recurring-payment/recurring-payment.ts';
import type { BankRefusalCode } from '#domain/rejection.ts';
import { HOUR_MS } from '#domain/time/duration.ts';

type AttemptKey = Pick<Attempt, 'periodNumber' | 'attemptNumber'>;
type FinalizedStep = Step & { readonly attempt: Attempt };

export type Decline = {
  readonly category: DeclineCategory;
  readonly errorCode: BankRefusalCode | 'BANK_UNAVAILABLE';
  /** As the bank said it; absent where it was not asked. */
  readonly bankResponseCode?: string | undefined;
  readonly nowMs: number;
};

/**
 * The bank took the money. Undefined if this attempt is not in flight, that is: someone settled it already.
 * While the bank's answer is unknown nothing is settled; the attempt stays in flight.
 */
export function recordSuccess(
  record: RecurringPayment,
  key: AttemptKey,
  paid: { readonly paymentReferenceNumber: string; readonly nowMs: number },
): FinalizedStep | undefined {
  const open = attemptInFlight(record, key);
  if (!open) return undefined;
  const counted: RecurringPayment = {
    ...record,
    version: record.version + 1,
    openAttempt: undefined,
    isCardRenewed: undefined,
    openPeriod: undefined,
    failureStreak: 0,
    successfulPaymentCount: record.successfulPaymentCount + (open.type === 'Regular' ? 1 : 0),
    totalCollectedMinor: record.totalCollectedMinor + open.amountMinor,
    lastPaymentAtMs: open.attemptedAtMs,
  };
  const next = isOvertaken(record, open)
    ? completeIfNothingIsLeft(counted, paid.nowMs)
    : continueAfterPeriod(counted, { status: open.type === 'Trial' ? 'Trialing' : 'Active' }, paid.nowMs);
  const { paymentReferenceNumber } = paid;
  return {
    record: next,
    closedPeriods: closing('Paid', open.periodNumber),
    attempt: { ...open, result: { status: 'Succeeded', paymentReferenceNumber } },
  };
}

/** The attempt in flight leaves once more, with the card as it is now: no newer one waits to be tried. */
export const markResent = (record: RecurringPayment): RecurringPayment => ({
  ...record,
  isCardRenewed: undefined,
});

/** The bank refused. Undefined if this attempt is not in flight. */
export function recordFailure(
  record: RecurringPayment,
  key: AttemptKey,
  decline: Decline,
): FinalizedStep | undefined {
  const open = attemptInFlight(record, key);
  return open && failAttempt(record, open, decline);
}

/** Ends the attempt in flight as declined, by the bank or, where it need not be asked, by us in its place. */
export function failAttempt(record: RecurringPayment, open: Attempt, decline: Decline): FinalizedStep {
  const { nowMs, category: declineCategory, errorCode, bankResponseCode } = decline;
  const landed = {
    ...record,
    version: record.version + 1,
    openAttempt: undefined,
    isCardRenewed: undefined,
  };
  const result: AttemptResult = { status: 'Failed', declineCategory, errorCode, bankResponseCode };
  const failed: Attempt = { ...open, result };
  const failedPeriod = closing('Failed', open.periodNumber);

  if (declineCategory === 'Revoked' && isLive(record)) {
    return { record: withdrawn(landed, nowMs), closedPeriods: failedPeriod, attempt: failed };
  }
  if (isOvertaken(record, open)) return { record: landed, closedPeriods: failedPeriod, attempt: failed };

  const counted = { ...landed, failureStreak: record.failureStreak + 1 };
  const next = afterFailure(counted, open, decline);
  const { nextAction, ...left } = (record.isCardRenewed && withNewCardTried(next, nowMs)) || next;
  const nextRetryAtMs = nextAction?.trigger === 'Schedule' ? undefined : nextAction?.atMs;
  return {
    record: { ...left, nextAction },
    closedPeriods: [],
    attempt: { ...open, result: { ...result, ...(nextRetryAtMs !== undefined && { nextRetryAtMs }) } },
  };
}

/** Given up, or waiting for the next try. */
function afterFailure(
  counted: RecurringPayment,
  open: Attempt,
  { category, nowMs }: Decline,
): RecurringPayment {
  const gaveUp = unpaidReason(counted, category);
  if (gaveUp) return { ...counted, standing: { status: 'Unpaid', reason: gaveUp }, nextAction: undefined };
  const standing = { status: 'PastDue', reason: 'SoftDecline' } as const;
  return { ...counted, standing, nextAction: afterSoftDecline(counted, open, nowMs) };
}

function attemptInFlight({ openAttempt }: RecurringPayment, key: AttemptKey): Attempt | undefined {
  const isSame =
    openAttempt?.periodNumber === key.periodNumber && openAttempt.attemptNumber === key.attemptNumber;
  return isSame ? openAttempt : undefined;
}

/** Pause, resume and cancel let go of the period; the attempt they found in flight lands beside the plans. */
function isOvertaken(record: RecurringPayment, open: Attempt): boolean {
  return record.openPeriod?.number !== open.periodNumber;
}

function completeIfNothingIsLeft(record: RecurringPayment, nowMs: number): RecurringPayment {
  const endReason = boundReached(record.plan, record, record.nextPeriodNumber);
  if (!endReason || !isLive(record)) return record;
  return { ...record, standing: completed(endReason, nowMs), nextAction: undefined };
}

function withdrawn(record: RecurringPayment, nowMs: number): RecurringPayment {
  const standing = { status: 'Cancelled', reason: 'WithdrawnByCardholder', cancelledAtMs: nowMs } as const;
  return { ...record, standing, openPeriod: undefined, nextAction: undefined };
}

/** A new card tried while unpaid gets that one try, whatever was left of the retries. */
function unpaidReason(
  { standing, failureStreak, plan }: RecurringPayment,
  category: DeclineCategory,
): 'HardDecline' | 'RetriesExhausted' | undefined {
  if (category !== 'Soft') return 'HardDecline';
  if (standing.status === 'Unpaid' || failureStreak > plan.maxRetryAttempts) return 'RetriesExhausted';
  return undefined;
}

/**
 * A retry that would fall on the next due date or later is not made: the period waits there, still open to a
 * new card, until that date closes it. A try made seconds early counts as made on its due date, so that the
 * retry of a daily plan cannot slip in just before the next due date.
 */
function afterSoftDecline(record: RecurringPayment, open: Attempt, nowMs: number): NextAction {
  const { plan, nextPeriodNumber } = record;
  const retryAtMs = Math.max(nowMs, open.dueAtMs) + plan.retryIntervalHours * HOUR_MS;
  const due = boundReached(plan, record, nextPeriodNumber) ? undefined : nextDue(record, nowMs);
  if (due && retryAtMs >= due.dueAtMs) return due;
  const { periodNumber, attemptNumber, dueAtMs } = open;
  return { periodNumber, attemptNumber: attemptNumber + 1, trigger: 'Retry', dueAtMs, atMs: retryAtMs };
}
