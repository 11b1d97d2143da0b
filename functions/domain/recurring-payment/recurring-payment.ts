// A recurring payment as one value: its plan, how far it has come, what happens next. Every decision about it
// takes such a value and returns the next one with all that must be written beside it, so that a store can
// write a whole step in one transaction or none of it.
import type { Currency } from '#domain/money.ts';
import {
  boundReached,
  type ChargeType,
  chargeAmountMinor,
  chargeType,
  dueDateOf,
  type EndReason,
  firstPeriodNumber,
  type PlanTerms,
  planOf,
  type RecurringPlan,
  requireChargeablePlan,
  TRIAL_PERIOD,
} from '#domain/recurring-payment/plan.ts';
import type { BankRefusalCode } from '#domain/rejection.ts';

/** How a recurring payment may go on after a decline: later, never, or the cardholder withdrew. */
export type DeclineCategory = 'Soft' | 'Hard' | 'Revoked';

/** Why a try is made: its due date, a failure before it, a new card, or a due date found late. */
type ChargeTrigger = 'Schedule' | 'Retry' | 'CardUpdate' | 'CatchUp';

/** One try of one period: what a bank was or will be asked, and what came of it. */
export type Attempt = {
  readonly periodNumber: number;
  /** 1 for the first try of the period. */
  readonly attemptNumber: number;
  readonly type: ChargeType;
  readonly trigger: ChargeTrigger;
  readonly dueAtMs: number;
  readonly attemptedAtMs: number;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly result: AttemptResult;
};
export type AttemptResult =
  /** Claimed: the bank may have been asked. Only the bank's answer or an inquiry ends it. */
  | { readonly status: 'Processing' }
  | { readonly status: 'Succeeded'; readonly paymentReferenceNumber: string }
  | {
      readonly status: 'Failed';
      readonly errorCode: BankRefusalCode | 'BANK_UNAVAILABLE';
      readonly declineCategory: DeclineCategory;
      /** As the bank said it; absent where it was not asked. */
      readonly bankResponseCode?: string | undefined;
      readonly nextRetryAtMs?: number | undefined;
    };

/** A run of consecutive periods that ended alike: years of skipped days are one row, not a thousand. */
export type ClosedPeriods = {
  readonly outcome: 'Paid' | 'Failed' | 'Skipped' | 'Missed';
  readonly firstPeriodNumber: number;
  readonly lastPeriodNumber: number;
};

export type RecurringPaymentState =
  | { readonly status: 'Trialing' | 'Active' }
  | { readonly status: 'PastDue'; readonly reason: 'SoftDecline' }
  | { readonly status: 'Unpaid'; readonly reason: 'RetriesExhausted' | 'HardDecline' }
  | { readonly status: 'Paused'; readonly reason: PauseReason; readonly pausedAtMs: number }
  | {
      readonly status: 'Cancelled';
      readonly reason: 'CancelledByMerchant' | 'WithdrawnByCardholder';
      readonly cancelledAtMs: number;
      /** The merchant's own words. */
      readonly note?: string | undefined;
    }
  | { readonly status: 'Completed'; readonly reason: EndReason; readonly completedAtMs: number };
export type RecurringPaymentStatus = RecurringPaymentState['status'];
export type PauseReason = 'PausedByMerchant' | 'CustomerInactive';

/** The next try, as an alarm clock is set for it. */
export type NextAction = {
  readonly periodNumber: number;
  readonly attemptNumber: number;
  readonly trigger: Exclude<ChargeTrigger, 'CatchUp'>;
  readonly dueAtMs: number;
  /** When the alarm rings: the due date plus the spread, or the time of the retry. */
  readonly atMs: number;
};

export type RecurringPayment = {
  readonly id: string;
  readonly customerId: string;
  readonly cardStorageId: string;
  readonly maskedCardNumber: string;
  readonly subscriptionName: string;
  readonly plan: RecurringPlan;
  /** Shifts this one's alarms, not its due dates, inside the merchant's window. */
  readonly spreadMs: number;
  readonly createdAtMs: number;

  readonly standing: RecurringPaymentState;
  /** Rises by one with every write. */
  readonly version: number;
  /** The first period that was neither tried nor passed over. */
  readonly nextPeriodNumber: number;
  /** A period tried and not yet closed: it waits for its retry, a new card or the next due date. */
  readonly openPeriod?: { readonly number: number; readonly attempts: number } | undefined;
  /** The one attempt in flight. While it is there nothing else may be claimed. */
  readonly openAttempt?: Attempt | undefined;
  /** The card became new while the attempt was in flight, which may have gone out with the old one. */
  readonly isCardRenewed?: boolean | undefined;
  /** Absent while nothing will happen by itself. */
  readonly nextAction?: NextAction | undefined;
  /** Consecutive failures, across periods; a success or a resume ends the streak. */
  readonly failureStreak: number;
  readonly successfulPaymentCount: number;
  readonly totalCollectedMinor: number;
  readonly lastPaymentAtMs?: number | undefined;
  /** Set by the last resume, so that repeating that call is recognised. */
  readonly resumedAtMs?: number | undefined;
};

/** One step: the next record and the rows that belong to it, to be written together. */
export type Step = {
  readonly record: RecurringPayment;
  readonly closedPeriods: readonly ClosedPeriods[];
  readonly attempt?: Attempt | undefined;
};

