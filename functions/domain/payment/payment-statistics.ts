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
import { STEP_TALLIES, type StepCounts, stepsOfPayment } from './funnel.ts';
import { PAID_STATUSES, type Payment } from './payment.ts';

const COUNTED = [...PAID_STATUSES, 'Failed'] as const;
type CountedStatus = (typeof COUNTED)[number];
/** An amount that is only reserved, or was released, is no sale. */
const isCounted = (status: string) => COUNTED.some((one) => one === status);
type PaymentTally = StatusTally<CountedStatus>;
export type PaymentCounts = Counts<PaymentTally> & StepCounts;

/** The names of all counters. */
export const paymentTallies = (): (keyof PaymentCounts)[] => [...statusTallies(COUNTED), ...STEP_TALLIES];

/**
 * By slot: the currency, the page's variant, the card. A payment that was claimed without an epoch is of a
 * version that did not count: its later changes must not be taken off what others have counted.
 */
function countsOf(payment: Payment): Map<string, PaymentCounts> {
  const { status, chargedMinor, currency, leaseEpoch } = payment;
  if (status === 'Processing' || leaseEpoch === undefined) return new Map();
  const sale = { [`${status}Count`]: 1, [`${status}Minor`]: chargedMinor };
  return new Map([...(isCounted(status) ? [[currency, sale] as const] : []), ...stepsOfPayment(payment)]);
}

const dayOf = ({ paidAt, createdAt }: Payment): Day => localDay(Date.parse(paidAt ?? createdAt));

/** What an event adds to the counters of one day, in one slot. */
export type DayCount = { day: Day; slot: string; add: PaymentCounts };

/** What a change adds to the counters; of two days if a failed payment is paid on a later one. */
export function paymentCountsChange(before: Payment | undefined, after: Payment): DayCount[] {
  const [was, is] = [before ? countsOf(before) : new Map<string, PaymentCounts>(), countsOf(after)];
  const [left, day] = [dayOf(before ?? after), dayOf(after)];
  const slots = [...new Set([...was.keys(), ...is.keys()])];
  const changes = slots.flatMap((slot) => {
    const [taken = {}, given = {}] = [was.get(slot), is.get(slot)];
    if (left === day) return [{ day, slot, add: countsDifference(taken, given) }];
    return [
      { day: left, slot, add: countsDifference(taken, {}) },
      { day, slot, add: given },
    ];
  });
  return changes.filter(({ add }) => Object.keys(add).length > 0);
}

export type PaymentSummary = Figures<CountedStatus> & {
  /** Payments whose money was taken, also if it was given back later. */
  paid: { count: number; amountMinor: number };
  /** Mean of these payments. */
  averageMinor: number;
};

export function summarizePayments(rows: readonly DayCounts<PaymentTally>[]): PaymentSummary[] {
  return sumByCurrency<CountedStatus, never, PaymentSummary>(rows, COUNTED, (figures) => {
    const paid = PAID_STATUSES.map((status) => figures.byStatus[status]).reduce((sum, one) => ({
      count: sum.count + one.count,
      amountMinor: sum.amountMinor + one.amountMinor,
    }));
    return { ...figures, paid, averageMinor: averageMinor(paid) };
  });
}
