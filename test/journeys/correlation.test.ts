// From any line of the log to all others of the same matter: each belongs to the request it was written in,
// and to the one with which its order or recurring payment began.
import { expect, it } from 'vitest';
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

/** A page made by hand, because the answer's headers are what counts. */
async function madePage() {
  const body = {
    amount: 10,
    currency: 'TRY',
    orderNumber: `TRAIL-${logs.length}`,
    successUrl: 'https://shop.example/success',
    failUrl: 'https://shop.example/fail',
  };
  const made = await api<{ hostedPageUrl: string }>('POST', '/api/payment/hostedpage', { body });
  return { requestId: requestIdOf(made), url: made.json.data.hostedPageUrl };
}

it('an order is followed from the page over the bank and the sweep to its refund, by one id', async () => {
  const { requestId, url } = await madePage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(url));
  await moveBy(10 * MINUTE);
  const [paid] = linesOf('correlationId', requestId).filter(({ PagesPaid }) => PagesPaid === 1);
  const transactionId = paid?.['paymentReferenceNumber'];
  const refund = await api('POST', '/api/Refund/partial', {
    body: { transactionId, amount: 4, reason: 'Kırık geldi' },
  });

  const followed = linesOf('correlationId', requestId);
  expect(followed.map(({ message }) => message)).toEqual([
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
  expect(new Set(followed.map((line) => line['requestId'])).size).toBe(4);
  expect(followed.at(-1)?.['requestId']).toBe(requestIdOf(refund));
  expect(linesOf('requestId', requestId).map(({ message }) => message)).toEqual(['PagesCreated', 'request']);
});

it('a recurring payment is followed through charges, orders and sweeps, by one id', async () => {
  const driver = recurringPaymentDriver(harness);
  const startDate = new Date(Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR).toISOString();
  const made = await driver.post(await driver.body({ startDate }));
  const requestId = requestIdOf(made);
  const { id } = made.json.data;
  service.bank.script(['lost-after']);
  await moveBy(2 * HOUR);
  await driver.cancel(id);

  const followed = linesOf('correlationId', requestId);
  const messages = followed.map(({ message }) => message);
  expect(messages.filter((message) => message === 'recurring charge')).toHaveLength(2);
  expect(messages.filter((message) => message.includes('ChargesSucceeded'))).toHaveLength(1);
  expect(messages.at(-1)).toBe('request');
  // The charge that was lost, the sweep that found it, the merchant who cancelled.
  expect(new Set(followed.map((line) => line['requestId'])).size).toBe(3);
  const own = linesOf('recurringPaymentId', id);
  expect(own.length).toBeGreaterThan(5);
  for (const line of own) expect([line['requestId'], line['correlationId']]).toContain(requestId);
});

it('what a sweep finds for one order is never told under the id of another', async () => {
  const pages = [await madePage(), await madePage(), await madePage()];
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

it('a refused key is told under the id that its caller was given', async () => {
  const refused = await api('GET', '/api/payment', { key: `${harness.merchant.apiKey}x` });
  expect(refused.status).toBe(401);
  expect(linesOf('requestId', requestIdOf(refused)).map(({ message }) => message)).toEqual(['key refused']);
});

it('a fault is told under the id that its caller was given', async () => {
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
  ['an id is kept', '0B6E7B0A-4F0E-4D6B-9B3F-2D4E5F6A7B8C', '0b6e7b0a-4f0e-4d6b-9b3f-2d4e5f6a7b8c'],
  ['a card number is not', CARDS.approved, undefined],
  ['a text is not', 'order 17 of Ayşe', undefined],
])("of a merchant's own X-Request-Id %s", async (_, sent, kept) => {
  const answer = await api('GET', '/api/payment', { headers: { 'x-request-id': encodeURIComponent(sent) } });
  const [line] = linesOf('requestId', requestIdOf(answer));
  expect(line?.['clientRequestId']).toBe(kept);
  expect(requestIdOf(answer)).not.toBe(sent);
});
