// The counters of payments. Capture adds to them in the transaction of the event that reports a change, so
// that a sale writes nothing for them, and a change that is read twice counts once. Those of the present day
// are in the head of the feed, which the transaction writes anyway; the next day they become rows. So it is
// with the funnel, except what a form tells of a page that was left.
import { countsSum, type DayCounts as DayCountsOf } from '#domain/day-counts.ts';
import { type LeftPage, slotOfVariant, stepsOfLeft } from '#domain/payment/funnel.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { type DayCount, type PaymentCounts, paymentTallies } from '#domain/payment/payment-statistics.ts';
import { type Day, localDay } from '#domain/time/business-day.ts';
import {
  type CountsPartition,
  type CountsPeriod,
  currencyOf,
  DAY_LENGTH,
  dayCountsKey,
  dayIn,
  loadDayCounts,
  readCounts,
} from '../day-counts.ts';
import type { Write } from '../table/commit.ts';
import { shardOf } from '../table/due-shards.ts';
import { DAY_COUNT_SHARDS, dayCountsPartition } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import type { Item } from '../table/table.ts';

type PaymentDayCounts = DayCountsOf<keyof PaymentCounts> & { day: Day };

const partitionOf: CountsPartition = (merchantId, month) => dayCountsPartition(merchantId, 'SALES', month);

export const paymentCountsKind = () =>
  ({
    keys: [{ pk: partitionOf('{m}', '{month}'), sk: '{day}#{slot}#{shard}' }],
    readBy: 'statistics, a month',
    grants: { 'payment-counts': 'the counters of payments and of pages that were left' },
    events: 'its payments',
    read: readPaymentCounts,
  }) satisfies Kind;

const readPaymentCounts = (item: Item) => ({
  day: dayIn(item.sk),
  currency: currencyOf(item),
  counts: readCounts('payment-counts', paymentTallies(), item),
});

/**
 * Counts by day and slot (`2026-11-20#TRY`), as JSON: the part of a day that has not ended. Behind `=` is
 * what was written to its row last, of the currencies: a reader without that row has read the rows before.
 */
export type HeldSales = string;
const WRITTEN = '=';
const heldIn = (held: HeldSales = '{}') => Object.entries(JSON.parse(held) as Record<string, PaymentCounts>);

/** Adds to what a head of the feed holds. What belongs to another day than that of `now` goes to its row. */
export function addSales(
  held: HeldSales | undefined,
  added: readonly DayCount[],
  { merchantId, now }: { merchantId: string; now: Date },
): { sales: HeldSales; writes: Write[] } {
  const today = localDay(now.getTime());
  const isToday = ([name]: readonly [string, PaymentCounts]) => name.startsWith(today);
  const { written = [], open = [] } = Object.groupBy(heldIn(held), ([name]) =>
    name.startsWith(WRITTEN) ? 'written' : 'open',
  );
  const sums = new Map(open);
  for (const { day, slot, add } of added) {
    const name = `${day}#${slot}`;
    sums.set(name, countsSum(sums.get(name) ?? {}, add));
  }
  const ended = open
    .filter((one) => !isToday(one) && /^\w/.test(slotOf(one[0])))
    .map(([name, add]) => [WRITTEN + name, add] as const);
  const kept = [...(ended.length > 0 ? ended : written), ...[...sums].filter(isToday)];
  const writes = [...sums].filter((one) => !isToday(one)).map(([name, add]) => writeDay(name, add));
  return { sales: JSON.stringify(Object.fromEntries(kept)), writes };

  function writeDay(name: string, add: PaymentCounts): Write {
    const key = rowOf(name, merchantId);
    return { what: 'payment-counts', kind: 'count', key, add, set: { [WHOLE]: 1 } };
  }
}

/** Marks a row that contains what the head held of its day. The name is stored. */
const WHOLE = 'whole';

const slotOf = (name: string) => name.slice(DAY_LENGTH);
/** The head has one row a day and slot; pages that were left are spread over several. */
const rowOf = (name: string, merchantId: string, shard = 0) => {
  const day = dayIn(name);
  return dayCountsKey(partitionOf, { merchantId, day, currency: slotOf(name), shard });
};

/**
 * `reading`: what the head of the feed holds, read at the same time. What is in its row already, is told by
 * the row, and not counted twice. If a day has ended between both reads, its rows are read again.
 */
export async function loadPaymentCounts(
  period: CountsPeriod,
  reading: Promise<HeldSales | undefined>,
): Promise<PaymentDayCounts[]> {
  const loadRows = () => loadDayCounts(partitionOf, period, (item) => item);
  const [read, sales] = await Promise.all([loadRows(), reading]);
  const held = heldIn(sales).map(([name, counts]) => {
    const isWritten = name.startsWith(WRITTEN);
    const slot = isWritten ? name.slice(WRITTEN.length) : name;
    const { pk, sk } = rowOf(slot, period.merchantId);
    return { isWritten, slot, counts, row: `${pk} ${sk}` };
  });
  const asked = held.filter(({ slot }) => period.startDate <= slot && slot <= `${period.endDate}~`);
  const wholeIn = (rows: readonly Item[]) =>
    new Set(rows.filter((row) => row[WHOLE] !== undefined).map(({ pk, sk }) => `${pk} ${sk}`));
  const isBehind = asked.some(({ isWritten, row }) => isWritten && !wholeIn(read).has(row));
  const rows = isBehind ? await loadRows() : read;
  const open = asked.filter(({ isWritten, row }) => !isWritten && !wholeIn(rows).has(row));
  return [
    ...rows.map(readPaymentCounts),
    ...open.map(({ slot, counts }) => ({ day: dayIn(slot), currency: slotOf(slot), counts })),
  ];
}

/** Of days that have ended: without the part that the head of the feed may still hold of the last one. */
export const loadPastPaymentCounts = async (period: CountsPeriod): Promise<PaymentDayCounts[]> =>
  await loadDayCounts(partitionOf, period, readPaymentCounts);

/** Counts a page that was left, in a transaction with what makes it count once. */
export function writeLeftPage(page: HostedPage, left: LeftPage): Write {
  const shard = shardOf(page.tokenDigest, DAY_COUNT_SHARDS);
  const key = rowOf(`${left.day}#${slotOfVariant(page.variant)}`, page.merchantId, shard);
  return { what: 'payment-counts', kind: 'count', key, add: stepsOfLeft(left, 1) };
}
