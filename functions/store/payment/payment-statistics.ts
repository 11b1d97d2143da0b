// The counters of payments. Capture adds to them in the transaction of the event that reports a change, so
// that a sale writes nothing for them, and a change that is read twice counts once. Those of the present day
// are in the head of the feed, which the transaction writes anyway; the next day they become a row.
import { countsSum, type DayCounts as DayCountsOf } from '#domain/day-counts.ts';
import type { Payment } from '#domain/payment/payment.ts';
import {
  PAYMENT_TALLIES,
  type PaymentCounts,
  paymentCountsChange,
} from '#domain/payment/payment-statistics.ts';
import { type Day, localDay } from '#domain/time/business-day.ts';
import {
  type CountsPartition,
  type CountsPeriod,
  currencyOf,
  dayCountsKey,
  loadDayCounts,
  readCounts,
} from '../day-counts.ts';
import type { Write } from '../table/commit.ts';
import { dayCountsPartition } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import type { Item } from '../table/table.ts';

type DayCounts = DayCountsOf<keyof PaymentCounts>;

const partitionOf: CountsPartition = (merchantId, month, part) =>
  dayCountsPartition(merchantId, 'SALES', month, part);

export const paymentCountsKind = () =>
  ({
    keys: [{ pk: partitionOf('{m}', '{month}', 0), sk: '{day}#{currency}#{shard}' }],
    readBy: 'statistics, a month',
    grants: { 'payment-counts': 'the counters of payments' },
    events: 'its payments',
    read: readPaymentCounts,
  }) satisfies Kind;

const readPaymentCounts = (item: Item) => ({
  currency: currencyOf(item),
  counts: readCounts('payment-counts', PAYMENT_TALLIES, item),
});

/** What an event adds to the counters of one day. */
export type CountedSale = { day: Day; currency: string; add: PaymentCounts };

export const countedSales = (before: Payment | undefined, after: Payment): CountedSale[] =>
  paymentCountsChange(before, after).map((change) => ({ ...change, currency: after.currency }));

/**
 * Counts by day and currency (`2026-11-20#TRY`), as JSON: the part of a day that has not ended. Behind `=` is
 * what was written to its row last, for a reader who has read that row before.
 */
export type HeldSales = string;
const WRITTEN = '=';
const heldIn = (held: HeldSales = '{}') => Object.entries(JSON.parse(held) as Record<string, PaymentCounts>);

/** Adds to what a head of the feed holds. What belongs to another day than that of `now` goes to its row. */
export function addSales(
  held: HeldSales | undefined,
  added: readonly CountedSale[],
  { merchantId, shard, now }: { merchantId: string; shard: number; now: Date },
): { sales: HeldSales; writes: Write[] } {
  const today = localDay(now.getTime());
  const isToday = ([name]: readonly [string, PaymentCounts]) => name.startsWith(today);
  const { written = [], open = [] } = Object.groupBy(heldIn(held), ([name]) =>
    name.startsWith(WRITTEN) ? 'written' : 'open',
  );
  const sums = new Map(open);
  for (const { day, currency, add } of added) {
    const name = `${day}#${currency}`;
    sums.set(name, countsSum(sums.get(name) ?? {}, add));
  }
  const ended = open.filter((one) => !isToday(one)).map(([name, add]) => [WRITTEN + name, add] as const);
  const kept = [...(ended.length > 0 ? ended : written), ...[...sums].filter(isToday)];
  const writes = [...sums].filter((one) => !isToday(one)).map(([name, add]) => writeDay(name, add));
  return { sales: JSON.stringify(Object.fromEntries(kept)), writes };

  function writeDay(name: string, add: PaymentCounts): Write {
    const [day = '', currency = ''] = name.split('#');
    const key = dayCountsKey(partitionOf, { merchantId, day, currency, shard });
    return { what: 'payment-counts', kind: 'count', key, add, set: { [WHOLE]: 1 } };
  }
}

/** Marks a row that contains what the head held of its day. The name is stored. */
const WHOLE = 'whole';

/**
 * `reading`: what the heads of the feed hold by shard, read at the same time. What is in its row already, is
 * told by the row, and not counted twice.
 */
export async function loadPaymentCounts(
  period: CountsPeriod,
  reading: Promise<readonly (HeldSales | undefined)[]>,
): Promise<DayCounts[]> {
  const [rows, heads] = await Promise.all([loadDayCounts(partitionOf, period, (item) => item), reading]);
  const whole = new Set(rows.filter((row) => row[WHOLE] !== undefined).map(({ pk, sk }) => `${pk} ${sk}`));
  const held = heads.flatMap((sales, shard) =>
    heldIn(sales).flatMap(([name, counts]) => {
      const [day = '', currency = ''] = name.replace(WRITTEN, '').split('#');
      const { pk, sk } = dayCountsKey(partitionOf, { ...period, day, currency, shard });
      const isAsked = period.startDate <= day && day <= period.endDate && !whole.has(`${pk} ${sk}`);
      return isAsked ? [{ currency, counts }] : [];
    }),
  );
  return [...rows.map(readPaymentCounts), ...held];
}
