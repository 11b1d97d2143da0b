// A recurring payment as one value: its plan, its progress, its next action. Every decision takes such a
// value and returns a `Step`: the next value with the rows that belong to it. The store writes a step in one
// transaction.
import type { Currency } from '#domain/money.ts';
import type { ChargeHold } from '#domain/recurring-payment/charge-hold.ts';
import type {
  PauseReason,
  RefusedRequest,
  RequestedCharge,
  SkipReason,
} from '#domain/recurring-payment/period/unpaid-period.ts';
import {
  type ChargeType,
  chargeAmountMinor,
  chargeType,
  dueDateOf,
  type EndReason,
  firstPeriodNumber,
  type Labels,
  type PlanTerms,
  planOf,
  type RecurringPlan,
  requireChargeablePlan,
  TRIAL_PERIOD,
} from '#domain/recurring-payment/plan.ts';
import { boundOf, type PlanChange, planFor } from '#domain/recurring-payment/planned-terms.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';

/** How a recurring payment may continue after a decline: retry, no retry, or the cardholder withdrew. */
export type DeclineCategory = 'Soft' | 'Hard' | 'Revoked';

/** The cause of an attempt: a due date, a failed attempt, a card update, a due date found late, a request. */
type ChargeTrigger = 'Schedule' | 'Retry' | 'CardUpdate' | 'CatchUp' | 'Request';

/** One attempt to charge one period: the request to the bank and its result. */
export type Attempt = {
  readonly periodNumber: number;
  /** 1 for the first attempt of the period. */
  readonly attemptNumber: number;
  /** How often the bank refused this attempt for the merchant's settings; absent: never. */
  readonly asks?: number | undefined;
  readonly type: ChargeType;
  readonly trigger: ChargeTrigger;
  readonly dueAtMs: number;
  readonly attemptedAtMs: number;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly result: AttemptResult;
};
export type AttemptResult =
  /** Claimed: the bank may have been called. Only the bank's answer or an inquiry ends it. */
  | { readonly status: 'Processing' }
  | { readonly status: 'Succeeded'; readonly paymentReferenceNumber: string }
  | {
      readonly status: 'Failed';
      readonly errorCode: DeclineCode | 'BANK_UNAVAILABLE';
      readonly declineCategory: DeclineCategory;
      /** The bank's own code, unchanged; absent if the bank was not called. */
      readonly bankResponseCode?: string | undefined;
      readonly nextRetryAtMs?: number | undefined;
    };

/** A run of consecutive periods with the same outcome: years of skipped days are one row, not a thousand. */
export type ClosedPeriods = {
  readonly outcome: 'Paid' | 'Failed' | 'Skipped' | 'Missed';
  readonly firstPeriodNumber: number;
  readonly lastPeriodNumber: number;
  /** The amount of each period. Absent if they were paid. */
  readonly amountMinor?: number | undefined;
  /** The reason for skipped or missed periods; the attempts of a failed period contain its reason. */
  readonly reason?: SkipReason | undefined;
};
/** The merchant's own text about the command that led to the state. */
type WithNote = { readonly note?: string | undefined };
export type RecurringPaymentState =
  | ({ readonly status: 'Trialing' | 'Active' } & WithNote)
  | { readonly status: 'PastDue'; readonly reason: 'SoftDecline' }
  | { readonly status: 'Unpaid'; readonly reason: 'RetriesExhausted' | 'HardDecline' }
  | ({ readonly status: 'Paused'; readonly reason: PauseReason; readonly pausedAtMs: number } & WithNote)
  | ({
      readonly status: 'Cancelled';
      readonly reason: 'CancelledByMerchant' | 'WithdrawnByCardholder';
      readonly cancelledAtMs: number;
    } & WithNote)
  | { readonly status: 'Completed'; readonly reason: EndReason; readonly completedAtMs: number };
export type RecurringPaymentStatus = RecurringPaymentState['status'];

/** The next attempt, for which a schedule is created. */
export type NextAction = {
  readonly periodNumber: number;
  readonly attemptNumber: number;
  /** As in the attempt. */
  readonly asks?: number | undefined;
  readonly trigger: Exclude<ChargeTrigger, 'CatchUp' | 'Request'>;
  readonly dueAtMs: number;
  /** When the schedule fires: the due date plus the spread, or the time of the retry. */
  readonly atMs: number;
  /** While it waits for the limits on its card: its planned time. `atMs` is the next check. */
  readonly plannedAtMs?: number | undefined;
};

export type RecurringPayment = Labels & {
  readonly id: string;
  readonly customerId: string;
  readonly cardStorageId: string;
  readonly maskedCardNumber: string;
  /** The plan before all `changes`: see `planFor`. */
  readonly plan: RecurringPlan;
  /** In the order of the periods from which they apply. */
  readonly changes?: PlanChange[] | undefined;
  /** Moves the schedules, not the due dates, inside the merchant's spread window. */
  readonly spreadMs: number;
  readonly createdAtMs: number;

  readonly state: RecurringPaymentState;
  /** Rises by one with every write. */
  readonly version: number;
  /** The first period that was neither attempted nor closed. */
  readonly nextPeriodNumber: number;
  /** An attempted period that is not closed: it waits for a retry, a card update or the next due date. */
  readonly openPeriod?: { readonly number: number; readonly attempts: number } | undefined;
  /** The attempt in flight. No other attempt may be claimed meanwhile. */
  readonly openAttempt?: Attempt | undefined;
  /** The card was renewed or replaced while the attempt was in flight, which was sent with the old card. */
  readonly isCardRenewed?: boolean | undefined;
  /** Absent while no charge is planned. */
  readonly nextAction?: NextAction | undefined;
  /** The next action waits for the merchant's settings; the attempt in flight probes them. */
  readonly held?: ChargeHold | undefined;
  /** Consecutive failures, across periods; a success or a resume ends the streak. */
  readonly failureStreak: number;
  readonly successfulPaymentCount: number;
  readonly totalCollectedMinor: number;
  /** The amounts of failed and missed periods that were neither collected nor waived since. */
  readonly uncollectedMinor?: number | undefined;
  /** Charges of ended periods, made one after the other; the first may be in flight. */
  readonly requestedCharges?: RequestedCharge[] | undefined;
  /** The last one of its kind: its failure is an event, while a request that is dropped has none. */
  readonly refusedRequest?: RefusedRequest | undefined;
  readonly lastPaymentAtMs?: number | undefined;
  /** Set by the last resume, so that a repeated call is recognised. */
  readonly resumedAtMs?: number | undefined;
};

