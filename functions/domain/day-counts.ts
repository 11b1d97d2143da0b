// Counters by day and currency. What an object counts follows from the object alone, so a change adds the
// difference, and the counters equal a recount of the rows. A restored table may lack the last additions of
// its rows, which later changes take off: no sum is shown below zero.
import { CURRENCIES, type Currency } from './money.ts';
import type { Day } from './time/business-day.ts';

export type Counts<Tally extends string> = Partial<Record<Tally, number>>;
/** The counters of a day in one currency, or in one slot of the funnel. */
export type DayCounts<Tally extends string> = { currency: string; counts: Counts<Tally> };
/** The number of objects in a status, and the sum of their amounts. */
export type StatusTally<Status extends string> = `${Status}${'Count' | 'Minor'}`;

export const statusTallies = <Status extends string>(statuses: readonly Status[]) =>
  statuses.flatMap((status): StatusTally<Status>[] => [`${status}Count`, `${status}Minor`]);

/** Returns what a change adds to the counters; {} if nothing. */
export function countsDifference<Tally extends string>(
  before: Counts<Tally>,
  after: Counts<Tally>,
): Counts<Tally> {
  const change = { ...after };
  for (const tally of Object.keys(before) as Tally[]) {
    change[tally] = (change[tally] ?? 0) - (before[tally] ?? 0);
    if (change[tally] === 0) delete change[tally];
  }
  return change;
}

export function countsSum<Tally extends string>(one: Counts<Tally>, other: Counts<Tally>): Counts<Tally> {
  const sum = { ...one };
  for (const tally of Object.keys(other) as Tally[]) sum[tally] = (sum[tally] ?? 0) + (other[tally] ?? 0);
  return sum;
}

export type Figures<Status extends string> = {
  currency: Currency;
  totalCount: number;
  byStatus: Record<Status, { count: number; amountMinor: number }>;
};

/** Returns one row for each currency that has objects in these statuses, in the order of CURRENCIES. */
export function sumByCurrency<Status extends string, Tally extends string, Summary extends Figures<Status>>(
  rows: readonly DayCounts<Tally | StatusTally<Status>>[],
  statuses: readonly Status[],
  complete: (figures: Figures<Status>, total: (tally: Tally) => number) => Summary,
): Summary[] {
  return CURRENCIES.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const total = (tally: Tally | StatusTally<Status>) =>
      Math.max(
        0,
        own.reduce((sum, { counts }) => sum + (counts[tally] ?? 0), 0),
      );
    const sums = statuses.map(
      (status) => [status, { count: total(`${status}Count`), amountMinor: total(`${status}Minor`) }] as const,
    );
    const byStatus = Object.fromEntries(sums) as Figures<Status>['byStatus'];
    const totalCount = sums.reduce((sum, [, { count }]) => sum + count, 0);
    return complete({ currency, totalCount, byStatus }, total);
  }).filter(({ totalCount }) => totalCount > 0);
}

/** The summaries of each day that has any, the oldest day first. */
export const summaryByDay = <Row extends { day: Day }, Summary>(
  rows: readonly Row[],
  summariesOf: (own: Row[]) => Summary[],
): ({ day: Day } & Summary)[] =>
  [...Map.groupBy(rows, ({ day }) => day)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([day, own]) => summariesOf(own).map((summary) => ({ day, ...summary })));

/**
 * The mean in minor units, half a unit rounded up; 0 of nothing. Computes with BigInt, because twice the sum
 * of ten million payments leaves the safe integer range.
 */
export function averageMinor({ count, amountMinor }: { count: number; amountMinor: number }): number {
  if (count === 0) return 0;
  const [sum, parts] = [BigInt(amountMinor), BigInt(count)];
  return Number((2n * sum + parts) / (2n * parts));
}
