// The terms of each period of a changed plan: a change applies from a period that had not begun, and earlier
// periods keep their terms, as far back as the last ten changes (recurring-payments.md R36).
import {
  boundReached,
  type CollectedCharges,
  chargeAmountMinor,
  chargeType,
  dueDateOf,
  type EndReason,
  firstPeriodNumber,
  lastPeriodNumber,
  NOTHING_COLLECTED,
  type PlanTerms,
  type PreviewedCharge,
  type RecurringPlan,
  requireChargeablePlan,
} from '#domain/recurring-payment/plan.ts';

/** Null removes a limit. */
export type ChangedTerms = Partial<
  Pick<PlanTerms, 'amountMinor' | 'maxRetryAttempts' | 'retryIntervalHours'> & {
    endDateMs: number | null;
    maxPaymentCount: number | null;
    totalAmountLimitMinor: number | null;
  }
>;

/** One change of a running plan. */
export type PlanChange = {
  readonly requestedAtMs: number;
  /** The first period to which the terms apply. */
  readonly fromPeriodNumber: number;
  readonly terms: ChangedTerms;
  /** A changed name, which applies at once to all periods. */
  readonly names?: { readonly before: string; readonly after: string } | undefined;
};

type ChangedPlan = { readonly plan: RecurringPlan; readonly changes?: readonly PlanChange[] | undefined };

export const withTerms = (plan: RecurringPlan, { terms }: Pick<PlanChange, 'terms'>): RecurringPlan => {
  const { endDateMs, maxPaymentCount, totalAmountLimitMinor, ...rest } = { ...plan, ...terms };
  return {
    ...rest,
    endDateMs: endDateMs ?? undefined,
    maxPaymentCount: maxPaymentCount ?? undefined,
    totalAmountLimitMinor: totalAmountLimitMinor ?? undefined,
  };
};

/** The plan with the terms of this period. All periods have the same dates. */
export function planFor({ plan, changes = [] }: ChangedPlan, periodNumber: number): RecurringPlan {
  const applied = changes.filter(({ fromPeriodNumber }) => fromPeriodNumber <= periodNumber);
  return applied.length === 0 ? plan : applied.reduce(withTerms, plan);
}

/** The limit that forbids a charge of this period: see `boundReached`. */
export const boundOf = (
  record: ChangedPlan & CollectedCharges,
  periodNumber: number,
): EndReason | undefined =>
  boundReached(planFor(record, periodNumber), record, periodNumber, lastPeriodOf(record));

/** The last period that the end dates allow. A change extends the plan unless the plan ends before it. */
export function lastPeriodOf(record: ChangedPlan): number {
  let last = lastPeriodNumber(record.plan);
  for (const { fromPeriodNumber: from } of record.changes ?? []) {
    if (last < from - 1) return last;
    last = Math.max(from - 1, lastPeriodNumber(planFor(record, from)));
  }
  return last;
}

/** `endReason` is set only if the last charge shown is the last charge of the plan. */
type Preview = { charges: PreviewedCharge[]; endReason: EndReason | undefined };

/** The charges from this period on, if every one succeeds; at most `limit` of them. */
export function chargesFrom(first: number, record: ChangedPlan & CollectedCharges, limit: number): Preview {
  const collected = { ...record };
  const last = lastPeriodOf(record);
  const charges: PreviewedCharge[] = [];
  for (let periodNumber = first; ; periodNumber += 1) {
    const plan = planFor(record, periodNumber);
    const endReason = boundReached(plan, collected, periodNumber, last);
    if (endReason || charges.length === limit) return { charges, endReason };
    const type = chargeType(periodNumber);
    const amountMinor = chargeAmountMinor(plan, periodNumber);
    charges.push({ periodNumber, type, dueAtMs: dueDateOf(plan, periodNumber), amountMinor });
    collected.totalCollectedMinor += amountMinor;
    if (type === 'Regular') collected.successfulPaymentCount += 1;
  }
}

/**
 * Returns the charges of a new plan if every one succeeds, at most `limit` of them.
 * @throws Rejection START_DATE_IN_PAST, LIMIT_UNREACHABLE, exactly if creation throws them
 */
export function previewCharges(
  plan: RecurringPlan,
  { nowMs, limit }: { nowMs: number; limit: number },
): Preview {
  requireChargeablePlan(plan, nowMs);
  return chargesFrom(firstPeriodNumber(plan), { plan, ...NOTHING_COLLECTED }, limit);
}