/** The next record and the rows that are written with it in one transaction. */
export type Step = {
  readonly record: RecurringPayment;
  readonly closedPeriods: readonly ClosedPeriods[];
  readonly attempt?: Attempt | undefined;
};
/** A step that opens, ends or takes back this attempt. */
export type AttemptStep = Step & { readonly attempt: Attempt };

/** The next version of the record; no period is closed. */
export const nextStep = (record: RecurringPayment, change: Partial<RecurringPayment> = {}): Step => ({
  record: { ...record, ...change, version: record.version + 1 },
  closedPeriods: [],
});

/** Without the open period and the planned action: no due date is charged any more. */
export const withoutCharges = (record: RecurringPayment): RecurringPayment => ({
  ...record,
  openPeriod: undefined,
  nextAction: undefined,
  held: undefined,
});

type RecurringPaymentRequest = Labels & {
  readonly id: string;
  readonly customerId: string;
  readonly cardStorageId: string;
  readonly maskedCardNumber: string;
  readonly terms: PlanTerms;
  readonly spreadMs?: number | undefined;
};

/**
 * Creates the first version of a recurring payment with its first charge planned.
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
    state: { status: plan.trial ? 'Trialing' : 'Active' },
    version: 1,
    nextPeriodNumber: firstPeriodNumber(plan),
    failureStreak: 0,
    successfulPaymentCount: 0,
    totalCollectedMinor: 0,
  };
  const first = nextDue(record);
  // If the start date has come already, the charge is made at once.
  return { ...record, nextAction: first.dueAtMs <= nowMs ? { ...first, atMs: first.dueAtMs } : first };
}

/** The action of the next due date, with its spread. */
export function nextDue(record: RecurringPayment): NextAction {
  const { nextPeriodNumber, plan, spreadMs } = record;
  const dueAtMs = dueDateOf(plan, nextPeriodNumber);
  const atMs = dueAtMs + spreadMs;
  return { periodNumber: nextPeriodNumber, attemptNumber: 1, trigger: 'Schedule', dueAtMs, atMs };
}

/** Plans the next due date in this state. Completes if a limit allows no further charge. */
export function continueAfterPeriod(
  record: RecurringPayment,
  state: RecurringPaymentState,
  nowMs: number,
): RecurringPayment {
  const endReason = boundOf(record, record.nextPeriodNumber);
  if (endReason) return { ...record, state: completed(endReason, nowMs), nextAction: undefined };
  return { ...record, state, nextAction: nextDue(record) };
}

export function completed(reason: EndReason, nowMs: number): RecurringPaymentState {
  return { status: 'Completed', reason, completedAtMs: nowMs };
}

/** A claimed attempt. */
export function openingAttempt(
  record: RecurringPayment,
  claim: Pick<Attempt, 'periodNumber' | 'attemptNumber' | 'asks' | 'trigger' | 'attemptedAtMs'>,
): Attempt {
  const plan = planFor(record, claim.periodNumber);
  return {
    ...claim,
    type: chargeType(claim.periodNumber),
    dueAtMs: dueDateOf(plan, claim.periodNumber),
    amountMinor: chargeAmountMinor(plan, claim.periodNumber),
    currency: plan.currency,
    result: { status: 'Processing' },
  };
}

/** The states in which due dates are charged. */
export const CHARGING: readonly RecurringPaymentStatus[] = ['Trialing', 'Active', 'PastDue'];
export const isCharging = ({ state }: RecurringPayment): boolean => CHARGING.includes(state.status);

/** All but the two terminal states. Card and customer of a live recurring payment are in use. */
export const LIVE: readonly RecurringPaymentStatus[] = [...CHARGING, 'Unpaid', 'Paused'];
export const isLive = ({ state }: RecurringPayment): boolean => LIVE.includes(state.status);

/** The newest period that was attempted or closed; 0 during the trial and before the first charge. */
export function currentPeriodNumber(record: RecurringPayment): number {
  return Math.max(TRIAL_PERIOD, record.nextPeriodNumber - 1);
}

/** Time of the next charge without the spread. A charge that is held or waits for its card keeps it. */
export function nextPaymentAtMs({ nextAction, held, spreadMs }: RecurringPayment): number | undefined {
  if (!nextAction) return undefined;
  const { trigger, dueAtMs, plannedAtMs: atMs = nextAction.atMs } = nextAction;
  return held || (trigger === 'Schedule' && atMs <= dueAtMs + spreadMs) ? dueAtMs : atMs;
}

export function remainingPaymentCount(record: RecurringPayment): number | undefined {
  const { maxPaymentCount } = planFor(record, record.nextPeriodNumber);
  if (maxPaymentCount === undefined) return undefined;
  return Math.max(0, maxPaymentCount - record.successfulPaymentCount);
}

/** The end of the trial, which is also the first regular due date. */
export function trialEndMs({ plan }: RecurringPayment): number | undefined {
  return plan.trial ? plan.anchorMs : undefined;
}
