// The terms of each period of a changed plan: a change applies from a period that had not begun, and earlier
// periods keep their terms, as far back as the last ten changes (recurring-payments.md R36).
import {
  boundReached,
  type EndReason,
  lastPeriodNumber,
  type PlanTerms,
  type RecurringPlan,
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

type Changed = { readonly plan: RecurringPlan; readonly changes?: readonly PlanChange[] | undefined };

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
export function planFor({ plan, changes = [] }: Changed, periodNumber: number): RecurringPlan {
  const applied = changes.filter(({ fromPeriodNumber }) => fromPeriodNumber <= periodNumber);
  return applied.length === 0 ? plan : applied.reduce(withTerms, plan);
}

/** The limit that forbids a charge of this period: see `boundReached`. */
export const boundOf = (
  record: Changed & Parameters<typeof boundReached>[1],
  periodNumber: number,
): EndReason | undefined =>
  boundReached(planFor(record, periodNumber), record, periodNumber, lastPeriodOf(record));

/** The last period that the end dates allow. A change extends the plan unless the plan ends before it. */
export function lastPeriodOf(record: Changed): number {
  let last = lastPeriodNumber(record.plan);
  for (const { fromPeriodNumber: from } of record.changes ?? []) {
    if (last < from - 1) return last;
    last = Math.max(from - 1, lastPeriodNumber(planFor(record, from)));
  }
  return last;
}
