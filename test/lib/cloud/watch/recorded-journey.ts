// Runs the service through scenarios in which every metric is published and every kind of log line is
// written, and records each line with the function that wrote it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { passesLuhn } from '#domain/card/card.ts';
import type { DeliveryResult } from '../../../../lib/local/aws/scheduler/delivery.ts';
import { cardPageDriver } from '../../../drivers/card-page-driver.ts';
import {
  type RecurringPaymentDriver,
  recurringPaymentDriver,
} from '../../../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../../../drivers/refund-driver.ts';
import { customersOf } from '../../../endpoints/customer/customers.ts';
import { secureOrders } from '../../../endpoints/hosted-page/three-d/secure-orders.ts';
import { openFaults } from '../../../harness/faults.ts';
import { CARDS, DAY, type Harness, HOUR, MINUTE, startHarness } from '../../../harness/harness.ts';
import { tryStolenCards } from '../permissions/scenarios/declined-cards.ts';
import { lockAndFreeCard } from '../permissions/scenarios/locked-cards.ts';
import { deliverEvents } from './recorded-deliveries.ts';

export type WrittenLine = { by: string; line: Record<string, unknown> };

const LEVELS = ['info', 'warn', 'error'] as const;
const NO_ANSWER_FOR_DAYS = Array.from({ length: 20 }, () => 'lost-before');

export async function recordJourney(): Promise<WrittenLine[]> {
  const written: WrittenLine[] = [];
  const writer = new AsyncLocalStorage<string>();
  const note = (text: string) => {
    const by = writer.getStore();
    if (by !== undefined && text.startsWith('{')) written.push({ by, line: JSON.parse(text) });
  };
  let delivery: DeliveryResult = 'deliver';
  const faults = openFaults();
  const harness = await startHarness({
    around: (invocation, run) => writer.run(invocation.functionName, () => faults.around(invocation, run)),
    triggerDelivery: () => delivery,
    onMetrics: note,
  });
  for (const level of LEVELS) {
    const collect = console[level];
    console[level] = (text: string) => {
      note(text);
      collect(text);
    };
  }
  // Lambda sets it for each invocation.
  process.env['_X_AMZN_TRACE_ID'] = 'Root=1-5759e988-bd862e3fe1be46a994272793';
  await watchPage(harness);
  await payPages(harness);
  await storeManyNumbers(harness);
  await lockAndFreeCard(harness);
  await tryStolenCards(harness);
  await refundPayments(harness);
  await chargeLate(harness, (next) => {
    delivery = next;
  });
  await deliverEvents(harness);
  faults.arm('customer-show', 'table', 'outage');
  await harness.api('GET', '/api/customer/01890000-0000-7000-8000-000000000001');
  return written;
}

/** Runs the check of the page, and sends a browser's report about it. */
async function watchPage({ service, http }: Harness): Promise<void> {
  for (const name of ['page-check', 'canary', 'reconcile', 'announce'])
    await service.lambdas.invokeEvent(name, {});
  const report = { 'document-uri': `${service.baseUrl}/iframe/specimen`, 'effective-directive': 'img-src' };
  const body = JSON.stringify({ 'csp-report': report });
  await http({ method: 'POST', path: '/csp-report', headers: {}, body });
}

/** Stores four numbers behind one mask; the last one is refused. */
async function storeManyNumbers({ api }: Harness): Promise<void> {
  const candidates = Array.from(
    { length: 50 },
    (_, middle) => `999911${String(middle).padStart(6, '0')}0000`,
  );
  for (const cardNumber of candidates.filter(passesLuhn).slice(0, 4)) {
    const body = { cardNumber, expiryMonth: '12', expiryYear: '2049', cardAlias: 'Kart' };
    await api('POST', '/api/card', { body });
  }
}

