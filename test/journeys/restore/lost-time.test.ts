// `npm run lease -- take --former-table`: what was paid between the second to which the table went back and its
// loss is claimed again from the former table, and the bank says what became of it. Nobody pays twice, each sale
// keeps its reference, and what is left to a person is named.
import * as sdk from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TAKEOVER_MS } from '#domain/lease.ts';
import { forgetLease } from '#flows/lease.ts';
import { tableName } from '#store/table/table.ts';
import { operator } from '../../bin/driver/operator.ts';
import { everyPayment } from '../../drivers/books.ts';
import { copyTable } from '../../drivers/copied-table.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { resultOf } from '../../drivers/result.ts';
import { singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { CARDS, HOUR, MINUTE, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';

const { service, api, buyer, createPage, moveBy, now, ...harness } = await startHarness({
  dueShards: SHARDS_SWEPT,
});
const charges = singleChargeDriver({ api, service });
const refunds = refundDriver({ service, api, buyer, createPage, moveBy, now, ...harness });
const client = new sdk.DynamoDBClient();
const [former, restored] = [tableName(), `${tableName()}-2`];
const { operate } = operator();
const useTable = (name: string) => {
  process.env['TABLE_NAME'] = name;
  forgetLease();
};
afterAll(async () => {
  useTable(former);
  await client.send(new sdk.DeleteTableCommand({ TableName: restored }));
  client.destroy();
});

type Page = Awaited<ReturnType<typeof createPage>>;
const pay = async ({ hostedPageUrl }: Page, cardNumber: string = CARDS.approved) =>
  await buyer.submit(await buyer.open(hostedPageUrl), { cardNumber });
const paidAs = async (page: Page) => String(resultOf((await pay(page)).location).paymentReferenceNumber);
const paymentNamed = async (reference: string) =>
  (await everyPayment()).find((one) => one.paymentReferenceNumber === reference);
const sales = () =>
  service.bank.ledger().filter(({ operation, outcome }) => operation === 'sale' && outcome === 'approved');
const long = { expiresInMinutes: 1440 };

const take = async (lostSince: Date) => {
  const since = lostSince.toISOString();
  const words = ['--confirm', '--former-table', former, '--lost-since', since];
  const { code, text } = await operate('lease', 'take', ...words);
  expect(code, text).toBe(0);
  return JSON.parse(text) as { lostTime: { claimed: number; forAPerson: object[]; lost: object } };
};

const pages = {} as Record<'old' | 'closed' | 'fresh' | 'again' | 'void' | 'declined', Page>;
const references = {} as Record<
  'old' | 'closed' | 'fresh' | 'again' | 'void' | 'charge' | 'held' | 'captured',
  string
>;
let since: Date;
let soldBefore: ReturnType<typeof sales>;
let taken: Awaited<ReturnType<typeof take>>;
let [refundId, planId, partly] = ['', '', ''];

beforeAll(async () => {
  [pages.old, pages.closed] = [await createPage(long), await createPage(long)];
  const cardStorageId = await charges.card();
  const others = { held: await charges.card(), captured: await charges.card() };
  planId = (await charges.create({ startDate: new Date(now().getTime() + 5 * MINUTE).toISOString() })).id;
  partly = await refunds.pay();
  since = now();
  await copyTable(client, former, restored);

  // A page of before, after a decline; one that the shop closes later; one of the lost time; an order whose second
  // attempt was paid; a payment that was cancelled; an order that was only declined; a charge; a period; a refund.
  await moveBy(MINUTE);
  await pay(pages.old, CARDS.insufficientFunds);
  references.old = await paidAs(pages.old);
  references.closed = await paidAs(pages.closed);
  pages.fresh = await createPage(long);
  references.fresh = await paidAs(pages.fresh);
  pages.again = await createPage(long);
  await pay(pages.again, CARDS.insufficientFunds);
  references.again = await paidAs(pages.again);
  pages.void = await createPage(long);
  references.void = await paidAs(pages.void);
  await refunds.cancel(references.void);
  pages.declined = await createPage(long);
  await pay(pages.declined, CARDS.insufficientFunds);
  references.charge = (await charges.charge({ cardStorageId })).json.data.paymentReferenceNumber;
  for (const name of ['held', 'captured'] as const) {
    const { json } = await charges.charge({ capture: 'manual', cardStorageId: others[name] });
    references[name] = json.data.paymentReferenceNumber;
  }
  await api('POST', `/api/payment/${references.captured}/capture`, { body: { amount: 100 } });
  await moveBy(10 * MINUTE);
  refundId = (await refunds.partial(partly, 10)).json.data.refundId;
  await charges.anotherCustomer();
  soldBefore = sales();

  useTable(restored);
  await api('DELETE', `/api/payment/hostedpage/${pages.closed.token}`);
  pages.again = await createPage({ ...long, orderNumber: pages.again.orderNumber });
  taken = await take(since);
  await moveBy(TAKEOVER_MS + 10 * MINUTE);
});

it('each sale is a payment under its own reference, with what the bank says of it', async () => {
  expect(taken.lostTime.claimed).toBe(8);
  for (const name of ['old', 'closed', 'fresh', 'again', 'charge'] as const) {
    const payment = await paymentNamed(references[name]);
    const sold = soldBefore.find(({ orderId }) => orderId === payment?.bankOrderId);
    expect(payment, name).toMatchObject({ status: 'Successful', bankReferenceNumber: sold?.hostReference });
  }
  expect(await paymentNamed(references.held)).toMatchObject({ status: 'Authorized', chargedMinor: 14_990 });
  expect(await paymentNamed(references.captured)).toMatchObject({
    status: 'Successful',
    chargedMinor: 10_000,
    authorization: { amountMinor: 14_990 },
  });
  // The bank has given it back, so its order may be paid.
  expect(await paymentNamed(references.void)).toMatchObject({ status: 'Failed' });
});

it('no buyer and no shop can pay an order again', async () => {
  for (const page of [pages.old, pages.closed, pages.fresh, pages.again]) {
    expect((await buyer.open(page.hostedPageUrl)).form, page.orderNumber).toBeUndefined();
  }
  const body = await charges.body({ orderNumber: (await paymentNamed(references.charge))?.orderNumber });
  expect((await charges.post(body)).json).toMatchObject({ errorCode: 'ORDER_ALREADY_PAID' });
  await moveBy(2 * HOUR);
  expect(sales()).toHaveLength(soldBefore.length);
});

it('an order that no card has paid stays free', async () => {
  const page = await createPage({ orderNumber: pages.declined.orderNumber });
  expect((await buyer.open(page.hostedPageUrl)).form).toBeDefined();
});

it('what only a person can decide is named, and what is lost is counted', () => {
  const { forAPerson, lost } = taken.lostTime;
  expect(forAPerson).toHaveLength(3);
  const refunded = { what: 'refund', status: 'Completed' };
  for (const refund of [
    { ...refunded, refundId, paymentReferenceNumber: partly, amount: 10 },
    { ...refunded, paymentReferenceNumber: references.void, amount: 149.9 },
  ])
    expect(forAPerson).toContainEqual(expect.objectContaining(refund));
  expect(forAPerson).toContainEqual(
    expect.objectContaining({ what: 'charge', recurringPaymentId: planId, status: 'Successful' }),
  );
  expect(lost).toEqual({ customer: 1, 'hosted-page': 1 });
});

it('repeated, it claims nothing', async () => {
  expect((await take(since)).lostTime.claimed).toBe(0);
});
