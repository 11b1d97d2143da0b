// What API keys have made and what stays when they are revoked, because buyers and books depend on it:
// customers, their cards, recurring payments and refunds. A person looks through the list (api.md 6.11).
import type { Month } from '#domain/time/month.ts';
import { CARD } from '#store/card/card.ts';
import { CUSTOMER } from '#store/customer.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { cardsOfCustomer, listPartition } from '#store/table/keys.ts';
import { type Item, rowsOf, rowsSince } from '#store/table/table.ts';

/** Most ids that are named of each kind. */
const MOST_NAMED = 1_000;
/** Most customers whose cards are read, the newest ones. */
const MOST_CUSTOMERS = 10_000;

type CreatingKeys = {
  merchantId: string;
  keyIds: ReadonlySet<string>;
  /** When the first of the keys was made, and when the merchant began (ISO). */
  since: string;
  merchantSince: string;
  now: Date;
  /** Each list is read until this instant (ms) of `performance.now()`; absent: to its end. */
  readsUntilMs?: number;
};
/** The newest first. `count` ends with `+` if there are more than are named, or may be. */
type ObjectCount = { count: string; ids: string[] };

export async function madeBy(
  keys: CreatingKeys,
): Promise<Record<'customers' | 'cards' | 'recurringPayments' | 'refunds', ObjectCount>> {
  const { merchantId, since } = keys;
  const ids = (partition: (month: Month) => string, madeOf: (item: Item) => OfKey | undefined) =>
    firstOf(keys, ownIds(keys, rowsSince(since, partition, keys.now), madeOf));
  const [customers, cards, recurringPayments, refunds] = await Promise.all([
    ids((month) => listPartition(merchantId, 'CUSTOMER', month), CUSTOMER.find),
    cardsBy(keys),
    ids(
      (month) => listPartition(merchantId, 'RECURRING', month),
      (item) => {
        const read = RECURRING_PAYMENT.find(item);
        return read && { id: read.record.id, createdBy: read.createdBy };
      },
    ),
    ids(
      (month) => listPartition(merchantId, 'REFUND', month),
      (item) => {
        const { refund } = readRefund(item);
        return { id: refund.refundId, createdBy: refund.requestedBy };
      },
    ),
  ]);
  return { customers, cards, recurringPayments, refunds };
}

type OfKey = { id: string; createdBy?: string | undefined };

async function* ownIds(
  { keyIds }: CreatingKeys,
  items: AsyncIterable<Item>,
  madeOf: (item: Item) => OfKey | undefined,
): AsyncGenerator<string | undefined> {
  for await (const item of items) {
    const made = madeOf(item);
    yield made && keyIds.has(made.createdBy ?? '') ? made.id : undefined;
  }
}

/** `found`: undefined for a row that is of another key. */
async function firstOf(
  { readsUntilMs = Number.POSITIVE_INFINITY }: CreatingKeys,
  found: AsyncIterable<string | undefined>,
): Promise<ObjectCount> {
  const ids: string[] = [];
  for await (const id of found) {
    const isFull = ids.length === MOST_NAMED && id !== undefined;
    if (isFull || performance.now() > readsUntilMs) return { count: `${ids.length}+`, ids };
    if (id !== undefined) ids.push(id);
  }
  return { count: String(ids.length), ids };
}

/** Cards have no list but that of their customer, who may be older than the keys. */
async function cardsBy(keys: CreatingKeys): Promise<ObjectCount> {
  const { merchantId, since, merchantSince } = keys;
  let customers = 0;
  async function* ofCustomers() {
    const customersOf = (month: Month) => listPartition(merchantId, 'CUSTOMER', month);
    for await (const item of rowsSince(merchantSince, customersOf, keys.now)) {
      const customer = CUSTOMER.find(item);
      if (customer === undefined) continue;
      customers += 1;
      if (customers > MOST_CUSTOMERS) return;
      const partition = cardsOfCustomer(merchantId, customer.id);
      yield* rowsOf({ index: 'list', partition, from: since });
    }
  }
  const made = await firstOf(keys, ownIds(keys, ofCustomers(), CARD.find));
  const isWhole = customers <= MOST_CUSTOMERS || made.count.endsWith('+');
  return isWhole ? made : { ...made, count: `${made.count}+` };
}
