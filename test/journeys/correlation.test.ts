// Each log line contains the id of its request, and as correlation id the id of the request that created its
// order or recurring payment, so that any line of an order leads to all others.
import { expect, it } from 'vitest';
import { orderDigest } from '#domain/payment/hosted-page.ts';
import { issueKey, keysOf, revokeKey } from '../../lib/operator/onboarding.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { openFaults } from '../harness/faults.ts';
import { CARDS, HOUR, MINUTE, startHarness } from '../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, api, buyer, logs, now, moveBy } = harness;

type Line = Record<string, unknown> & { message: string };
const linesOf = (field: string, value: unknown): Line[] =>
  logs.map((line) => JSON.parse(line) as Line).filter((line) => line[field] === value);
const requestIdOf = ({ headers }: { headers: Record<string, string> }) => headers['x-request-id'];

/** Creates a page without the harness, because the tests read the headers of the answer. */
async function createPageWithRequestId() {
  const body = {
    amount: 10,
    currency: 'TRY',
    orderNumber: `CORRELATION-${logs.length}`,
    successUrl: 'https://shop.example/success',
    failUrl: 'https://shop.example/fail',
  };
  const made = await api<{ hostedPageUrl: string }>('POST', '/api/payment/hostedpage', { body });
  return { requestId: requestIdOf(made), url: made.json.data.hostedPageUrl };
}

it('all log lines of an order, from page to refund, have one correlation id', async () => {
  const { requestId, url } = await createPageWithRequestId();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(url));
  await moveBy(10 * MINUTE);
  const [paid] = linesOf('correlationId', requestId).filter(({ PagesPaid }) => PagesPaid === 1);
  const transactionId = paid?.['paymentReferenceNumber'];
  const refund = await api('POST', '/api/Refund/partial', {
    body: { transactionId, amount: 4, reason: 'Kırık geldi' },
  });

  const lines = linesOf('correlationId', requestId);
  expect(lines.map(({ message }) => message)).toEqual([
    'PagesOpened',
    'request',
    'PagesSubmitted',
    expect.stringContaining('BankLatency'),
    'bank sale',
    'request',
    expect.stringContaining('BankLatency'),
    'bank sale',
    expect.stringContaining('PagesPaid'),
    'RefundsAsked',
    expect.stringContaining('BankLatency'),
    expect.stringContaining('BankLatency'),
    'bank refund',
    expect.stringContaining('RefundsCompleted'),
    'request',
  ]);
  expect(new Set(lines.map((line) => line['requestId'])).size).toBe(4);
  expect(lines.at(-1)?.['requestId']).toBe(requestIdOf(refund));
  expect(linesOf('requestId', requestId).map(({ message }) => message)).toEqual(['PagesCreated', 'request']);
});

it('all log lines of an order have its digest, over its pages and their refunds, and none has its number', async () => {
  const { merchantId } = harness.merchant;
  const orderNumber = 'ORDER-OF-ELIF@SHOP.EXAMPLE';
  const order = orderDigest({ merchantId, orderNumber });
  const from = logs.length;
  const first = await harness.createPage({ orderNumber });
  await buyer.submit(await buyer.open(first.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  const second = await harness.createPage({ orderNumber });
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(second.hostedPageUrl));
  await moveBy(10 * MINUTE);
  const [paid] = linesOf('order', order).filter(({ PagesPaid }) => PagesPaid === 1);
  const body = { transactionId: paid?.['paymentReferenceNumber'], amount: 4, reason: 'Kırık geldi' };
  const { json } = await api<{ refundId: string }>('POST', '/api/Refund', { body });
  await api('POST', `/api/Refund/${json.data.refundId}/approve`);

  const lines = logs.slice(from).map((line) => JSON.parse(line) as Line);
  const isAbout = ({ message, method, operation }: Line) =>
    method !== undefined || operation !== undefined || /^(Pages|Refunds|bank )/.test(message);
  expect(lines.filter((line) => isAbout(line) && line['order'] !== order)).toEqual([]);
  const made = lines.filter(({ PagesCreated }) => PagesCreated === 1);
  expect(made.map(({ page }) => page)).toEqual([expect.any(String), expect.any(String)]);
  expect(logs.slice(from).join('\n')).not.toContain(orderNumber);
});

it('all log lines of a recurring payment, its charges and sweeps have one correlation id', async () => {
  const driver = recurringPaymentDriver(harness);
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR).toISOString();
  const made = await driver.post(await driver.body({ startDate }));
  const requestId = requestIdOf(made);
  const { id } = made.json.data;
  service.bank.script(['lost-after']);
  await moveBy(2 * HOUR);
  await driver.cancel(id);

  const lines = linesOf('correlationId', requestId);
  const messages = lines.map(({ message }) => message);
  expect(messages.filter((message) => message === 'recurring charge')).toHaveLength(2);
  expect(messages.filter((message) => message.includes('ChargesSucceeded'))).toHaveLength(1);
  expect(messages.at(-1)).toBe('request');
  // These are the charge whose answer was lost, the sweep that recovered it and the cancel call.
  expect(new Set(lines.map((line) => line['requestId'])).size).toBe(3);
  const own = linesOf('recurringPaymentId', id);
  expect(own.length).toBeGreaterThan(5);
  for (const line of own) expect([line['requestId'], line['correlationId']]).toContain(requestId);
});

