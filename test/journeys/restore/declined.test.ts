// The restore drill with declines: in the gap each first attempt was declined or given up, and a later one
// paid. The ids of the first attempts are free again at the bank, so the service asks ahead before each claim
// of what is older than the takeover (payments.md 2.6).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payment } from '#domain/payment/payment.ts';
import { everyPayment } from '../../drivers/books.ts';
import { CANCEL } from '../../drivers/buyer.ts';
import { cardPageDriver } from '../../drivers/card-page-driver.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { statusIn } from '../../drivers/result.ts';
import { CARDS, HOUR, MINUTE, openHarness, pageBody, SHARDS_SWEPT } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import { copyTable } from './table-copy.ts';

// The events of the gap are lost with the table, so they are not compared with its changes.
const harness = await openHarness({ dueShards: SHARDS_SWEPT });
afterAll(harness.close);
const { service, api, buyer, createPage, moveBy, moveTo } = harness;
const plans = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);
const secure = await service.addMerchant({ threeDSecure: 'newCards' });
const securePlans = recurringPaymentDriver(harness, secure.apiKey);
const cardPages = cardPageDriver(harness, secure.apiKey);

const COUNT = rounds(30, 8);
/** The buyers of the gap pay eight at a time, because the guards stop the tenth decline within ten minutes. */
const GAP_MINUTES = 11 * Math.ceil((2 * COUNT) / 8);
const times = <Value>(make: (at: number) => Promise<Value>): Promise<Value[]> =>
  Array.fromAsync({ length: COUNT }, (_, at) => make(at));

const approved = (operation: 'sale' | 'void' | 'refund') =>
  service.bank.ledger().filter((one) => one.operation === operation && one.outcome === 'approved');
const inquiries = () => service.bank.ledger().filter(({ operation }) => operation === 'inquiry').length;
type Page = { hostedPageUrl: string; orderNumber: string };
const submit = async ({ hostedPageUrl }: Page, cardNumber: string) =>
  await buyer.submit(await buyer.open(hostedPageUrl), { cardNumber });
/** Sends the form and gives the challenge up at the bank. */
async function giveUp({ hostedPageUrl }: Page): Promise<void> {
  const form = await buyer.open(hostedPageUrl);
  const challenge = await buyer.post(form, { ...ENTRY });
  await buyer.post(await buyer.verify(challenge, CANCEL), {});
}
const ENTRY = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: CARDS.approved,
  expiryMonth: '12',
  expiryYear: '29',
  cvv: '123',
};
const securePage = async () => {
  const body = pageBody({ expiresInMinutes: 1440 });
  const made = await api<Page>('POST', '/api/payment/hostedpage', { body, key: secure.apiKey });
  return { ...made.json.data, orderNumber: String(body['orderNumber']) };
};

