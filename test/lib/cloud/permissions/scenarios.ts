// Scenarios in which every function uses all of its grants: a new grant needs one.
import { setTimeout as sleep } from 'node:timers/promises';
import { SCOPES } from '#domain/scope.ts';
import { ROUTES } from '#routes.ts';
import { loadMovements, recordMovement } from '#store/settlement/movement.ts';
import { importList } from '../../../../lib/operator/bins/bin-lists.ts';
import { RIGHT_CODE, WRONG_CODE } from '../../../drivers/buyer.ts';
import { differFromBank } from '../../../drivers/differing-books.ts';
import { exportAndErase } from '../../../drivers/export-and-erase.ts';
import { recurringPaymentDriver } from '../../../drivers/recurring-payment-driver.ts';
import { statusIn } from '../../../drivers/result.ts';
import { makeObjects, pathWith, queryOf } from '../../../fixtures/samples.ts';
import { DAY, type Harness, HOUR, MINUTE } from '../../../harness/harness.ts';
import { useWebhooks } from '../../../webhook/use-webhooks.ts';
import { chargeCards } from './scenarios/charged-cards.ts';
import { fillMask, tryCards, tryStolenCards } from './scenarios/declined-cards.ts';
import { chargeAfterRefusal, requestPeriods, waiveWaitingCharges } from './scenarios/held-charges.ts';
import { lockAndFreeCard } from './scenarios/locked-cards.ts';
import { findLostSale } from './scenarios/lost-sales.ts';
import { differWithRefunds, refundPayments } from './scenarios/refunds.ts';
import { reserveAmounts } from './scenarios/reserved-amounts.ts';
import { type Call, caller, nextKey } from './scenarios/scenario-caller.ts';
import { useConsole } from './scenarios/sessions.ts';

/** The faults that are active at the moment; the scenarios switch them. */
export type ActiveFaults = { isCallbackLost: boolean; isTriggerLost: boolean };

export async function runScenarios(harness: Harness, activeFaults: ActiveFaults): Promise<void> {
  // From here on events have deliveries.
  await caller(harness)('POST', '/api/webhook', { url: 'http://localhost:65535/always' });
  await manageCustomersAndCards(harness);
  await fillMask(harness);
  await payWithoutChallenge(harness);
  await tryCards(harness);
  await tryStolenCards(harness);
  await payWithChallenge(harness, activeFaults);
  await saveCards(harness, activeFaults);
  await lockAndFreeCard(harness, activeFaults);
  await refundPayments(harness);
  await differWithRefunds(harness);
  await differFromBank(harness);
  await manageRecurringPayments(harness);
  await chargeOnSchedule(harness, activeFaults);
  await chargeCards(harness);
  await useWebhooks(harness, caller(harness), { deletes: true });
  // The first makes the row, the second replaces it.
  const call = caller(harness);
  for (const installment of [2, 3])
    await call('PUT', '/api/installment/table', { rows: [{ family: 'Bonus', installment }] });
  await readObjects(harness);
  await manageKeys(harness);
  await findLostSale(harness);
  await useConsole(harness);
  await reserveAmounts(harness);
}

/** A key that makes one of each object, and is revoked. */
async function manageKeys(harness: Harness): Promise<void> {
  const call = caller(harness);
  const { id, apiKey } = await call('POST', '/api/key', { name: 'Kasa', scopes: SCOPES });
  const ids = await makeObjects(harness, String(apiKey));
  const body = { rows: [{ family: 'Bonus', installment: 4 }] };
  await harness.api('PUT', '/api/installment/table', { key: String(apiKey), body });
  const own = caller(harness, String(apiKey));
  const { id: webhook } = await own('POST', '/api/webhook', {
    url: 'https://shop.example',
    eventTypes: ['refund.*'],
  });
  await own('PUT', `/api/webhook/${webhook}`, { url: 'https://shop.example/other' });
  await call('POST', `/api/key/${String(id)}/revoke`);
  await call('DELETE', `/api/webhook/${webhook}`);
  // Its charge would get an answer of the bank that a later scenario scripts.
  await call('POST', `/api/RecurringPayment/${ids.recurringPayment}/cancel`);
}

