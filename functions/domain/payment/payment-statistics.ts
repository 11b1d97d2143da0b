// What a payment counts once its outcome is known: in its present status, on the day on which it was paid or,
// if it was not, begun. The submit of an amount that is reserved counts on the day of the reservation.
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
function countsOf(payment: Payment): DayCount[] {
  const { status, chargedMinor, currency, leaseEpoch, paidAt, createdAt, authorization } = payment;
  if (status === 'Processing' || leaseEpoch === undefined) return [];
  const dayOf = (at = createdAt): Day => localDay(Date.parse(at));
  const add = { [`${status}Count`]: 1, [`${status}Minor`]: chargedMinor };
  const steps = stepsOfPayment(payment);
  const submitted = dayOf(authorization?.at ?? paidAt);
  return [
    ...(isCounted(status) ? [{ day: dayOf(paidAt), slot: currency, add }] : []),
    ...steps.map(([slot, counts]) => ({ day: submitted, slot, add: counts })),
  ];
}

/** What an event adds to the counters of one day, in one slot. */
export type DayCount = { day: Day; slot: string; add: PaymentCounts };

/** What a change adds to the counters; of two days if a failed payment is paid on a later one. */
export function paymentCountsChange(before: Payment | undefined, after: Payment): DayCount[] {
  const [was, is] = [before ? countsOf(before) : [], countsOf(after)];
  const at = (day: Day, slot: string) => (one: DayCount) => one.day === day && one.slot === slot;
  const left = was.filter(({ day, slot }) => !is.some(at(day, slot)));
  const changes = [
    ...left.map((one) => ({ ...one, add: countsDifference(one.add, {}) })),
    ...is.map((one) => {
      const { add: taken = {} } = was.find(at(one.day, one.slot)) ?? {};
      return { ...one, add: countsDifference(taken, one.add) };
    }),
  ];
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
