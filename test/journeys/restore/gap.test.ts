// What the bank made in the gap, between the second to which the table went back and now, is done again. The
// service takes the bank's facts, or waits for a person if the sale is not what it wants to sell (payments.md
// 2.5).
import { afterAll, describe, expect, it } from 'vitest';
import { everyPayment } from '../../drivers/books.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { resultOf, statusIn } from '../../drivers/result.ts';
import { openFaults } from '../../harness/faults.ts';
import { CARDS, HOUR, MINUTE, openHarness, pageBody, SHARDS_SWEPT } from '../../harness/harness.ts';
import { copyTable } from './table-copy.ts';

const faults = openFaults();
const harness = await openHarness({ dueShards: SHARDS_SWEPT, around: faults.around });
afterAll(harness.close);
const { service, api, buyer, createPage, moveBy, now } = harness;
const plans = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);

const approvedSales = () =>
  service.bank.ledger().filter(({ operation, outcome }) => operation === 'sale' && outcome === 'approved');
const pay = async (url: string, cardNumber: string = CARDS.approved) =>
  await buyer.submit(await buyer.open(url), { cardNumber });
const paymentOf = async (orderNumber: string) =>
  (await everyPayment()).filter((one) => one.orderNumber === orderNumber);

/** Does `inGap`, puts the table back and returns the number of sales that the bank has made by then. */
async function lostTime(inGap: () => Promise<unknown>): Promise<number> {
  const copy = await copyTable();
  await inGap();
  await moveBy(10 * MINUTE);
  await copy.putBack();
  service.rescheduleTimers();
  return approvedSales().length;
}

type Given = Record<string, unknown>;
/** A page that is paid in the gap, and what happens to it there. */
async function paidInGap(body: Given, after: (reference: string) => Promise<unknown> = async () => {}) {
  const page = await createPage({ expiresInMinutes: 1440, ...body });
  const sales = await lostTime(async () => {
    const paid = await pay(page.hostedPageUrl);
    await after(String(resultOf(paid.location).paymentReferenceNumber));
  });
  return { ...page, sales };
}

describe('an order that was paid in the gap', () => {
  it('a buyer who pays again with another card has paid with the first one, which is not saved', async () => {
    const customerId = await plans.customer();
    const page = await paidInGap({ customerId });
    const form = await buyer.open(page.hostedPageUrl);
    const fields = { cardNumber: CARDS.approvedVisa, saveCard: 'yes' };
    expect(statusIn((await buyer.submit(form, fields)).location)).toBe('Successful');
    expect(approvedSales()).toHaveLength(page.sales);
    const [payment] = await paymentOf(page.orderNumber);
    expect(payment).toMatchObject({ status: 'Successful', maskedCardNumber: '552879******0008' });
    expect(payment?.cardStorageId).toBeUndefined();
    const path = `/api/card/query?customerId=${customerId}`;
    expect((await api<{ items: unknown[] }>('GET', path)).json.data.items).toEqual([]);
  });

  it('a new page for the order finds the sale of the lost page', async () => {
    const body = pageBody({ expiresInMinutes: 1440 });
    const sales = await lostTime(async () => {
      const made = await api<{ hostedPageUrl: string }>('POST', '/api/payment/hostedpage', { body });
      await pay(made.json.data.hostedPageUrl);
    });
    const page = await createPage(body);
    expect(statusIn((await pay(page.hostedPageUrl)).location)).toBe('Successful');
    expect(approvedSales()).toHaveLength(sales);
  });

  it('the sweep takes card and time of the bank if the answer to the buyer was lost', async () => {
    const page = await paidInGap({});
    service.bank.script(['lost-after']);
    await pay(page.hostedPageUrl, CARDS.approvedVisa);
    service.bank.script([]);
    await moveBy(HOUR);
    expect(approvedSales()).toHaveLength(page.sales);
    const [payment] = await paymentOf(page.orderNumber);
    expect(payment).toMatchObject({ status: 'Successful', maskedCardNumber: '552879******0008' });
    expect(Date.parse(payment?.paidAt ?? '')).toBeLessThan(Date.parse(payment?.createdAt ?? ''));
  });

  it.each<[string, Given, Given, (reference: string) => Promise<unknown>]>([
    ['voided', {}, {}, (reference) => refunds.cancel(reference)],
    ['refunded in part', {}, {}, (reference) => refunds.partial(reference, 10)],
    ['sold for another amount', { amount: 149.9 }, { amount: 150 }, async () => {}],
    ['sold in a currency that may be another one', { currency: 'USD' }, { currency: 'USD' }, async () => {}],
  ])('an order that was %s waits for a person, and nothing is sold', async (_, body, newBody, after) => {
    const page = await paidInGap(body, after);
    const again = await createPage({ orderNumber: page.orderNumber, expiresInMinutes: 1440, ...newBody });
    await pay(again.hostedPageUrl);
    await moveBy(5 * MINUTE);
    expect(approvedSales()).toHaveLength(page.sales);
    const [payment] = await paymentOf(page.orderNumber);
    expect(payment?.status).toBe('Processing');
    expect(payment?.review?.since).toBeDefined();
  });
});