/** Each read of one object; the scenarios contain the reads of lists by each filter. */
async function readObjects(harness: Harness): Promise<void> {
  const ids = await makeObjects(harness, harness.merchant.apiKey);
  const call = caller(harness);
  for (const route of ROUTES.filter(({ audience, method }) => audience === 'merchant' && method === 'GET'))
    await call('GET', pathWith(route, ids) + queryOf(route));
  await call('GET', `/api/installment?amount=1&cardStorageId=${ids.card}`);
  // Orders with an event, and with a recurring payment.
  const { orderNumber } = await call('GET', `/api/payment/${ids.payment}`);
  const { items } = await call('GET', '/api/payment?source=RecurringPayment&limit=1');
  await call('GET', '/api/payment?difference=true');
  const [charged] = items as { orderNumber: string }[];
  for (const order of [orderNumber, charged?.orderNumber])
    await call('GET', `/api/order?orderNumber=${order}`);
  // Its charge would get an answer of the bank that a later scenario scripts.
  await call('POST', `/api/RecurringPayment/${ids.recurringPayment}/cancel`);
}

const CUSTOMER = { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com', phone: '905551112233' };
const CARD = { cardAlias: 'Maaş', cardNumber: '5528790000000008', expiryMonth: '12', expiryYear: '30' };
const RENEWAL = { expiryMonth: '11', expiryYear: '2033' };
const makeCustomer = async (call: Call) => String((await call('POST', '/api/customer', CUSTOMER))['id']);

/** Creates a card with a renewed expiry, which has two ciphertexts to decrypt. */
async function makeCard(call: Call, customerId: string): Promise<string> {
  const id = String((await call('POST', '/api/card', { ...CARD, customerId }))['id']);
  await call('PUT', `/api/card/${id}`, RENEWAL);
  return id;
}

async function manageCustomersAndCards(harness: Harness): Promise<void> {
  const call = caller(harness);
  const customer = await makeCustomer(call);
  for (const filter of ['', '?email=ayse%40example.com', '?phone=905551112233', '?isActive=true']) {
    await call('GET', `/api/customer${filter}`);
  }
  await call('PUT', `/api/customer/${customer}`, { fullName: 'Ayşe Yıldız' });
  const card = await makeCard(call, customer);
  for (const filter of ['alias=Maa%C5%9F%20kart%C4%B1m', 'bin=552879', `customerId=${customer}`]) {
    await call('GET', `/api/card/query?${filter}`);
  }
  await call('DELETE', `/api/card/${card}`);
  await exportAndErase(harness, call, customer);
  await call('GET', '/api/payment/PAY-00000000000000000000000000').catch(() => {});
  await harness.http({ method: 'GET', path: '/api/customers', headers: {} });
  for (const path of ['/docs/errors', '/docs/errors.en', '/openapi.json'])
    await harness.http({ method: 'GET', path, headers: {} });
  await harness.http({ method: 'POST', path: '/csp-report', headers: {}, body: '{}' });
  for (const name of ['page-check', 'canary']) await harness.service.lambdas.invokeEvent(name, {});
}

async function payWithoutChallenge(harness: Harness): Promise<void> {
  const { service, buyer, createPage } = harness;
  const call = caller(harness);
  const customerId = await makeCustomer(call);
  const savedCard = await makeCard(call, customerId);
  const headers = nextKey();
  const { orderNumber } = await createPage({ customerId }, { headers });
  const page = await createPage({ customerId, orderNumber });
  const form = await buyer.open(page.hostedPageUrl);
  const blank = { ownerName: '', cardNumber: '', expiryMonth: '', expiryYear: '', cvv: '123' };
  const paid = await buyer.post(form, { ...blank, savedCard });
  if (statusIn(paid.location) !== 'Successful') throw new Error(`Not paid: ${paid.text}`);
  for (const path of ['', '/leave']) await buyer.open(`${page.hostedPageUrl}${path}`);
  await buyer.open(`/iframe/logo-16x16-${'0'.repeat(32)}`);
  const { payment } = await call('GET', `/api/payment/hostedpage/${page.token}`);
  // With a note, which its customer's secret opens.
  const noted = `/api/payment/${(payment as { paymentReferenceNumber: string }).paymentReferenceNumber}`;
  await call('PUT', noted, { note: 'Alıcı aradı' });
  const reads = [noted, `/api/payment/hostedpage/${page.token}`, `/api/order?orderNumber=${orderNumber}`];
  for (const path of reads) await call('GET', path);
  for (const filter of ['', '?by=paidAt', `?orderNumber=${orderNumber}`]) {
    await call('GET', `/api/payment${filter}`);
  }
  for (const filter of ['', `?orderNumber=${orderNumber}`]) {
    await call('GET', `/api/payment/hostedpage${filter}`);
  }
  const unpaid = await createPage();
  await call('GET', `/api/payment/hostedpage/${unpaid.token}/qr`);
  await call('DELETE', `/api/payment/hostedpage/${unpaid.token}`);
  // Its buyer leaves, and comes back; an older page pays the order while a newer one is open.
  const older = await createPage({ variant: 'blue' });
  const left = { action: new URL(older.hostedPageUrl).pathname, hidden: {} };
  await buyer.post({ ...(await buyer.open(older.hostedPageUrl)), form: left }, { left: 'form' });
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(older.hostedPageUrl));
  const newer = await createPage({ orderNumber: older.orderNumber });
  await call('GET', `/api/payment/hostedpage/${newer.token}`);
  await harness.moveBy(10 * MINUTE);
  for (const path of ['', '/leave']) await buyer.open(`${newer.hostedPageUrl}${path}`);
}

