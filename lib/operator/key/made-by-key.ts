// What API keys have made and what stays when they are revoked, because buyers and books depend on it:
// customers, their cards, recurring payments and refunds. A person looks through the list (api.md 6.11).
import { shiftMonth } from '#domain/time/month.ts';
import { CARD } from '#store/card/card.ts';
import { CUSTOMER } from '#store/customer.ts';
import { RECURRING_PAYMENT } from '#store/recurring-payment/recurring-payment.ts';
import { readRefund } from '#store/refund/refund.ts';
import { cardsOfCustomer, listPartition, monthOf, type Noun } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';
import { requireMerchant, rowsOf } from '../stored.ts';

/** Most ids that are named of each kind. */
const MOST_NAMED = 1_000;
/** Most customers whose cards are read, the newest ones. */
const MOST_CUSTOMERS = 10_000;

/** `since`: when the first of the keys was made, ISO. */
type CreatingKeys = { merchantId: string; keyIds: ReadonlySet<string>; since: string; now: Date };
/** The newest first. `count` ends with `+` if there are more than are named, or may be. */
type ObjectCount = { count: string; ids: string[] };

export async function madeBy(keys: CreatingKeys): Promise<Record<string, ObjectCount>> {
  const ids = (noun: Noun, madeOf: (item: Item) => OfKey | undefined) =>
    firstOf(ownIds(keys, listed(keys, noun, keys.since), madeOf));
  const [customers, cards, recurringPayments, refunds] = await Promise.all([
    ids('CUSTOMER', CUSTOMER.find),
    cardsBy(keys),
    ids('RECURRING', (item) => {
      const read = RECURRING_PAYMENT.find(item);
      return read && { id: read.record.id, createdBy: read.createdBy };
    }),
    ids('REFUND', (item) => {
      const { refund } = readRefund(item);
      return { id: refund.refundId, createdBy: refund.requestedBy };
    }),
  ]);
  return { customers, cards, recurringPayments, refunds };
}

/** The rows of a list from an instant on, the newest first. */
async function* listed({ merchantId, now }: CreatingKeys, noun: Noun, from: string): AsyncGenerator<Item> {
  for (let month = monthOf(now.toISOString()); month >= monthOf(from); month = shiftMonth(month, -1))
    yield* rowsOf({ index: 'list', partition: listPartition(merchantId, noun, month), from });
}

type OfKey = { id: string; createdBy?: string | undefined };

async function* ownIds(
  { keyIds }: CreatingKeys,
  items: AsyncIterable<Item>,
  madeOf: (item: Item) => OfKey | undefined,
): AsyncGenerator<string> {
  for await (const item of items) {
    const made = madeOf(item);
    if (made && keyIds.has(made.createdBy ?? '')) yield made.id;
  }
}

async function firstOf(found: AsyncIterable<string>): Promise<ObjectCount> {
  const ids: string[] = [];
  for await (const id of found) {
    if (ids.length === MOST_NAMED) return { count: `${MOST_NAMED}+`, ids };
    ids.push(id);
  }
  return { count: String(ids.length), ids };
}

/** Cards have no list but that of their customer, who may be older than the keys. */
async function cardsBy(keys: CreatingKeys): Promise<ObjectCount> {
  const { merchantId, since } = keys;
  const { createdAt } = await requireMerchant(merchantId);
  let customers = 0;
  async function* ofCustomers() {
    for await (const item of listed(keys, 'CUSTOMER', createdAt)) {
      const customer = CUSTOMER.find(item);
      if (customer === undefined) continue;
      customers += 1;
      if (customers > MOST_CUSTOMERS) return;
      const partition = cardsOfCustomer(merchantId, customer.id);
      yield* rowsOf({ index: 'list', partition, from: since });
    }
  }
  const made = await firstOf(ownIds(keys, ofCustomers(), CARD.find));
  const isWhole = customers <= MOST_CUSTOMERS || made.count.endsWith('+');
  return isWhole ? made : { ...made, count: `${made.count}+` };
}
