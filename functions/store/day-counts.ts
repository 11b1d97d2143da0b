// Counters by Istanbul day, currency (or slot of the funnel) and shard. The cost of reading a period depends
// on its days, not on what they count.

import type { Counts } from '#domain/day-counts.ts';
import { integer } from '#domain/shape.ts';
import type { Day } from '#domain/time/business-day.ts';
import { type Month, shiftMonth } from '#domain/time/month.ts';
import { DAY_COUNT_SHARDS, type Key, monthOf } from './table/keys.ts';
import type { RowName } from './table/row-name.ts';
import { everyPage, type Item, queryChildren } from './table/table.ts';

/** Of the rows of one kind of counters. */
export type CountsPartition = (merchantId: string, month: string) => string;
type DayCounter = { merchantId: string; day: Day; currency: string; shard: number };

export const dayCountsKey = (
  partitionOf: CountsPartition,
  { merchantId, day, currency, shard }: DayCounter,
): Key => ({
  pk: partitionOf(merchantId, monthOf(day)),
  sk: `${day}#${currency}#${shard}`,
});

const ROWS_PER_READ = 31 * 4 * DAY_COUNT_SHARDS;

/** The days are both included. */
export type CountsPeriod = { merchantId: string; startDate: Day; endDate: Day };

/** All counters of the days: one read per month, for many slots more. */
export async function loadDayCounts<Row>(
  partitionOf: CountsPartition,
  { merchantId, startDate, endDate }: CountsPeriod,
  read: (item: Item) => Row,
): Promise<Row[]> {
  const days = { from: startDate, to: `${endDate}~`, limit: ROWS_PER_READ };
  const months = await Promise.all(
    monthsBetween(startDate, endDate).map((month) => {
      const partition = partitionOf(merchantId, month);
      return Array.fromAsync(everyPage(queryChildren, { partition, ...days }));
    }),
  );
  return months.flat(2).map(read);
}

/** The currency or slot. A word of a merchant may have the sign that separates the parts of a key. */
export const currencyOf = ({ sk }: Item): string => sk.slice(DAY_LENGTH, sk.lastIndexOf('#'));
/** Of a day and the sign behind it. */
export const DAY_LENGTH = '2026-11-20#'.length;
/** The day at the beginning of a name. */
export const dayIn = (name: string): Day => name.slice(0, DAY_LENGTH - 1);

export function readCounts<Tally extends string>(
  what: RowName,
  tallies: readonly Tally[],
  item: Item,
): Counts<Tally> {
  const counts: Counts<Tally> = {};
  for (const tally of tallies) {
    if (item[tally] !== undefined) counts[tally] = integer.read(item[tally], `${what}.${tally}`);
  }
  return counts;
}

function monthsBetween(from: Day, to: Day): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month = shiftMonth(month, 1)) months.push(month);
  return months;
}