async function payWithChallenge(harness: Harness, activeFaults: ActiveFaults): Promise<void> {
  const { service, buyer, http, createPage } = harness;
  // With installments the form is shown again with the terms of the merchant after a decline.
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'always', installments: [1, 3] });
  const call = caller(harness, key);
  const customerId = await makeCustomer(call);
  const startChallenge = async () => {
    const page = await createPage({ customerId }, { key });
    const { cardAlias: _, ...card } = CARD;
    const entry = { ownerName: 'Ayşe Yılmaz', ...card, cvv: '123' };
    return { page, challenge: await buyer.post(await buyer.open(page.hostedPageUrl), entry) };
  };
  // The payment is recorded first by the bank's callback, then by the browser alone, then by neither.
  const first = await startChallenge();
  const result = (await buyer.verify(first.challenge, WRONG_CODE)).form?.hidden;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(result).toString();
  await http({ method: 'POST', path: `/iframe/${first.page.token}/3d/callback`, headers, body });
  activeFaults.isCallbackLost = true;
  for (const answer of [WRONG_CODE, RIGHT_CODE]) {
    await buyer.post(await buyer.verify((await startChallenge()).challenge, answer), {});
  }
  activeFaults.isCallbackLost = false;
  const { token } = (await startChallenge()).page;
  await http({ method: 'POST', path: `/iframe/${token}/3d/cancel`, headers: {} });
  // The bank declines after the authentication, for the callback and for the browser.
  for (const path of ['3d/callback', '3d']) {
    activeFaults.isCallbackLost = path === '3d';
    service.bank.script(['decline:51']);
    const { page, challenge } = await startChallenge();
    const back = await buyer.verify(challenge, RIGHT_CODE);
    const action = String(back.form?.action).replace(/3d$/, path);
    await buyer.post({ ...back, form: { action, hidden: back.form?.hidden ?? {} } }, {});
    activeFaults.isCallbackLost = false;
    // The bank's own callback may still make its sale, which must not use the bank's next scripted answer.
    while ((await call('GET', `/api/payment/hostedpage/${page.token}`))['state'] === 'Processing')
      await sleep(20);
  }
  // Stored cards name their banks before a challenge, and after one that failed.
  const bin = CARD.cardNumber.slice(0, 6);
  await importList(new Map([[bin, { bankCode: '0064', bankName: 'Banka' }]]), harness.now());
  const { apiKey: other } = await service.addMerchant();
  const owner = await makeCustomer(caller(harness, other));
  await makeCard(caller(harness, other), owner);
  const { hostedPageUrl } = await createPage({ customerId: owner }, { key: other });
  const asked = await buyer.post(await buyer.open(hostedPageUrl), {
    ...{ ownerName: 'Ayşe Yılmaz', ...CARD },
    ...{ cvv: '123', savedCard: 'new' },
  });
  await buyer.post(await buyer.verify(asked, WRONG_CODE), {});
  // In the last challenge the buyer never returns, and the next page of the order is opened.
  const { orderNumber } = (await startChallenge()).page;
  const next = await createPage({ customerId, orderNumber }, { key });
  for (const path of ['', '/leave']) await buyer.open(`${next.hostedPageUrl}${path}`);
  await harness.moveBy(HOUR);
}

