// The unpaid periods of a recurring payment, in its partition: one row for each run of periods with the same
// outcome, and one for each period that the merchant charged or waived afterwards.
import type { EndedPeriod } from '#domain/recurring-payment/period/period.ts';
import type { ClosedPeriods, RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { integer, natural, oneOf, optional, text } from '#domain/shape.ts';
import { changeOrCreate, type Write } from '../table/commit.ts';
import { brokenIn, type Invariants, requireSound, reviewOf } from '../table/invariants.ts';
import { closedPeriodsKey, endedPeriodKey, entityKey } from '../table/keys.ts';
import { type Kind, reviewEntry } from '../table/kind.ts';
import { loadRow, moneyRow, newItem, row, type Stored } from '../table/row.ts';

const INVARIANTS: Invariants<ClosedPeriods> = {
  run: ({ firstPeriodNumber, lastPeriodNumber }) => firstPeriodNumber <= lastPeriodNumber,
  outcome: ({ outcome }) => outcome !== 'Paid',
};

export const CLOSED_PERIODS = /* @__PURE__ */ moneyRow<ClosedPeriods>('closed-periods', INVARIANTS, () => ({
  outcome: oneOf(['Paid', 'Failed', 'Skipped', 'Missed']),
  firstPeriodNumber: natural,
  lastPeriodNumber: natural,
  amountMinor: optional(natural),
  reason: optional(
    oneOf([
      'PausedByMerchant',
      'CustomerInactive',
      'RetriesExhausted',
      'HardDecline',
      'NewerDueDate',
      'DueTooOld',
    ]),
  ),
}));

export const closedPeriodsKind = () =>
  ({
    keys: [{ ...entityKey('{m}', 'RECURRING', '{id}'), sk: 'PERIODS#{period}' }],
    readBy: 'merchant: unpaid ones',
    indexes: { due: [reviewEntry('PERIODS')] },
    events: 'that of its recurring payment: updated, unless another event reports the uncollected amount',
    brokenIn: brokenIn(CLOSED_PERIODS),
  }) satisfies Kind;

export const ENDED_PERIOD = /* @__PURE__ */ row<EndedPeriod>('ended-period', () => ({
  periodNumber: natural,
  requests: natural,
  waivedAtMs: optional(integer),
  waiverReason: optional(text),
}));

export const endedPeriodKind = () =>
  ({
    keys: [{ ...entityKey('{m}', 'RECURRING', '{id}'), sk: 'ENDED#{period}' }],
    readBy: 'charged or waived later',
    events: 'those of its recurring payment: charged and updated',
    read: ENDED_PERIOD.find,
  }) satisfies Kind;

export type EndedPeriodItem = Stored & EndedPeriod;

/** A paid period has the row of its attempt; without this row, other periods would leave no trace. */
export function writeClosedPeriods(
  { merchantId, record }: { merchantId: string; record: RecurringPayment },
  run: ClosedPeriods,
  isClaim: boolean,
): Write[] {
  if (run.outcome === 'Paid') return [];
  const key = closedPeriodsKey(merchantId, record.id, run.firstPeriodNumber);
  if (isClaim) requireSound(CLOSED_PERIODS, run, key);
  const item = newItem(key, { ...CLOSED_PERIODS.attributes(run), ...reviewOf(CLOSED_PERIODS, run, key) });
  return [{ what: 'closed-periods', kind: 'put', item }];
}

/** Undefined if the merchant has neither charged nor waived the period. */
export const loadEndedPeriod = (
  merchantId: string,
  id: string,
  periodNumber: number,
): Promise<EndedPeriodItem | undefined> =>
  loadRow(ENDED_PERIOD, endedPeriodKey(merchantId, id, periodNumber));

/** A conflict if another request for the period came first: the attempts that were read may be stale. */
export function writeEndedPeriod(
  { merchantId, id }: { merchantId: string; id: string },
  read: EndedPeriodItem | undefined,
  ended: EndedPeriod,
): Write {
  const key = endedPeriodKey(merchantId, id, ended.periodNumber);
  return changeOrCreate('ended-period', read, key, ENDED_PERIOD.attributes(ended));
}