type RecurringPaymentRequest = {
  readonly id: string;
  readonly customerId: string;
  readonly cardStorageId: string;
  readonly maskedCardNumber: string;
  readonly subscriptionName: string;
  readonly terms: PlanTerms;
  readonly spreadMs?: number | undefined;
};

/**
 * The first version of a recurring payment, its first charge planned.
 * @throws Rejection START_DATE_IN_PAST, LIMIT_UNREACHABLE
 */
export function createRecurringPayment(request: RecurringPaymentRequest, nowMs: number): RecurringPayment {
  const { terms, spreadMs = 0, ...parties } = request;
  const plan = planOf(terms);
  requireChargeablePlan(plan, nowMs);
  const record: RecurringPayment = {
    ...parties,
    plan,
    spreadMs,
    createdAtMs: nowMs,
    standing: { status: plan.trial ? 'Trialing' : 'Active' },
    version: 1,
    nextPeriodNumber: firstPeriodNumber(plan),
    failureStreak: 0,
    successfulPaymentCount: 0,
    totalCollectedMinor: 0,
  };
  return { ...record, nextAction: nextDue(record, nowMs) };
}

/** The alarm of the next due date. One that has come already rings at once: spreading is for the future. */
export function nextDue(record: RecurringPayment, nowMs: number): NextAction {
  const { nextPeriodNumber, plan, spreadMs } = record;
  const dueAtMs = dueDateOf(plan, nextPeriodNumber);
  const atMs = dueAtMs <= nowMs ? dueAtMs : dueAtMs + spreadMs;
  return { periodNumber: nextPeriodNumber, attemptNumber: 1, trigger: 'Schedule', dueAtMs, atMs };
}

/** Goes on to the next due date with this standing, or completes if a bound leaves no further charge. */
export function continueAfterPeriod(
  record: RecurringPayment,
  standing: RecurringPaymentState,
  nowMs: number,
): RecurringPayment {
  const endReason = boundReached(record.plan, record, record.nextPeriodNumber);
  if (endReason) return { ...record, standing: completed(endReason, nowMs), nextAction: undefined };
  return { ...record, standing, nextAction: nextDue(record, nowMs) };
}

export function completed(reason: EndReason, nowMs: number): RecurringPaymentState {
  return { status: 'Completed', reason, completedAtMs: nowMs };
}

/** The row of an attempt that is being claimed. */
export function openingAttempt(
  plan: RecurringPlan,
  claim: Pick<Attempt, 'periodNumber' | 'attemptNumber' | 'trigger' | 'attemptedAtMs'>,
): Attempt {
  return {
    ...claim,
    type: chargeType(claim.periodNumber),
    dueAtMs: dueDateOf(plan, claim.periodNumber),
    amountMinor: chargeAmountMinor(plan, claim.periodNumber),
    currency: plan.currency,
    result: { status: 'Processing' },
  };
}

/** A run of periods as a list of no or one row. */
export function closing(
  outcome: ClosedPeriods['outcome'],
  firstPeriodNumber: number,
  lastPeriodNumber: number = firstPeriodNumber,
): ClosedPeriods[] {
  return firstPeriodNumber > lastPeriodNumber ? [] : [{ outcome, firstPeriodNumber, lastPeriodNumber }];
}

/** Cards and customers of live recurring payments are in use: all but the two terminal states. */
export function isLive({ standing }: RecurringPayment): boolean {
  return standing.status !== 'Cancelled' && standing.status !== 'Completed';
}

/** True where due dates are acted upon. */
export function isCharging({ standing }: RecurringPayment): boolean {
  return standing.status === 'Trialing' || standing.status === 'Active' || standing.status === 'PastDue';
}

/** The newest period that was tried or passed over; 0 during the trial and before the first charge. */
export function currentPeriodNumber(record: RecurringPayment): number {
  return Math.max(TRIAL_PERIOD, record.nextPeriodNumber - 1);
}

/** When money will next be asked for, the spread aside: a due date, a retry, or the end of a card's wait. */
export function nextPaymentAtMs({ nextAction, spreadMs }: RecurringPayment): number | undefined {
  if (!nextAction) return undefined;
  const { trigger, dueAtMs, atMs } = nextAction;
  return trigger === 'Schedule' && atMs <= dueAtMs + spreadMs ? dueAtMs : atMs;
}

export function remainingPaymentCount({
  plan,
  successfulPaymentCount,
}: RecurringPayment): number | undefined {
  if (plan.maxPaymentCount === undefined) return undefined;
  return Math.max(0, plan.maxPaymentCount - successfulPaymentCount);
}

/** The end of the trial and the first regular due date. */
export function trialEndMs({ plan }: RecurringPayment): number | undefined {
  return plan.trial ? plan.anchorMs : undefined;
}

/** Unique per attempt and the same whoever computes it: the name of its schedule and the id of its row. */
export function attemptName(id: string, attempt: Pick<Attempt, 'periodNumber' | 'attemptNumber'>): string {
  return `${id}-${attempt.periodNumber}-${attempt.attemptNumber}`;
}

/** The bank's order id of an attempt: letters and digits only, so that every repetition meets its first. */
export function attemptOrderId(id: string, attempt: Pick<Attempt, 'periodNumber' | 'attemptNumber'>): string {
  return `RP${id.replaceAll('-', '')}P${attempt.periodNumber}A${attempt.attemptNumber}`;
}
