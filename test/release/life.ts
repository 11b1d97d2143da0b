// The actions of a merchant in the release check: it creates objects of every kind, and leaves some
// unfinished for the release that runs next, which finishes them.
import { strict as assert } from 'node:assert';
import {
  choicesOf,
  enterCard,
  finishPayment,
  openAddress,
  type Page,
  payAsBuyer,
} from '../drivers/remote-buyer.ts';
import type { Control, Json, Shop } from './shop.ts';

const CARDS = {
  approved: '5528790000000008',
  visa: '4603450000000000',
  troy: '9792030000000000',
  insufficientFunds: '4111111111111129',
};

/** Three months with a surcharge, for the families of the approved cards. */
const TABLE = ['Bonus', 'CardFinans', 'Paraf'].map((family) => {
  return { family, installment: 3, ratePercent: 1.755, surchargeBearer: 'buyer' };
});

/** A merchant with its objects. */
export type Life = {
  name: string;
  shop: Shop;
  customerId: string;
  cardId: string;
  /** A recurring payment that is charged every day. */
  chargedId: string;
  /** A recurring payment whose card is declined, so that it is retried. */
  declinedId: string;
  pausedId: string;
  /** A payment of which every release refunds a small part. */
  paymentId: string;
  /** Absent until the first `leaveAll`. */
  left?: Left;
};

/** Unfinished objects at the time when the service stops. */
type Left = {
  /** The buyer is on the issuer's page, and has asked to save the card. */
  atIssuer: Page;
  /** An open page on which a card was declined. */
  pageUrl: string;
  pendingRefundId: string;
  /** A successful payment that the next release cancels. */
  cancelledId: string;
  /** One that the next release refunds by the amount of its order. */
  wholeId: string;
  /** A payment with an unknown outcome: the bank's answer was lost. */
  unknownId: string;
  /** A recurring payment whose charge is held, because the bank refused the merchant's settings. */
  heldId: string;
  /** A recurring payment whose charge is at the bank: its answer was lost. */
  chargeAtBankId: string;
};

const MINUTE_MS = 60_000;
const SWEEP_MS = 5 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

let orders = 0;
/** Every order has a different amount, so that payments can be distinguished in the bank's books. */
function newOrder(more: Json = {}) {
  orders += 1;
  return { amount: 100 + orders + 0.25, orderNumber: `RELEASE-${orders}`, ...more };
}

/** `sellsInstallments`: the merchant has a table, which needs card ranges in the service. */
export async function beginLife(
  { name, sellsInstallments }: { name: string; sellsInstallments: boolean },
  shop: Shop,
  now: Date,
): Promise<Life> {
  if (sellsInstallments) await shop.call('PUT', '/api/installment/table', { rows: TABLE });
  const customerId = await createCustomer(shop, name);
  const storeCard = async (cardNumber: string) => {
    const expiry = { expiryMonth: '12', expiryYear: '40' };
    const card = { cardAlias: `Kartım ${name}`, cardNumber, ...expiry, customerId };
    return String((await shop.call('POST', '/api/card', card))['id']);
  };
  const cardId = await storeCard(CARDS.visa);
  const charge = async (cardStorageId: string, more: Json = {}) =>
    await createCharges(shop, now, { customerId, cardStorageId, frequency: 'daily', amount: 40.5, ...more });
  const declined = await storeCard(CARDS.insufficientFunds);
  return {
    name,
    shop,
    customerId,
    cardId,
    chargedId: await charge(cardId),
    declinedId: await charge(declined, {
      frequency: 'monthly',
      maxRetryAttempts: 10,
      retryIntervalHours: 24,
    }),
    pausedId: await pause(shop, await charge(cardId, { frequency: 'monthly', amount: 7.5 })),
    paymentId: await payOrder(shop, CARDS.approved, { customerId }),
  };
}

/** Creates a recurring payment. By default its first charge is due after an hour. */
async function createCharges(shop: Shop, now: Date, plan: Json): Promise<string> {
  const startDate = new Date(now.getTime() + HOUR_MS).toISOString();
  const body = { currency: 'TRY', subscriptionName: 'Kahve', startDate, ...plan };
  return String((await shop.call('POST', '/api/RecurringPayment', body))['id']);
}

async function createCustomer(shop: Shop, name: string): Promise<string> {
  const customer = { fullName: `Ayşe ${name}`, email: 'ayse@example.com', phone: '905550000000' };
  const key = { 'Idempotency-Key': `customer-${name}` };
  return String((await shop.call('POST', '/api/customer', customer, key))['id']);
}

async function pause(shop: Shop, id: string): Promise<string> {
  const { status } = await shop.call('POST', `/api/RecurringPayment/${id}/pause`);
  assert.equal(status, 'Paused');
  return id;
}

/** Returns the payment's reference number. */
async function payOrder(shop: Shop, cardNumber: string, more: Json = {}): Promise<string> {
  const order = newOrder(more);
  await finishPayment(await enterOrder(shop, order, { cardNumber }));
  return (await paidFor(shop, order.orderNumber, 'Successful'))['paymentReferenceNumber'] as string;
}

/** Submits the form of an order, with the most installments that it shows. */
async function enterOrder(shop: Shop, order: Json, entry: { cardNumber: string; saveCard?: string }) {
  const pageUrl = await shop.openPage(order);
  const installment = choicesOf(await openAddress(pageUrl)).at(-1) ?? '1';
  return await enterCard(pageUrl, { ...entry, installment });
}

