// How periods end without being paid: the runs that are stored of them, and what they leave uncollected
// (recurring-payments.md R33).

import { chargeAmountMinor, TRIAL_PERIOD } from '#domain/recurring-payment/plan.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import type { ClosedPeriods, RecurringPayment, Step } from '#domain/recurring-payment/recurring-payment.ts';

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
      ...{ outcome, firstPeriodNumber: first, lastPeriodNumber: last },
      amountMinor: chargeAmountMinor(planFor(record, first), first),
      ...(reason !== undefined && { reason }),
    });
    first = last + 1;
  }
  return runs;
}

/** The last period from this one on with the same amount. */
function lastOfAmount({ changes = [] }: RecurringPayment, periodNumber: number): number {
  if (periodNumber === TRIAL_PERIOD) return TRIAL_PERIOD;
  const next = changes.find(({ fromPeriodNumber }) => fromPeriodNumber > periodNumber);
  return next === undefined ? Number.POSITIVE_INFINITY : next.fromPeriodNumber - 1;
}

/** Skipped periods are not owed: the merchant had paused. */
export const isOwed = ({ outcome }: ClosedPeriods): boolean => outcome === 'Failed' || outcome === 'Missed';

/** The step with what its closed periods leave uncollected counted in the record. */
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

/** What has fallen due and is not paid, without what was skipped or waived. */
export function uncollectedMinor(record: RecurringPayment): number {
  const { state, openPeriod } = record;
  const isOverdue = state.status === 'PastDue' || state.status === 'Unpaid';
  const openMinor =
    isOverdue && openPeriod ? chargeAmountMinor(planFor(record, openPeriod.number), openPeriod.number) : 0;
  return (record.uncollectedMinor ?? 0) + openMinor;
}
