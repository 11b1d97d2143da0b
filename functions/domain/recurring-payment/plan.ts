// The plan of a recurring payment: how much is charged, how often, until when. Preview and charging both use
// this file, so the preview equals the charges (recurring-payments.md R3 to R7).
import type { Mandate } from '#domain/card/mandate.ts';
import type { Currency } from '#domain/money.ts';
import { type Cadence, dueDates, duesThrough } from '#domain/recurring-payment/billing-period.ts';
import { Rejection } from '#domain/rejection.ts';
import type { TextMap } from '#domain/shape.ts';
import { endOfLocalDay, localDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { addDays, instantOf, wallClockAt } from '#domain/time/wall-clock.ts';

/** Bounds of the numbers in a request. */
export const PLAN_LIMITS = {
  maxPaymentCount: { min: 1, max: 9999 },
  maxRetryAttempts: { min: 0, max: 10, default: 3 },
  retryIntervalHours: { min: 1, max: 720, default: 24 },
  trialPeriodDays: { min: 1, max: 730 },
} as const;

type Trial = {
  /** Local calendar days from the start date. */
  readonly days: number;
  /** Charged once at the start date; 0 charges nothing. */
  readonly amountMinor: number;
};

/** The merchant's own name, reference and data. The last two are copied to the payments. */
export type Labels = {
  readonly subscriptionName: string;
  readonly merchantReference?: string | undefined;
  readonly metadata?: TextMap | undefined;
  readonly mandate?: Mandate | undefined;
};

export type PlanTerms = {
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly frequency: Cadence['frequency'];
  readonly frequencyInterval: number;
  readonly timeZone: string;
  readonly startDateMs: number;
  /** Its local calendar day is the last day on which a period can fall due. */
  readonly endDateMs?: number | undefined;
  /** Limit of successful regular charges. */
  readonly maxPaymentCount?: number | undefined;
  /** Limit of all money collected, the trial charge included. */
  readonly totalAmountLimitMinor?: number | undefined;
  readonly trial?: Trial | undefined;
  /** Attempts after the first one of a period. */
  readonly maxRetryAttempts: number;
  readonly retryIntervalHours: number;
};

/** The terms with their anchor, which is stored so that a later change of time zone rules cannot move it. */
export type RecurringPlan = PlanTerms & Cadence;

/** The charges collected so far, by which the limits other than the end date are checked. */
export type CollectedCharges = {
  readonly successfulPaymentCount: number;
  readonly totalCollectedMinor: number;
};

export const NOTHING_COLLECTED: CollectedCharges = { successfulPaymentCount: 0, totalCollectedMinor: 0 };

export type EndReason = 'EndDate' | 'MaxPaymentCount' | 'TotalAmountLimit';
export type ChargeType = 'Trial' | 'Regular';

/** The trial's charge is period 0, outside the count of regular periods. */
export const TRIAL_PERIOD = 0;

/** Fixes the anchor: the end of the trial, or else the start date as given, even if it is earlier today. */
export function planOf(terms: PlanTerms): RecurringPlan {
  const { trial, startDateMs, timeZone } = terms;
  if (!trial) return { ...terms, anchorMs: startDateMs };
  const trialEnd = addDays(wallClockAt(startDateMs, timeZone), trial.days);
  return { ...terms, anchorMs: instantOf(trialEnd, timeZone) };
}

/**
 * Rejects a plan that starts before today in its zone and in UTC, or whose limits allow no regular charge.
 * @throws Rejection START_DATE_IN_PAST, LIMIT_UNREACHABLE
 */
export function requireChargeablePlan(plan: RecurringPlan, nowMs: number): void {
  const zones = [plan.timeZone, 'UTC'];
  if (zones.every((zone) => plan.startDateMs < startOfLocalDay(localDay(nowMs, zone), zone))) {
    const [earliestStartDate] = zones.map((zone) => localDay(nowMs, zone)).sort();
    throw new Rejection('START_DATE_IN_PAST', { earliestStartDate }).at('startDate');
  }
  const noRegularCharge = lastPeriodNumber(plan) < 1;
  const limitReached = noRegularCharge
    ? ('EndDate' satisfies EndReason)
    : boundReached(plan, NOTHING_COLLECTED, firstPeriodNumber(plan));
  if (limitReached) throw limitUnreachable(limitReached);
}

export const limitUnreachable = (limitReached: EndReason) =>
  new Rejection('LIMIT_UNREACHABLE', { limitReached }).at(...FIELDS_OF[limitReached]);
const FIELDS_OF: Record<EndReason, readonly string[]> = {
  EndDate: ['endDate'],
  MaxPaymentCount: ['maxPaymentCount'],
  TotalAmountLimit: ['totalAmountLimit', 'amount'],
};

export function firstPeriodNumber(plan: RecurringPlan): number {
  return plan.trial && plan.trial.amountMinor > 0 ? TRIAL_PERIOD : 1;
}

export function chargeType(periodNumber: number): ChargeType {
  return periodNumber === TRIAL_PERIOD ? 'Trial' : 'Regular';
}

export function chargeAmountMinor(plan: RecurringPlan, periodNumber: number): number {
  return periodNumber === TRIAL_PERIOD ? (plan.trial?.amountMinor ?? 0) : plan.amountMinor;
}

export function dueDateOf(plan: RecurringPlan, periodNumber: number): number {
  return periodNumber === TRIAL_PERIOD ? plan.startDateMs : dueDates(plan)(periodNumber);
}

/** The newest period whose due date is at or before an instant, whether or not the end date allows it. */
export function newestPeriodDue(plan: RecurringPlan, instantMs: number): number | undefined {
  const newest = duesThrough(plan, instantMs);
  if (newest >= 1) return newest;
  return firstPeriodNumber(plan) === TRIAL_PERIOD && plan.startDateMs <= instantMs ? TRIAL_PERIOD : undefined;
}

/** The last period that the end date allows: infinite without an end date, 0 if it allows none. */
export function lastPeriodNumber(plan: RecurringPlan): number {
  if (plan.endDateMs === undefined) return Number.POSITIVE_INFINITY;
  return duesThrough(plan, endOfLocalDay(localDay(plan.endDateMs, plan.timeZone), plan.timeZone));
}

/**
 * Returns the limit that forbids a charge of this period, or undefined if it may be charged. No partial
 * amount is charged to reach a total limit.
 */
export function boundReached(
  plan: RecurringPlan,
  collected: CollectedCharges,
  periodNumber: number,
  lastPeriod = lastPeriodNumber(plan),
): EndReason | undefined {
  if (periodNumber > lastPeriod) return 'EndDate';
  return limitReached(plan, collected, chargeAmountMinor(plan, periodNumber));
}

/** The same for a charge of this amount, regardless of the end date. */
export function limitReached(
  { maxPaymentCount, totalAmountLimitMinor }: RecurringPlan,
  collected: CollectedCharges,
  amountMinor: number,
): EndReason | undefined {
  if (maxPaymentCount !== undefined && collected.successfulPaymentCount >= maxPaymentCount) {
    return 'MaxPaymentCount';
  }
  const total = collected.totalCollectedMinor + amountMinor;
  if (totalAmountLimitMinor !== undefined && total > totalAmountLimitMinor) return 'TotalAmountLimit';
  return undefined;
}

export type PreviewedCharge = {
  periodNumber: number;
  type: ChargeType;
  dueAtMs: number;
  amountMinor: number;
};