async function payPages(harness: Harness): Promise<void> {
  const { service, merchant, api, buyer, createPage, payOrder, moveBy } = harness;
  const headers = { 'x-request-id': '01890000-0000-7000-8000-00000000ABCD' };
  const page = await createPage({}, { headers });
  const declined = await buyer.submit(await buyer.open(page.hostedPageUrl), {
    cardNumber: CARDS.insufficientFunds,
  });
  await buyer.submit(declined);
  await api('GET', `/api/payment/hostedpage/${page.token}`);

  let page2 = await buyer.open((await createPage()).hostedPageUrl);
  const cards = [CARDS.insufficientFunds, CARDS.doNotHonour, '4128111111111112', '4127111111111113'];
  for (const cardNumber of [...cards, CARDS.troy]) page2 = await buyer.submit(page2, { cardNumber });

  const secure = await secureOrders(harness);
  await payOrder({}, {}, { key: secure.key });
  const { form } = await secure.openPage();
  await secure.submit(form);
  // The buyer abandons the challenge on the page that waits for the issuer.
  await buyer.post(await buyer.open(form.path), {});

  service.bank.script(['decline:CORE-2202']);
  await buyer.submit(await buyer.open((await createPage()).hostedPageUrl));
  service.bank.script(['lost-after']);
  const lost = await createPage({ expiresInMinutes: 5 });
  await buyer.submit(await buyer.open(lost.hostedPageUrl));
  const late = await createPage({ expiresInMinutes: 5 });
  await moveBy(10 * MINUTE);
  await buyer.open(late.hostedPageUrl);
  await api('DELETE', `/api/payment/hostedpage/${(await createPage()).token}`);
  const pages = cardPageDriver(harness, merchant.apiKey);
  const { id: customerId } = await customersOf(harness).create();
  await pages.give(await pages.open(await pages.addLink(customerId)));

  // The bank is closed to the first merchant, and by the call of another one to all.
  const other = await service.addMerchant({ threeDSecure: 'never' });
  service.bank.script(Array.from({ length: 6 }, () => 'lost-before'));
  for (let at = 0; at < 5; at += 1) await buyer.submit(await buyer.open((await createPage()).hostedPageUrl));
  await buyer.submit(await buyer.open((await createPage({}, { key: other.apiKey })).hostedPageUrl));
  await moveBy(10 * MINUTE);
}

async function refundPayments(harness: Harness): Promise<void> {
  const driver = refundDriver(harness);
  const payment = await driver.pay();
  const requested = await driver.request(payment, 40);
  await driver.approve(requested.json.data.refundId);
  await driver.partial(await driver.pay({ cardNumber: CARDS.irrevocable }), 10);
  harness.service.bank.script(NO_ANSWER_FOR_DAYS);
  await driver.partial(payment, 10);
  await harness.moveBy(2 * DAY);
  harness.service.bank.script([]);
}

async function chargeLate(harness: Harness, setDelivery: (delivery: DeliveryResult) => void): Promise<void> {
  const driver = recurringPaymentDriver(harness);
  const { now, moveBy, service } = harness;
  const inAnHour = () => new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR).toISOString();
  const customerId = await driver.customer();
  const record = await driver.create({ startDate: inAnHour(), customerId, frequency: 'daily' });
  service.bank.script(['decline:51']);
  await moveBy(2 * HOUR);
  await driver.renewCard(record.cardStorageId);
  await driver.pause(record.id);
  await driver.resume(record.id);

  const other = await driver.create({ startDate: inAnHour() });
  setDelivery('drop');
  await moveBy(2 * HOUR);
  await triggerLate(harness, driver, setDelivery);
  setDelivery('deliver');
  await harness.api('PUT', `/api/customer/${customerId}`, { body: { isActive: false } });
  await moveBy(2 * DAY);
  await driver.cancel(other.id);
  const late = await driver.create({ startDate: inAnHour() });
  service.bank.script(['late:9000', 'decline:51']);
  await moveBy(DAY + 3 * HOUR);
  await driver.cancel(late.id);
  const missed = await driver.create({ startDate: inAnHour(), frequency: 'daily' });
  await service.timeline.setRunning(false);
  await moveBy(2 * DAY);
  await service.timeline.setRunning(true);
  await moveBy(HOUR);
  await driver.cancel(missed.id);
}

/** Delays charge schedule and sweep by half an hour. */
async function triggerLate(
  { service, now }: Harness,
  driver: RecurringPaymentDriver,
  setDelivery: (delivery: DeliveryResult) => void,
) {
  setDelivery({ delayMs: 30 * MINUTE });
  const startMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  await driver.create({ startDate: new Date(startMs).toISOString() });
  await service.timeline.moveTo(startMs - MINUTE);
  await service.timeline.setRunning(false);
  await service.timeline.moveTo(startMs + 30 * MINUTE);
  await service.timeline.setRunning(true);
}
