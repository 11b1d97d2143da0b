// Rows about money that contradict themselves: a claim stops before the bank is called, an outcome is kept
// and waits for a person, a read answers; each rings (payments.md 7).
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it } from 'vitest';
import { tokenDigest } from '#domain/payment/page-token.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { entityKey, hostedPageKey, type Key, REVIEW_PARTITION } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import { checkRows } from '../../lib/operator/review/broken-rows.ts';
import { listBrokenReviews, listOpenReviews } from '../../lib/operator/review.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { DAY, HOUR, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ events: true });
const { service, merchant, logs, moveBy, buyer, createPage } = harness;
const { merchantId } = merchant;
const refunds = refundDriver(harness);
const charges = recurringPaymentDriver(harness);
const paymentKey = (reference: string) => entityKey(merchantId, 'PAYMENT', reference);

/** Changes a row as a fault of the code would; an undefined value removes the attribute. */
async function damage(key: Key, changes: Record<string, unknown>): Promise<void> {
  const Item = { ...(await getItem(key)), ...changes };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

let seen = 0;
beforeEach(() => {
  seen = logs.length;
});
const rung = () =>
  logs.slice(seen).flatMap((line) => /"a row contradicts itself".*"reason":"([^"]+)"/.exec(line)?.[1] ?? []);
const callsOfBank = () => service.bank.ledger().length;

it('a refund of a payment that contradicts itself is not sent, and rings', async () => {
  const payment = await refunds.pay();
  await damage(paymentKey(payment), { reservedMinor: 1, refundedMinor: 10_000_000 });
  const before = callsOfBank();
  expect((await refunds.partial(payment, 5)).status).toBeGreaterThanOrEqual(400);
  expect([callsOfBank(), rung()]).toEqual([before, ['payment: sums']]);
  await damage(paymentKey(payment), { reservedMinor: 0, refundedMinor: 0 });
});

it('a read of a payment that contradicts itself answers, and rings', async () => {
  const payment = await refunds.pay();
  await damage(paymentKey(payment), { refundLock: 'nobody' });
  const { status } = await harness.api('GET', `/api/payment/${payment}`);
  expect([status, rung()]).toEqual([200, ['payment: lock']]);
  await damage(paymentKey(payment), { refundLock: undefined });
});

it('a charge of a plan whose row contradicts itself is not made, and rings', async () => {
  const { id } = await charges.create({ frequency: 'daily' });
  const key = entityKey(merchantId, 'RECURRING', id);
  const version = (await getItem(key))?.['version'];
  await damage(key, { version: 99 });
  await moveBy(DAY + HOUR);
  expect([charges.sales(id), new Set(rung())]).toEqual([[], new Set(['recurring-payment: version'])]);
  await damage(key, { version });
});

it('an outcome that leaves a contradiction is kept, and waits for a person', async () => {
  const form = await buyer.open((await createPage()).hostedPageUrl);
  service.bank.script(['lost-after']);
  await buyer.submit(form);
  const { items } = (
    await harness.api<{ items: { paymentReferenceNumber: string }[] }>(
      'GET',
      '/api/payment?status=Processing',
    )
  ).json.data;
  const reference = String(items[0]?.paymentReferenceNumber);
  await damage(paymentKey(reference), { refundReferences: new Set(['R-1']) });
  await moveBy(HOUR);
  expect(await loadPayment(merchantId, reference)).toMatchObject({ status: 'Successful' });
  expect((await getItem(paymentKey(reference)))?.['duePk']).toBe(REVIEW_PARTITION);
  expect(rung()).toContain('payment: reference');
  const broken = {
    kind: 'payment',
    row: Object.values(paymentKey(reference)).join(' '),
    broken: ['reference'],
  };
  expect([await listBrokenReviews(), await listOpenReviews()]).toEqual([[broken], []]);
  expect((await checkRows()).broken).toEqual([broken]);

  await damage(paymentKey(reference), { refundReferences: undefined });
  expect(await checkRows()).toMatchObject({ broken: [], released: 1 });
  expect(await listBrokenReviews()).toEqual([]);
});

it('a page that contradicts itself takes no payment, and rings', async () => {
  const { hostedPageUrl, token } = await createPage();
  const form = await buyer.open(hostedPageUrl);
  await damage(hostedPageKey(tokenDigest(token)), { declineCount: 1 });
  const before = callsOfBank();
  expect((await buyer.submit(form)).status).toBe(500);
  expect([callsOfBank(), rung()]).toEqual([before, ['hosted-page: attempts']]);
  await damage(hostedPageKey(tokenDigest(token)), { declineCount: 0 });
  await buyer.submit(await buyer.open(hostedPageUrl));
  expect(callsOfBank()).toBe(before + 1);
});

it('the outcome on a page that contradicts itself is kept, and the page waits for a person', async () => {
  const { hostedPageUrl, token } = await createPage();
  const form = await buyer.open(hostedPageUrl);
  service.bank.script(['lost-after']);
  await buyer.submit(form);
  const key = hostedPageKey(tokenDigest(token));
  await damage(key, { declineCount: 2 });
  await moveBy(HOUR);
  expect(await getItem(key)).toMatchObject({ state: 'Paid', duePk: REVIEW_PARTITION });
  expect(rung()).toEqual(['hosted-page: attempts']);
  const broken = { kind: 'hosted-page', row: `${key.pk} ${key.sk}`, broken: ['attempts'] };
  expect([await listBrokenReviews(), await listOpenReviews()]).toEqual([[broken], []]);

  await damage(key, { declineCount: 0 });
  expect([await listBrokenReviews(), await listOpenReviews()]).toEqual([[], []]);
  expect(await checkRows()).toMatchObject({ broken: [], released: 1 });
  expect((await getItem(key))?.['duePk']).toBeUndefined();
});

const SALE = { sentAt: '2026-11-20T09:00:00.000Z', inquiries: 0, sealVersion: 1 };
it.each([
  ['payment: claim', { status: 'Processing', reservedMinor: 1 }],
  ['refund: sent', { status: 'Pending' }],
  ['refund: operation', { processedAs: undefined }],
  ['recurring-payment: sale', { pendingSale: SALE }],
])('a read rings for %s', async (name, changes) => {
  const payment = await refunds.pay();
  const { refundId } = (await refunds.partial(payment, 5)).json.data;
  const { id } = await charges.create();
  const [key, path] = {
    payment: [paymentKey(payment), `/api/payment/${payment}`] as const,
    refund: [entityKey(merchantId, 'REFUND', refundId), `/api/Refund/${refundId}`] as const,
    'recurring-payment': [entityKey(merchantId, 'RECURRING', id), `/api/RecurringPayment/${id}`] as const,
  }[name.split(':', 1).join() as 'payment'];
  const before = (await getItem(key)) ?? {};
  await damage(key, changes);
  const { status } = await harness.api('GET', path);
  expect([status, rung()]).toEqual([200, [name]]);
  const names = Object.keys(changes);
  await damage(
    key,
    Object.fromEntries(names.map((one) => [one, Object.entries(before).find(([n]) => n === one)?.[1]])),
  );
});
