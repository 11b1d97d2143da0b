// Moves of buyers: orders are paid, declined, abandoned, submitted twice, and paid on two pages at once.
// Sometimes the merchant closes the page at the same time.
import { defined } from '#domain/defined.ts';
import { openAddress } from '../../drivers/remote-buyer.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';
import { cardEntry, type Entry, submitPage } from './browser.ts';

type Order = { tag: string; token: string; pageUrl: string };

/** Creates a page and tries to pay it. */
export async function payOrder(caller: Caller, merchant: Merchant): Promise<void> {
  const order = await createPage(caller, merchant);
  if (order === undefined) return;
  const { random } = caller;
  await submit(caller, merchant, order, cardEntry(random, random.chance(0.2)));
  // A second submission: after a decline, after an interrupted one, or from a buyer who reloads.
  if (random.chance(0.25)) await submit(caller, merchant, order, cardEntry(random, false));
}

/** Submits the page twice at once: a double press of the button, or two windows. */
export async function payTwice(caller: Caller, merchant: Merchant): Promise<void> {
  const order = await createPage(caller, merchant);
  if (order === undefined) return;
  const { random, browse } = caller;
  const [page, other] = [await openAddress(order.pageUrl, browse), await openAddress(order.pageUrl, browse)];
  const windows = random.chance(0.5) ? [page, page] : [page, other];
  await Promise.all(
    windows.map((one) => submitPage(caller, merchant, one, cardEntry(random, random.chance(0.1)))),
  );
}

/** Tries two pages of one order: the newer page supersedes the older, or neither can be paid meanwhile. */
export async function paySameOrder(caller: Caller, merchant: Merchant): Promise<void> {
  const order = await createPage(caller, merchant);
  if (order === undefined) return;
  const { random } = caller;
  const payAgain = async () => {
    const again = await createPage(caller, merchant, order.tag);
    if (again) await submit(caller, merchant, again, cardEntry(random, false));
  };
  await Promise.all([submit(caller, merchant, order, cardEntry(random, false)), payAgain()]);
}

/** The merchant closes a page, sometimes while the buyer pays on it. */
export async function closePage(caller: Caller, merchant: Merchant): Promise<void> {
  const { random } = caller;
  if (random.chance(0.4)) {
    const token = random.pick(merchant.pages);
    if (token !== undefined) await close(caller, merchant, token);
    return;
  }
  const order = await createPage(caller, merchant);
  if (order === undefined) return;
  await Promise.all([
    submit(caller, merchant, order, cardEntry(random, random.chance(0.2))),
    close(caller, merchant, order.token),
  ]);
}

const close = async (caller: Caller, merchant: Merchant, token: string) =>
  await caller.write(merchant, 'DELETE', `/api/payment/hostedpage/${token}`);

async function createPage(
  caller: Caller,
  merchant: Merchant,
  sameOrder?: string,
): Promise<Order | undefined> {
  const { random } = caller;
  let orderNumber = sameOrder ?? '';
  const customerId = random.chance(0.4) ? random.pick(merchant.customers) : undefined;
  const page = await caller.create(merchant, '/api/payment/hostedpage', (tag) => {
    orderNumber ||= `ORDER-${tag}`;
    return {
      amount: random.between(1, 90_000) / 100,
      currency: random.weighted([
        [8, 'TRY'],
        [1, 'EUR'],
        [1, 'USD'],
      ]),
      orderNumber,
      successUrl: 'https://shop.example/thanks',
      failUrl: 'https://shop.example/basket',
      ...defined({ customerId }),
      ...(random.chance(0.25) && { capture: 'manual' }),
    };
  });
  if (page === undefined) return undefined;
  const token = String(page['token']);
  merchant.pages.push(token);
  return { tag: orderNumber, token, pageUrl: String(page['hostedPageUrl']) };
}

const submit = async (caller: Caller, merchant: Merchant, { pageUrl }: Order, entry: Entry) =>
  await submitPage(caller, merchant, await openAddress(pageUrl, caller.browse), entry);
