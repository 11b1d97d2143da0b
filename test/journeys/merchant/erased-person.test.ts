// A person is erased from every place that keeps text: rows, deliveries, what a receiver answered, and answers
// that are kept for repeats. No log line ever had the person.
import { expect, it } from 'vitest';
import { CARDS, MINUTE, startHarness } from '../../harness/harness.ts';
import { everyRow } from '../../harness/traces.ts';
import { startReceiver } from '../../webhook/receiver.ts';

const harness = await startHarness({ events: true });
const { api, buyer, createPage, payOrder, moveBy, logs } = harness;

const NAME = 'Silinecek Ayşegül';
const PERSON = { fullName: NAME, email: 'silinecek@example.com', phone: '905559998877' };
const isTrace = (text: string) => /silinecek|905559998877/i.test(text);
/** Rows, and the events of the feed, which rows have compressed. */
async function traces(): Promise<string[]> {
  const feed = await api<{ items: object[] }>('GET', '/api/event?limit=100');
  const events = feed.json.data.items.map((event) => JSON.stringify(event));
  return [...(await everyRow()), ...events].filter(isTrace).map((text) => text.slice(0, 200));
}

let calls = 0;
async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  calls += 1;
  const headers = method === 'GET' ? {} : { 'idempotency-key': `person-${calls}` };
  const answer = await api<{ id: string; hostedPageUrl: string }>(method, path, {
    headers,
    ...(body && { body }),
  });
  expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 200]);
  return answer.json.data;
}

it('an erased person is in no row, delivery, answer of a receiver or kept answer, and was in no log line', async () => {
  const receiver = await startReceiver((answer, { body }) => {
    // As a framework in debug mode: it answers with what it got, now and then as a failure.
    const status = receiver.received.length % 3 === 0 ? 500 : 200;
    answer.writeHead(status).end(body);
  });
  await call('POST', '/api/webhook', { url: receiver.url, eventTypes: ['*'] });
  const { id } = await call('POST', '/api/customer', { ...PERSON, metadata: { member: 'silinecek-17' } });
  await call('PUT', `/api/customer/${id}`, { fullName: `${NAME} Hanım` });
  await call('GET', `/api/customer?email=${PERSON.email}`);
  const expiry = { expiryMonth: '12', expiryYear: '2029' };
  const typed = { cardAlias: 'Silinecek kart', ownerName: NAME, cardNumber: CARDS.approvedVisa, ...expiry };
  const card = await call('POST', '/api/card', { ...typed, customerId: id });
  await call('PUT', `/api/card/${card.id}`, { cardAlias: 'Silinecek öteki' });
  const page = await createPage({ customerId: id });
  await buyer.submit(await buyer.open(page.hostedPageUrl), { ownerName: NAME });
  const link = await call('POST', `/api/customer/${id}/addcardlink`, {});
  await buyer.submit(await buyer.open(link.hostedPageUrl), { ownerName: NAME });
  const payment = await payOrder({ customerId: id });
  await call('PUT', `/api/payment/${payment}`, { note: 'Silinecek aradı' });
  await moveBy(10 * MINUTE);
  expect(receiver.received.filter(({ body }) => isTrace(body)).length).toBeGreaterThan(3);
  expect((await traces()).length).toBeGreaterThan(5);

  await call('DELETE', `/api/customer/${id}`);
  await moveBy(10 * MINUTE);
  expect(await traces()).toEqual([]);
  expect(logs.length).toBeGreaterThan(10);
  expect(logs.filter(isTrace)).toEqual([]);
}, 120_000);