async function paidFor(shop: Shop, orderNumber: string, status: string): Promise<Json> {
  const [payment = {}] = await shop.list(`/api/payment?orderNumber=${orderNumber}`);
  assert.equal(payment['status'], status, `The payment of ${orderNumber} is ${payment['status']}.`);
  return payment;
}

async function leaveUnfinished({ shop, customerId, paymentId }: Life, control: Control) {
  const cancelledId = await payOrder(shop, CARDS.troy);
  const wholeId = await payOrder(shop, CARDS.visa);
  const saved = newOrder({ customerId });
  const entry = { cardNumber: CARDS.approved, saveCard: 'yes' };
  const atIssuer = await enterOrder(shop, saved, entry);
  assert.match(atIssuer.html, /id="challenge"/);
  const pageUrl = await shop.openPage(newOrder());
  assert.doesNotMatch(await payAsBuyer(pageUrl, CARDS.insufficientFunds), /^http/);
  const refund = { transactionId: paymentId, amount: 1.25, reason: 'Kırık geldi' };
  const { refundId } = await shop.call('POST', '/api/Refund', refund);
  await control('POST', '/bank/script', { outcomes: ['lost-after'] });
  const lost = newOrder();
  await finishPayment(await enterOrder(shop, lost, { cardNumber: CARDS.troy }));
  const { paymentReferenceNumber: unknownId } = await paidFor(shop, lost.orderNumber, 'Processing');
  const known = { atIssuer, pageUrl, cancelledId, wholeId };
  return { ...known, pendingRefundId: String(refundId), unknownId: String(unknownId) };
}

/**
 * Creates a recurring payment for each merchant, charges it at once with this outcome, and returns the ids.
 * It does so for all merchants together, because they share the bank's script.
 */
async function chargeNow(lives: readonly Life[], control: Control, plan: Json, outcome: string) {
  const now = new Date(String((await control('GET', '/clock'))['now']));
  const startDate = new Date(now.getTime() + MINUTE_MS).toISOString();
  const ids = await Promise.all(
    lives.map(({ shop, customerId, cardId: cardStorageId }) =>
      createCharges(shop, now, { customerId, cardStorageId, frequency: 'monthly', startDate, ...plan }),
    ),
  );
  await control('POST', '/bank/script', { outcomes: lives.map(() => outcome) });
  await control('POST', '/clock', { by: 'PT61S' });
  return ids;
}

const attemptsOf = async ({ shop }: Life, id: string) =>
  (await shop.list(`/api/RecurringPayment/${id}/transactions`)).map(({ status }) => status);

/** The sweep makes held charges, which would use up the bank's script. It runs each five minutes. */
async function passSweep(control: Control): Promise<void> {
  const nowMs = Date.parse(String((await control('GET', '/clock'))['now']));
  const sweepMs = Math.ceil(nowMs / SWEEP_MS) * SWEEP_MS;
  await control('POST', '/clock', { to: new Date(sweepMs + 1000).toISOString() });
}

/** Leaves unfinished objects for the release that runs next. */
export async function leaveAll(lives: readonly Life[], control: Control): Promise<void> {
  await passSweep(control);
  const heldIds = await chargeNow(lives, control, { amount: 3.5 }, 'decline:CORE-2202');
  // This charge is in US dollars, because charges in Turkish lira are held by now.
  const lostIds = await chargeNow(lives, control, { amount: 4.75, currency: 'USD' }, 'lost-after');
  for (const [at, life] of lives.entries()) {
    const [heldId = '', chargeAtBankId = ''] = [heldIds[at], lostIds[at]];
    assert.deepEqual(await attemptsOf(life, heldId), [], 'The charge was not held.');
    assert.deepEqual(await attemptsOf(life, chargeAtBankId), ['Processing']);
    life.left = { ...(await leaveUnfinished(life, control)), heldId, chargeAtBankId };
  }
}

/** Finishes the objects that another release left unfinished, and changes objects that it wrote. */
export async function takeUp({ name, shop, left, ...life }: Life): Promise<void> {
  const { call } = shop;
  assert.ok(left);
  assert.equal(await createCustomer(shop, name), life.customerId, 'A repeated call made another customer.');
  assert.match(await finishPayment(left.atIssuer), /^http.*result=/);
  assert.match(await payAsBuyer(left.pageUrl, CARDS.approved), /^http.*result=/);
  const approved = await call('POST', `/api/Refund/${left.pendingRefundId}/approve`, {});
  assert.equal(approved['status'], 'Completed');
  const cancelled = await call('POST', '/api/Refund/cancellations', { transactionId: left.cancelledId });
  assert.equal(cancelled['status'], 'Completed');
  const { refundableAmount: amount } = await call('GET', `/api/payment/${left.wholeId}`);
  await call('POST', '/api/Refund/partial', { transactionId: left.wholeId, amount, reason: 'Vazgeçti' });
  assert.equal((await call('GET', `/api/payment/${left.wholeId}`))['status'], 'FullyRefunded');
  const resumed = await call('POST', `/api/RecurringPayment/${life.pausedId}/resume`);
  assert.notEqual(resumed['status'], 'Paused');
  await pause(shop, life.pausedId);
  await call('PUT', `/api/customer/${life.customerId}`, { fullName: `Ayşe Yılmaz ${orders}` });
  const renewed = { expiryMonth: '12', expiryYear: '41' };
  await call('PUT', `/api/card/${life.cardId}`, { ...renewed, cardAlias: `Kartım ${orders}` });
}
