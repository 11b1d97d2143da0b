// What a merchant agreed to charge: how much, how often, until when. Preview and charging ask this one file,
// so that what was shown is what is charged (recurring-payments.md R3 to R7).

import type { Currency } from '#domain/money.ts';
import { type Cadence, dueDates, duesThrough } from '#domain/recurring-payment/billing-period.ts';
import { Rejection } from '#domain/rejection.ts';
import { endOfLocalDay, localDay, startOfLocalDay } from '#domain/time/business-day.ts';
import { addDays, instantOf, wallClockAt } from '#domain/time/wall-clock.ts';

/** Bounds of the request's numbers, for the contract that reads them. */
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

export type PlanTerms = {
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly frequency: Cadence['frequency'];
  readonly frequencyInterval: number;
  readonly timeZone: string;
  readonly startDateMs: number;
  /** Its local calendar day is the last on which a period may fall due. */
  readonly endDateMs?: number | undefined;
  /** Successful regular charges. */
  readonly maxPaymentCount?: number | undefined;
  /** All money collected, the trial charge included. */
  readonly totalAmountLimitMinor?: number | undefined;
  readonly trial?: Trial | undefined;
  /** Tries after the first one. */
  readonly maxRetryAttempts: number;
  readonly retryIntervalHours: number;
};

/** The terms with their anchor: written down once, so that a later change of zone rules cannot move it. */
export type RecurringPlan = PlanTerms & Cadence;

/** What has been collected so far; all that the bounds look at besides the calendar. */
type Collected = {
  readonly successfulPaymentCount: number;
  readonly totalCollectedMinor: number;
};

export type EndReason = 'EndDate' | 'MaxPaymentCount' | 'TotalAmountLimit';
export type ChargeType = 'Trial' | 'Regular';

/** The trial's charge is period 0, outside the count of regular ones. */
export const TRIAL_PERIOD = 0;

/** Fixes the anchor: the end of the trial, else the start date as given, even if that is earlier today. */
export function planOf(terms: PlanTerms): RecurringPlan {
  const { trial, startDateMs, timeZone } = terms;
  if (!trial) return { ...terms, anchorMs: startDateMs };
  const trialEnd = addDays(wallClockAt(startDateMs, timeZone), trial.days);
  return { ...terms, anchorMs: instantOf(trialEnd, timeZone) };
}

/**
 * Refuses a plan that starts before today or whose bounds leave no room for a charge.
 * @throws Rejection START_DATE_IN_PAST, LIMIT_UNREACHABLE
 */
export function requireChargeablePlan(plan: RecurringPlan, nowMs: number): void {
  const startOfToday = startOfLocalDay(localDay(nowMs, plan.timeZone), plan.timeZone);
  if (plan.startDateMs < startOfToday) throw new Rejection('START_DATE_IN_PAST');
  const nothing = { successfulPaymentCount: 0, totalCollectedMinor: 0 };
  const noRegularCharge = lastPeriodNumber(plan) < 1;
  if (noRegularCharge || boundReached(plan, nothing, firstPeriodNumber(plan))) {
    throw new Rejection('LIMIT_UNREACHABLE');
  }
}

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

/** The newest period whose due date has come at an instant, whether or not the end date allows it. */
export function newestPeriodDue(plan: RecurringPlan, instantMs: number): number | undefined {
  const newest = duesThrough(plan, instantMs);
  if (newest >= 1) return newest;
  return firstPeriodNumber(plan) === TRIAL_PERIOD && plan.startDateMs <= instantMs ? TRIAL_PERIOD : undefined;
}

/** The last period whose due date the end date allows: infinite without one, 0 if it allows none. */
export function lastPeriodNumber(plan: RecurringPlan): number {
  if (plan.endDateMs === undefined) return Number.POSITIVE_INFINITY;
  return duesThrough(plan, endOfLocalDay(localDay(plan.endDateMs, plan.timeZone), plan.timeZone));
}

/**
 * Why this period may not be charged any more, or undefined if it may. The total is never filled up with a
 * part of an amount.
 */
export function boundReached(
  plan: RecurringPlan,
  collected: Collected,
  periodNumber: number,
  lastPeriod = lastPeriodNumber(plan),
): EndReason | undefined {
  const { maxPaymentCount, totalAmountLimitMinor } = plan;
  if (periodNumber > lastPeriod) return 'EndDate';
  if (maxPaymentCount !== undefined && collected.successfulPaymentCount >= maxPaymentCount) {
    return 'MaxPaymentCount';
  }
  const total = collected.totalCollectedMinor + chargeAmountMinor(plan, periodNumber);
  if (totalAmountLimitMinor !== undefined && total > totalAmountLimitMinor) return 'TotalAmountLimit';
  return undefined;
}

export type PreviewedCharge = {
  periodNumber: number;
  type: ChargeType;
  dueAtMs: number;
  amountMinor: number;
};
/** `endReason` is known only if the last charge shown is the last there will be. */
type Preview = { charges: PreviewedCharge[]; endReason: EndReason | undefined };

/**
 * The charges of a plan if every one succeeds, at most `limit` of them.
 * @throws Rejection START_DATE_IN_PAST, LIMIT_UNREACHABLE: exactly where creation would refuse
 */
export function previewCharges(
  plan: RecurringPlan,
  { nowMs, limit }: { nowMs: number; limit: number },
): Preview {
  requireChargeablePlan(plan, nowMs);
  const dueDate = dueDates(plan);
  const lastPeriod = lastPeriodNumber(plan);
  const collected = { successfulPaymentCount: 0, totalCollectedMinor: 0 };
  const charges: PreviewedCharge[] = [];
  for (let periodNumber = firstPeriodNumber(plan); ; periodNumber += 1) {
    const endReason = boundReached(plan, collected, periodNumber, lastPeriod);
    if (endReason || charges.length === limit) return { charges, endReason };
    const type = chargeType(periodNumber);
    const amountMinor = chargeAmountMinor(plan, periodNumber);
    const dueAtMs = type === 'Trial' ? plan.startDateMs : dueDate(periodNumber);
    charges.push({ periodNumber, type, dueAtMs, amountMinor });
    collected.totalCollectedMinor += amountMinor;
    if (type === 'Regular') collected.successfulPaymentCount += 1;
  }
}