describe('a restore with declines in the gap', () => {
  const START = '2026-11-20T12:00:00Z';
  let charged: string[];
  let verified: string;
  let pending: string[];
  let open: Page[];
  let gone: Page[];
  let soldInGap: ReturnType<typeof approved>;
  let refused: number[];
  let payments: Payment[];

  beforeAll(async () => {
    const daily = { frequency: 'daily', startDate: START, retryIntervalHours: 1 };
    charged = await times(async () => (await plans.create(daily)).id);
    // Their buyers put another card in its place on a page, at the second challenge.
    const dead = await securePlans.card(CARDS.doNotHonour);
    const hourly = { ...daily, cardStorageId: dead, maxRetryAttempts: 0 };
    verified = (await securePlans.create(hourly)).id;
    const taken = await times(async () => await refunds.pay());
    pending = await Promise.all(taken.map((one) => refunds.pendingRefundId(one, 10)));
    open = await times(async () => await createPage({ expiresInMinutes: 1440 }));
    // Every other one has ended when the bank is asked.
    gone = await times(
      async (at) => await createPage({ expiresInMinutes: at % 2 === 0 ? 1440 : 360 + GAP_MINUTES }),
    );
    const [given, atIssuer, startedOver] = [await securePage(), await securePage(), await securePage()];
    // These buyers are at the issuer at the second to which the table goes back.
    const waiting = await buyer.post(await buyer.open(atIssuer.hostedPageUrl), ENTRY);
    const second = await buyer.post(await buyer.open(startedOver.hostedPageUrl), ENTRY);
    const copy = await copyTable();

    for (const one of [waiting, second]) {
      await buyer.post(await buyer.verify(one, { code: '123456', action: 'approve' }), {});
    }
    await moveTo('2026-11-20T11:59:00Z');
    service.bank.script(Array.from({ length: COUNT + 1 }, () => 'decline:51'));
    await moveBy(2 * MINUTE);
    service.bank.script([]);
    await moveBy(HOUR + 5 * MINUTE);
    const link = await cardPages.updateLink(verified);
    const first = await cardPages.send(await cardPages.open(link));
    await buyer.post(await buyer.verify(first, CANCEL), {});
    await cardPages.give(await cardPages.open(link));
    for (const [at, page] of [...open, ...gone].entries()) {
      if (at % 8 === 0) await moveBy(11 * MINUTE);
      service.bank.script(['decline:51']);
      await submit(page, CARDS.approvedVisa);
      await submit(page, CARDS.approved);
    }
    await giveUp(given);
    await giveUp(given);
    await submit(given, CARDS.approved);
    for (const id of pending) expect((await refunds.approve(id)).status).toBe(200);
    soldInGap = approved('sale');
    expect(soldInGap).toHaveLength(COUNT * 4 + 4);

    await copy.putBack();
    service.rescheduleTimers();
    await buyer.post(await buyer.open(startedOver.hostedPageUrl), {});
    await submit(startedOver, CARDS.approvedVisa);
    await moveBy(HOUR);
    for (const [at, page] of open.entries()) {
      // Every other order gets a new page, because the shop believes that it was not paid.
      const shown = at % 2 === 0 ? page : await createPage({ orderNumber: page.orderNumber });
      expect(statusIn((await submit(shown, CARDS.approvedVisa)).location)).toBe('Successful');
    }
    expect(statusIn((await submit(given, CARDS.approved)).location)).toBe('Successful');
    refused = await Promise.all(pending.map(async (id) => (await refunds.approve(id)).status));
    // The shop makes new pages for orders whose buyers do not come back.
    for (const { orderNumber } of gone.slice(COUNT / 2)) await createPage({ orderNumber });
    await moveBy(2 * HOUR);
    await service.lambdas.invokeEvent('reconcile', {});
    await moveBy(10 * MINUTE);
    payments = await everyPayment();
  });

  const salesOf = (name: RegExp) => payments.filter(({ bankOrderId }) => name.test(bankOrderId));
  it('no period, order or refund is sold or given back twice', () => {
    expect(approved('sale').length - soldInGap.length).toBe(0);
    expect([approved('void').length, approved('refund').length]).toEqual([0, COUNT]);
    expect(new Set(refused)).toEqual(new Set([409]));
  });

  it('every sale of a period or an order is named by one payment', () => {
    const successful = payments.filter(({ status }) => status === 'Successful');
    const named = new Map(successful.map((one) => [one.bankOrderId, one]));
    expect(named.size).toBe(successful.length);
    const lost = soldInGap.filter(({ orderId }) => !named.has(orderId));
    expect(lost).toEqual([]);
    expect(salesOf(/A2C1V1$/)).toMatchObject([{ status: 'Successful', source: 'RecurringPayment' }]);
  });

  it('each plan has one paid period, and goes on with the next one', async () => {
    for (const id of charged) {
      expect(await plans.show(id)).toMatchObject({ status: 'Active', totalCollectedAmount: 100 });
      expect(await plans.attempts(id)).toMatchObject([{ attemptNumber: 2, status: 'Succeeded' }]);
    }
    expect(await securePlans.show(verified)).toMatchObject({ totalCollectedAmount: 100 });
  });

  it('an order and a period of the new epoch cost no inquiry', async () => {
    const before = inquiries();
    await submit(await createPage({}), CARDS.approvedVisa);
    await moveTo('2026-11-21T12:10:00Z');
    expect(approved('sale')).toHaveLength(soldInGap.length + 1 + COUNT);
    expect(inquiries()).toBe(before);
  });
});
