// Closes periods: the stored runs of equal periods, and the amount that unpaid periods leave uncollected
// (recurring-payments.md R33).
import { chargeAmountMinor, TRIAL_PERIOD } from '#domain/recurring-payment/plan.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import type { ClosedPeriods, RecurringPayment, Step } from '#domain/recurring-payment/recurring-payment.ts';
import { defined } from '../../defined.ts';

type Closed = {
  readonly outcome: ClosedPeriods['outcome'];
  readonly from: number;
  readonly through?: number;
  readonly reason?: ClosedPeriods['reason'];
};

/** The runs of these periods, each of one amount: none if `through` is before `from`. */
export function closing(
  record: RecurringPayment,
  { outcome, from, through = from, reason }: Closed,
): ClosedPeriods[] {
  if (outcome === 'Paid') return [{ outcome, firstPeriodNumber: from, lastPeriodNumber: through }];
  const runs: ClosedPeriods[] = [];
  for (let first = from; first <= through; ) {
    const last = Math.min(through, lastOfAmount(record, first));
    runs.push({
      outcome,
      firstPeriodNumber: first,
      lastPeriodNumber: last,
      amountMinor: chargeAmountMinor(planFor(record, first), first),
      ...defined({ reason }),
    });
    first = last + 1;
  }
  return runs;
}

/** The last of the consecutive periods from this one that have the same amount. */
function lastOfAmount({ changes = [] }: RecurringPayment, periodNumber: number): number {
  if (periodNumber === TRIAL_PERIOD) return TRIAL_PERIOD;
  const next = changes.find(({ fromPeriodNumber }) => fromPeriodNumber > periodNumber);
  return next === undefined ? Number.POSITIVE_INFINITY : next.fromPeriodNumber - 1;
}

/** Skipped periods are not owed: they passed during a pause, or while the plan was Unpaid. */
export const isOwed = ({ outcome }: ClosedPeriods): boolean => outcome === 'Failed' || outcome === 'Missed';

/** Adds the uncollected amount of the step's closed periods to the record. */
export function counted<Closing extends Step>(step: Closing): Closing {
  const { record, closedPeriods } = step;
  const leftMinor = closedPeriods
    .filter(isOwed)
    .reduce(
      (sum, run) => sum + (run.amountMinor ?? 0) * (run.lastPeriodNumber - run.firstPeriodNumber + 1),
      0,
    );
  if (leftMinor === 0) return step;
  return { ...step, record: { ...record, uncollectedMinor: (record.uncollectedMinor ?? 0) + leftMinor } };
}

/** The amount that has fallen due and is not paid, without skipped and waived periods. */
export function uncollectedMinor(record: RecurringPayment): number {
  const { state, openPeriod } = record;
  const isOverdue = state.status === 'PastDue' || state.status === 'Unpaid';
  const openMinor =
    isOverdue && openPeriod ? chargeAmountMinor(planFor(record, openPeriod.number), openPeriod.number) : 0;
  return (record.uncollectedMinor ?? 0) + openMinor;
}
