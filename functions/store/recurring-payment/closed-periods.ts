// The runs of periods that were not paid: one row for each, in the partition of the recurring payment.
import type { ClosedPeriods, RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { natural, oneOf } from '#domain/shape.ts';
import type { Write } from '../table/commit.ts';
import { closedPeriodsKey } from '../table/keys.ts';
import { newItem, row } from '../table/row.ts';

const CLOSED_PERIODS = /* @__PURE__ */ row<ClosedPeriods>('closed-periods', () => ({
  outcome: oneOf(['Paid', 'Failed', 'Skipped', 'Missed']),
  firstPeriodNumber: natural,
  lastPeriodNumber: natural,
}));

/** A paid period has its attempt; without this row the others would leave no trace. */
export function writeClosedPeriods(
  { merchantId, record }: { merchantId: string; record: RecurringPayment },
  run: ClosedPeriods,
): Write[] {
  if (run.outcome === 'Paid') return [];
  const key = closedPeriodsKey(merchantId, record.id, run.firstPeriodNumber);
  const item = newItem(key, CLOSED_PERIODS.attributes(run));
  return [{ what: 'closed-periods', kind: 'put', item }];
}
