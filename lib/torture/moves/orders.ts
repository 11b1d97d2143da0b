// Moves of buyers: orders are paid, declined, left, submitted twice, and paid on two pages at once.
import {
  answerIssuer,
  asksIssuer,
  openAddress,
  type Page,
  RIGHT_CODE,
  resultOf,
  submitForm,
} from '../../demo/steps/buyer.ts';
import type { Caller } from '../caller.ts';
import type { Merchant } from '../merchant.ts';
import type { Random } from '../random.ts';
import { declinedNumber, goodNumber } from './card-numbers.ts';

type Order = { tag: string; pageUrl: string };

/** A page is created and paid, or at least tried. */
export async function payOrder(caller: Caller, merchant: Merchant): Promise<void> {
  const order = await createPage(caller, merchant);
  if (order === undefined) return;
  const { random } = caller;
  await submit(caller, merchant, order, cardEntry(random, random.chance(0.2)));
  // Declined, broken off, or a buyer who reloads.
  if (random.chance(0.25)) await submit(caller, merchant, order, cardEntry(random, false));
}

/** The buyer presses the button twice, or has the page open in two windows. */
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

/** Two pages of one order: the newer one supersedes the older one, or neither can be paid meanwhile. */
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
      ...(customerId !== undefined && { customerId }),
    };
  });
  if (page === undefined) return undefined;
  merchant.pages.push({ token: String(page['token']), orderNumber });
  return { tag: orderNumber, pageUrl: String(page['hostedPageUrl']) };
}

const submit = async (caller: Caller, merchant: Merchant, { pageUrl }: Order, entry: Entry) =>
  await submitPage(caller, merchant, await openAddress(pageUrl, caller.browse), entry);

type Entry = Record<string, string>;

function cardEntry(random: Random, isDeclined: boolean): Entry {
  return {
    ownerName: 'Ayşe Yılmaz',
    cardNumber: isDeclined ? declinedNumber(random) : goodNumber(random),
    expiryMonth: '12',
    expiryYear: '40',
    cvv: '123',
    ...(random.chance(0.3) && { saveCard: 'yes' }),
  };
}

/** Submits the form if the page has one, answers the issuer, and notes what the browser was told. */
async function submitPage(caller: Caller, merchant: Merchant, page: Page, entry: Entry): Promise<void> {
  const { random, browse } = caller;
  if (!page.html.includes('<form')) return;
  const saved = /<input[^>]*name="savedCard"[^>]*value="([0-9a-f-]{36})"/.exec(page.html)?.[1];
  const card = saved !== undefined && random.chance(0.5) ? { savedCard: saved, cvv: '123' } : entry;
  const entered = await submitForm(page, browse, card);
  if (!asksIssuer(entered)) return note(caller, merchant, entered);
  if (random.chance(0.08)) return;
  const answer = random.weighted<Entry>([
    [12, RIGHT_CODE],
    [1, { code: '000000', action: 'approve' }],
    [1, { action: 'cancel' }],
  ]);
  const proof = await answerIssuer(entered, answer, browse);
  // The browser and the bank's server may both deliver the proof.
  const deliveries = random.chance(0.2) ? 2 : 1;
  const returned = Array.from({ length: deliveries }, () => submitForm(proof, browse));
  for (const one of await Promise.all(returned)) note(caller, merchant, one);
}

/** The signed result in the address that leads back to the shop. */
function note({ journal }: Caller, merchant: Merchant, page: Page): void {
  const address = resultOf(page);
  const result = URL.canParse(address) ? new URL(address).searchParams.get('result') : null;
  if (result === null) return;
  const payload = Buffer.from(result.split('.')[1] ?? '', 'base64url').toString();
  const { status, paymentReferenceNumber } = JSON.parse(payload) as Record<string, string | null>;
  if (!status || !paymentReferenceNumber) return;
  journal.told.push({ merchant: merchant.name, reference: paymentReferenceNumber, status });
  if (status === 'Successful') merchant.payments.push(paymentReferenceNumber);
}