/** Saves cards through each function that can record a success: form, bank callback, 3-D return, sweep. */
async function saveCards(harness: Harness, activeFaults: ActiveFaults): Promise<void> {
  const { service, buyer, createPage, moveBy } = harness;
  const { cardNumber, expiryMonth, expiryYear } = CARD;
  const entry = { ownerName: 'Ayşe Yılmaz', cardNumber, expiryMonth, expiryYear, cvv: '123' };
  const send = async (key: string, customerId: string) => {
    const { hostedPageUrl } = await createPage({ customerId }, { key });
    return await buyer.post(await buyer.open(hostedPageUrl), { ...entry, saveCard: 'yes' });
  };
  const { apiKey: plain } = await service.addMerchant({ threeDSecure: 'never' });
  const owner = await makeCustomer(caller(harness, plain));
  await makeCard(caller(harness, plain), owner);
  // The card is stored already, with another expiry, which is renewed.
  await send(plain, owner);
  service.bank.script(['lost-after']);
  await send(plain, owner);
  await moveBy(10 * MINUTE);
  const { apiKey: secure } = await service.addMerchant({ threeDSecure: 'always' });
  const customer = await makeCustomer(caller(harness, secure));
  for (const path of ['3d/callback', '3d']) {
    // Drops the bank's callback if the browser must be first.
    activeFaults.isCallbackLost = path === '3d';
    const back = await buyer.verify(await send(secure, customer), RIGHT_CODE);
    const action = String(back.form?.action).replace(/3d$/, path);
    await buyer.post({ ...back, form: { action, hidden: back.form?.hidden ?? {} } }, {});
  }
  activeFaults.isCallbackLost = false;
}

/** The merchant's calls: they create schedules, delete schedules, and end recurring payments. */
async function manageRecurringPayments(harness: Harness): Promise<void> {
  const { service, moveBy, now } = harness;
  const call = caller(harness);
  const driver = recurringPaymentDriver(harness);
  const at = '/api/RecurringPayment';
  const body = await driver.body();
  const { id, customerId } = await call('POST', at, body);
  for (const filter of ['', '?status=Active', `?customerId=${customerId}`]) await call('GET', at + filter);
  await call('PUT', `${at}/${id}`, { cardStorageId: await driver.card(), amount: 120 });
  await call('POST', `${at}/${id}/cancel`);

  // A failed charge is retried at once after a card renewal; a pause drops the retry.
  const overdue = await driver.create({ startDate: new Date(now().getTime() + MINUTE).toISOString() });
  service.bank.script(['decline:51', 'decline:51']);
  await moveBy(HOUR);
  await call('PUT', `/api/card/${overdue.cardStorageId}`, { expiryMonth: '11', expiryYear: '2033' });
  await moveBy(HOUR);
  await call('PUT', `${at}/${overdue.id}`, { cardStorageId: await driver.card() });
  await call('POST', `${at}/${overdue.id}/pause`);
  await call('POST', `${at}/${overdue.id}/resume`);
  await call('POST', `${at}/${overdue.id}/cancel`);
  await requestPeriods(harness, call);
  await waiveWaitingCharges(harness, call);

  // A recurring payment that is resumed after its end date completes and releases its card.
  const endDate = new Date(now().getTime() + 20 * DAY).toISOString();
  const ended = await driver.create({ endDate });
  await call('POST', `${at}/${ended.id}/pause`);
  await moveBy(30 * DAY);
  await call('POST', `${at}/${ended.id}/resume`);
}

/** The days' books lack them: the night enters them again. */
async function loseMovements({ api, merchant: { merchantId }, now }: Harness): Promise<void> {
  const books = (await api<{ items: { id: string }[] }>('GET', '/api/settlement')).json.data.items;
  for (const { id } of books) {
    for (const movement of await loadMovements({ merchantId, id }))
      await recordMovement({ ...movement, removedAt: now().toISOString() });
  }
}

async function chargeOnSchedule(harness: Harness, activeFaults: ActiveFaults): Promise<void> {
  const { moveBy } = harness;
  const call = caller(harness);
  const driver = recurringPaymentDriver(harness);
  const customerId = await makeCustomer(call);
  const record = await driver.create({ customerId, cardStorageId: await makeCard(call, customerId) });
  // Nobody decides it: the reconciliation ends it.
  await call('POST', '/api/Refund', { transactionId: await harness.payOrder(), amount: 1, reason: 'x' });
  await loseMovements(harness);
  await moveBy(2 * DAY);
  // The next charge schedule does not trigger: the sweep charges instead.
  activeFaults.isTriggerLost = true;
  await moveBy(31 * DAY);
  activeFaults.isTriggerLost = false;
  await harness.service.lambdas.invokeEvent('reconcile', {});
  const { successfulPaymentCount: charged } = await driver.show(record.id);
  if (charged !== 2) throw new Error(`Charged ${charged} times instead of twice.`);
  await chargeAfterRefusal(harness, await makeCard(call, customerId), customerId);
}