it('a sweep logs each recovered order under the correlation id of that order only', async () => {
  const pages = [
    await createPageWithRequestId(),
    await createPageWithRequestId(),
    await createPageWithRequestId(),
  ];
  for (const { url } of pages) {
    service.bank.script(['lost-after']);
    await buyer.submit(await buyer.open(url));
  }
  await moveBy(10 * MINUTE);
  for (const { requestId } of pages) {
    const lines = linesOf('correlationId', requestId);
    expect(new Set(lines.flatMap((line) => line['page'] ?? [])).size).toBe(1);
    expect(lines.filter(({ PagesPaid }) => PagesPaid === 1)).toHaveLength(1);
  }
});

it("every log line and metric of a merchant's request has the id of its API key, and no key", async () => {
  const { merchantId, apiKey } = harness.merchant;
  const [key] = await keysOf(merchantId);
  const made = await createPageWithRequestId();
  const lines = linesOf('requestId', made.requestId);
  expect(lines.map(({ keyId }) => keyId)).toEqual(lines.map(() => key?.keyId));
  expect(lines.map(({ message }) => message)).toContain('PagesCreated');
  expect(lines.flatMap(({ _aws }) => dimensionsOf(_aws))).toEqual(['stage']);
  expect(JSON.stringify(lines)).not.toContain(apiKey);
});

const dimensionsOf = (aws: unknown) =>
  (
    (aws ?? { CloudWatchMetrics: [] }) as { CloudWatchMetrics: { Dimensions: string[][] }[] }
  ).CloudWatchMetrics.flatMap(({ Dimensions }) => Dimensions).flat();

it('a denied API key is logged under the request id that the caller received', async () => {
  const rejected = await api('GET', '/api/payment', { key: `${harness.merchant.apiKey}x` });
  expect(rejected.status).toBe(401);
  expect(linesOf('requestId', requestIdOf(rejected)).map(({ message }) => message)).toEqual(['key refused']);
});

it('a revoked key that is still used is logged by its id and merchant, without the key', async () => {
  const { merchantId } = harness.merchant;
  const { keyId, apiKey } = await issueKey(merchantId, now());
  await revokeKey(merchantId, keyId, now());
  const rejected = await api('GET', '/api/payment', { key: apiKey });
  expect(linesOf('requestId', requestIdOf(rejected))).toEqual([
    expect.objectContaining({ message: 'key refused', keyId, merchantId }),
  ]);
  expect(logs.join('\n')).not.toContain(apiKey);
});

it('an internal error is logged under the request id that the caller received', async () => {
  faults.arm('payment-list', 'table', 'outage');
  const failed = await api('GET', '/api/payment');
  expect(failed.status).toBe(500);
  const [line] = linesOf('requestId', requestIdOf(failed));
  expect(line).toMatchObject({
    level: 'error',
    errorCode: 'INTERNAL_ERROR',
    error: { name: expect.any(String) },
  });
});

it.each([
  ['a UUID is logged', '0B6E7B0A-4F0E-4D6B-9B3F-2D4E5F6A7B8C', '0b6e7b0a-4f0e-4d6b-9b3f-2d4e5f6a7b8c'],
  ['a card number is not logged', CARDS.approved, undefined],
  ['a text is not logged', 'order 17 of Ayşe', undefined],
])('a request id in the header of a merchant: %s', async (_, sent, logged) => {
  const answer = await api('GET', '/api/payment', { headers: { 'x-request-id': encodeURIComponent(sent) } });
  const [line] = linesOf('requestId', requestIdOf(answer));
  expect(line?.['clientRequestId']).toBe(logged);
  expect(requestIdOf(answer)).not.toBe(sent);
});
