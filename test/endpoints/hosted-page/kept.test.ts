// Rows of pages end thirteen months after the page's creation or its last attempt (hosted-page.md 3.10).
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { tokenDigest } from '#domain/payment/page-token.ts';
import { hostedPageKey } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import { cardPageDriver } from '../../drivers/card-page-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { CARDS, DAY, MINUTE, type OpenPage, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';
import { customersOf } from '../customer/customers.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, moveBy, now } = harness;
const { salesOf } = orderViews(harness);
const PATH = '/api/payment/hostedpage';
const shown = async ({ token }: Pick<OpenPage, 'token'>) => await api('GET', `${PATH}/${token}`);
const endOf = async ({ token }: Pick<OpenPage, 'token'>) =>
  (await getItem(hostedPageKey(tokenDigest(token))))?.['expiresAtSeconds'];
const inThirteenMonths = () => {
  const at = now();
  return at.setUTCMonth(at.getUTCMonth() + 13);
};
/** To the minute, because the clock of the tests runs. */
async function expectEnd(page: Pick<OpenPage, 'token'>): Promise<void> {
  expect(Math.abs(Number(await endOf(page)) * 1000 - inThirteenMonths())).toBeLessThan(MINUTE);
}
const listed = async ({ orderNumber }: Pick<OpenPage, 'orderNumber'>) => {
  const { json } = await api<{ items: { id: string }[] }>('GET', `${PATH}?orderNumber=${orderNumber}`);
  return json.data.items.map(({ id }) => id);
};

async function expectGone(page: Omit<OpenPage, 'orderNumber'>): Promise<void> {
  expectRejection(await shown(page), { code: 'HOSTED_PAGE_NOT_FOUND' });
  expectRejection(await api('DELETE', `${PATH}/${page.token}`), { code: 'HOSTED_PAGE_NOT_FOUND' });
  expect((await buyer.open(page.hostedPageUrl)).status).toBe(404);
}

it('a page answers for thirteen months, then it is not found, and its payment keeps the facts', async () => {
  const metadata = { basket: 'B-1' };
  const page = await createPage({ metadata });
  const untouched = await createPage({ orderNumber: 'UNTOUCHED' });
  const cardPage = await cardPageDriver(harness, harness.merchant.apiKey).addLink(
    (await customersOf(harness).create()).id,
  );
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  const { paymentReferenceNumber } = (await shown(page)).json.data['payment'] as Record<string, string>;
  const payment = (await api('GET', `/api/payment/${paymentReferenceNumber}`)).json.data;
  expect(payment).toMatchObject({ orderNumber: page.orderNumber, metadata, status: 'Successful' });
  const before = (await shown(page)).json.data;
  const all = [page, untouched, cardPage];
  for (const one of all) await expectEnd(one);

  await moveBy(MINUTE);
  await service.timeline.setRunning(false);
  await moveBy(inThirteenMonths() - now().getTime() - DAY);
  expect((await shown(page)).json.data).toEqual(before);
  expect((await shown(untouched)).json.data).toMatchObject({ state: 'Expired' });
  expect((await shown(cardPage)).json.data).toMatchObject({ state: 'Expired' });
  expect(await listed(page)).toEqual([before['id']]);

  await moveBy(2 * DAY);
  for (const one of all) await expectGone(one);
  expect(await listed(page)).toEqual([]);
  expect((await api('GET', `/api/payment/${paymentReferenceNumber}`)).json.data).toEqual(payment);
  await service.timeline.setRunning(true);
});

it('a page whose payment has no known outcome has no end, and its outcome sets one', async () => {
  const page = await createPage();
  const form = await buyer.open(page.hostedPageUrl);
  await service.timeline.setRunning(false);
  service.bank.script(['lost-after']);
  await buyer.submit(form);
  expect((await shown(page)).json.data).toMatchObject({ state: 'Processing' });
  expect(await endOf(page)).toBeUndefined();
  await moveBy(500 * DAY);
  expect((await shown(page)).json.data).toMatchObject({ state: 'Processing' });
  await service.lambdas.invoke('sweep', {});
  expect((await shown(page)).json.data).toMatchObject({ state: 'Paid' });
  await expectEnd(page);
  await service.timeline.setRunning(true);
});

it('an order whose page is gone gets a new page, on which the attempts go on, and is paid once', async () => {
  const page = await createPage();
  await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  const Key = hostedPageKey(tokenDigest(page.token));
  await table.send(new DeleteCommand({ TableName: tableName(), Key }));
  const newer = await createPage({ orderNumber: page.orderNumber });
  await buyer.submit(await buyer.open(newer.hostedPageUrl));
  expect((await shown(newer)).json.data).toMatchObject({ state: 'Paid' });
  const sales = await salesOf(page.orderNumber);
  expect(sales.map(({ outcome, orderId }) => [outcome, orderId.at(-1)])).toEqual([
    ['declined', '1'],
    ['approved', '2'],
  ]);
  await expect(createPage({ orderNumber: page.orderNumber })).rejects.toThrow('ORDER_ALREADY_PAID');
});