describe('a charge that was made in the gap', () => {
  const soon = () => new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + MINUTE).toISOString();

  it('a charge of a card that was replaced in the gap names the card of the bank', async () => {
    const [first, second] = [await plans.card(), await plans.card(CARDS.approvedVisa)];
    const { id } = await plans.create({ cardStorageId: first, startDate: soon() });
    const sales = await lostTime(async () => await plans.replaceCard(id, second));
    await moveBy(HOUR);
    expect(approvedSales()).toHaveLength(sales);
    const [payment] = await paymentOf(`${id}-1`);
    expect(payment).toMatchObject({ status: 'Successful', maskedCardNumber: '460345******0000' });
    expect(payment?.cardStorageId).toBeUndefined();
    expect((await plans.show(id)).successfulPaymentCount).toBe(1);
  });

  it('a charge in a foreign currency is ours, because a plan has one currency', async () => {
    const { id } = await plans.create({ currency: 'EUR', startDate: soon() });
    const sales = await lostTime(async () => {});
    await moveBy(HOUR);
    expect(approvedSales()).toHaveLength(sales);
    expect(await plans.show(id)).toMatchObject({ successfulPaymentCount: 1, status: 'Active' });
  });

  it('a charge that was given back in the gap waits for a person, and is not made again', async () => {
    const { id } = await plans.create({ startDate: soon() });
    const sales = await lostTime(async () => {
      await moveBy(5 * MINUTE);
      const [made] = await plans.attempts(id);
      await refunds.cancel(String(made?.paymentReferenceNumber));
    });
    await moveBy(2 * HOUR);
    expect(approvedSales()).toHaveLength(sales);
    expect((await plans.attempts(id)).map(({ status }) => status)).toEqual(['Processing']);
    expect(await plans.show(id)).toMatchObject({ waitingFor: 'review' });
  });
});

// The breaker of the bank is open afterwards, so these are last.
it.each(['never', 'newCards'] as const)(
  'an order is not sold while the bank does not tell, and the buyer reads why (3-D Secure: %s)',
  async (threeDSecure) => {
    const { apiKey: key } = await service.addMerchant({ threeDSecure });
    const body = pageBody({ expiresInMinutes: 1440 });
    const made = await api<{ hostedPageUrl: string }>('POST', '/api/payment/hostedpage', { body, key });
    const { hostedPageUrl } = made.json.data;
    const sales = await lostTime(async () => {});
    faults.arm('hosted-page-pay', 'bank', 'outage');
    const shown = await pay(hostedPageUrl);
    expect(shown.text).toContain('Bankaya şu anda ulaşılamıyor.');
    expect(approvedSales()).toHaveLength(sales);
    expect(await paymentOf(String(body['orderNumber']))).toEqual([]);
  },
);
