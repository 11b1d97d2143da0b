// What a payment counts once its outcome is known: in its present status, on the day on which it was paid or,
// if it was not, begun.
import {
  averageMinor,
  type Counts,
  countsDifference,
  type DayCounts,
  type Figures,
  type StatusTally,
  statusTallies,
  sumByCurrency,
} from '../day-counts.ts';
import { type Day, localDay } from '../time/business-day.ts';
import { PAID_STATUSES, type Payment } from './payment.ts';

const COUNTED = [...PAID_STATUSES, 'Failed'] as const;
type Counted = (typeof COUNTED)[number];
type Tally = StatusTally<Counted>;
export type PaymentCounts = Counts<Tally>;

/** The names of all counters. */
export const PAYMENT_TALLIES: readonly Tally[] = statusTallies(COUNTED);

const countsOf = ({ status, chargedMinor }: Payment): PaymentCounts =>
  status === 'Processing' ? {} : { [`${status}Count`]: 1, [`${status}Minor`]: chargedMinor };

const dayOf = ({ paidAt, createdAt }: Payment): Day => localDay(Date.parse(paidAt ?? createdAt));

/** What a change adds to the counters of each day; two days if a failed payment is paid on a later one. */
export function paymentCountsChange(
  before: Payment | undefined,
  after: Payment,
): { day: Day; add: PaymentCounts }[] {
  const [was, is] = [before ? countsOf(before) : {}, countsOf(after)];
  const [left, day] = [dayOf(before ?? after), dayOf(after)];
  const adds =
    left === day
      ? [{ day, add: countsDifference(was, is) }]
      : [
          { day: left, add: countsDifference(was, {}) },
          { day, add: is },
        ];
  return adds.filter(({ add }) => Object.keys(add).length > 0);
}

export type PaymentSummary = Figures<Counted> & {
  /** Payments whose money was taken, also if it was given back later. */
  paid: { count: number; amountMinor: number };
  /** Mean of these payments. */
  averageMinor: number;
};

export function summarizePayments(rows: readonly DayCounts<Tally>[]): PaymentSummary[] {
  return sumByCurrency<Counted, never, PaymentSummary>(rows, COUNTED, (figures) => {
    const paid = PAID_STATUSES.map((status) => figures.byStatus[status]).reduce((sum, one) => ({
      count: sum.count + one.count,
      amountMinor: sum.amountMinor + one.amountMinor,
    }));
    return { ...figures, paid, averageMinor: averageMinor(paid) };
  });
}
