// The note of a payment: the shop's own words, erased with the payment's customer (payments.md 12).
import { expect, it } from 'vitest';
import { issueKey } from '../../../lib/operator/onboarding.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { singleChargeDriver } from '../../drivers/single-charge-driver.ts';
import { CARDS, MINUTE, startHarness } from '../../harness/harness.ts';
import { everyRow, tracesIn } from '../../harness/traces.ts';
import { customersOf } from '../customer/customers.ts';

const harness = await startHarness({ events: true });
const { api, http, merchant, now, payOrder, moveBy } = harness;
const customers = customersOf(harness);

type Noted = { note: string | null; orderNumber: string; refundedAmount: number };
const WORDS = 'Ayşe Hanım aradı: hediye paketi, kapıcıya bırakılsın.';
const path = (payment: string) => `/api/payment/${payment}`;
const shown = async (payment: string) => (await api<Noted>('GET', path(payment))).json.data;
const write = (payment: string, note: unknown, request: object = {}) =>
  api<Noted>('PUT', path(payment), { body: { note }, ...request });
const text = async (at: string) => {
  const headers = {
    'x-api-key': merchant.apiKey,
    ...(at.startsWith('/api/payment?') && { accept: 'text/csv' }),
  };
  return (await http({ method: 'GET', path: at, headers })).text;
};

/** A payment of a guest, and one of a customer. */
async function payBoth() {
  const { id: customerId } = await customers.create();
  return { guest: await payOrder(), own: await payOrder({ customerId }), customerId };
}

it('a note is told wherever a call answers the payment, and an empty one removes it', async () => {
  const { guest, own, customerId } = await payBoth();
  for (const payment of [guest, own]) {
    expect(await shown(payment)).toMatchObject({ note: null });
    expect((await write(payment, ` ${WORDS} `)).json.data).toMatchObject({ note: WORDS });
    const { orderNumber } = await shown(payment);
    const pages = await api<{ items: { id: string }[] }>(
      'GET',
      `/api/payment/hostedpage?orderNumber=${orderNumber}`,
    );
    for (const at of [
      path(payment),
      `/api/payment?orderNumber=${orderNumber}`,
      `/api/order?orderNumber=${orderNumber}`,
      `/api/payment/hostedpage/${pages.json.data.items[0]?.id}`,
      ...(payment === own ? [`/api/customer/${customerId}/export`] : []),
    ]) {
      expect(await text(at), at).toContain(WORDS);
    }
  }
  // What a GET returned; nothing; null: the note stays.
  const whole = await shown(own);
  for (const body of [whole, {}, { note: null }, { note: 'Yeni', paymentReferenceNumber: own }])
    expect((await api('PUT', path(own), { body })).status).toBe(200);
  expect(await shown(own)).toMatchObject({ note: 'Yeni' });
  expect((await write(own, '')).json.data).toMatchObject({ note: null });
  expect(await shown(own)).toEqual({ ...whole, note: null });
});

it('an erased customer takes along the notes of its payments, also stored answers, and gets no new one', async () => {
  const { own, guest, customerId } = await payBoth();
  const headers = { 'idempotency-key': 'note-of-ayse' };
  const words = `${WORDS} Kapıda.`;
  expect((await write(own, words, { headers })).status).toBe(200);
  expect((await write(own, words, { headers })).headers['idempotent-replayed']).toBe('true');
  await write(guest, 'Misafir alıcı');
  expect(tracesIn((await everyRow()).join('\n'), [{ name: 'note', value: words }])).toEqual([]);
  await api('DELETE', `/api/customer/${customerId}`);
  expect(await shown(own)).toMatchObject({ note: null });
  expectRejection(await write(own, words, { headers }), { code: 'CUSTOMER_NOT_FOUND' });
  expectRejection(await write(own, 'Yeni not'), { code: 'CUSTOMER_NOT_FOUND' });
  expect((await write(own, '')).status).toBe(200);
  expect(await shown(guest)).toMatchObject({ note: 'Misafir alıcı' });
});

it.each([
  ['501 characters', 'x'.repeat(501), 'TOO_LONG'],
  ['a card number', `kart ${CARDS.approved}`, 'CARD_DATA'],
  ['a security code', 'cvv: 123', 'CARD_DATA'],
  ['an API key', merchant.apiKey, 'API_KEY'],
  ['a number', 7, 'INVALID_TYPE'],
  ['a control character', 'a\u202eb', 'INVALID_FORMAT'],
])('a note of %s is refused, and names its field', async (_, note, code) => {
  const payment = await payOrder();
  const { status, json } = await api<{ errors: object[] }>('PUT', path(payment), { body: { note } });
  expect([status, json.data.errors]).toEqual([400, [expect.objectContaining({ field: 'note', code })]]);
  expect(await shown(payment)).toMatchObject({ note: null });
});

it('500 characters of any plane are a note', async () => {
  const payment = await payOrder({ customerId: (await customers.create()).id });
  const note = '😀'.repeat(500);
  expect((await write(payment, note)).status).toBe(200);
  expect(await shown(payment)).toMatchObject({ note });
});

it('a note changes nothing else: other fields are refused, and refunds meanwhile are made', async () => {
  const { own } = await payBoth();
  const codeOf = async (body: object) => (await api('PUT', path(own), { body })).json.errorCode;
  expect(await codeOf({ note: 'a', amount: 1 })).toBe('FIELD_IMMUTABLE');
  expect(await codeOf({ note: 'a', tip: 1 })).toBe('UNKNOWN_FIELD');
  const part = { transactionId: own, amount: 10, reason: 'Kırık' };
  const calls = Array.from({ length: 6 }, (_, at) => [
    write(own, `Not ${at}`),
    api('POST', '/api/Refund/partial', { body: part }),
  ]).flat();
  const answers = await Promise.all(calls);
  const made = answers.filter((one, at) => at % 2 === 1 && one.status === 201).length;
  expect(answers.filter((one, at) => at % 2 === 0 && one.status !== 200)).toEqual([]);
  expect(made).toBeGreaterThan(0);
  await moveBy(30 * MINUTE);
  const { refundedAmount, note } = await shown(own);
  expect([refundedAmount, note]).toEqual([60, expect.stringMatching(/^Not \d$/)]);
});

it('no event of a payment tells its note, and another merchant finds no payment', async () => {
  const { own } = await payBoth();
  await write(own, WORDS);
  await api('POST', '/api/Refund/partial', { body: { transactionId: own, amount: 10, reason: 'Kırık' } });
  await moveBy(MINUTE);
  const events = await text(`/api/event?objectId=${own}`);
  expect(events).toContain('payment.partially_refunded');
  expect(events).not.toContain(WORDS);
  const { apiKey: key } = await harness.service.addMerchant();
  expectRejection(await write(own, 'x', { key }), { code: 'PAYMENT_NOT_FOUND' });
  const { apiKey } = await issueKey(merchant.merchantId, now(), { scopes: ['payments'] });
  expectRejection(await write(own, 'x', { key: apiKey }), { code: 'PAYMENT_NOT_FOUND' });
});

it('a PUT that repeats the payment is refused if it changes anything but the note, also within an object', async () => {
  const mandate = { reference: 'SOZ-7', acceptedAt: '2026-11-05T10:00:00Z' };
  const metadata = { basket: 'B-17', gift: 'evet' };
  const { paymentReferenceNumber } = (await singleChargeDriver(harness).charge({ mandate, metadata })).json
    .data;
  const put = async (body: object) => await api('PUT', path(paymentReferenceNumber), { body });
  const whole = await shown(paymentReferenceNumber);
  expect(whole).toMatchObject({ metadata, mandate: { reference: 'SOZ-7' } });
  for (const same of [
    whole,
    { mandate: { ...mandate, acceptedAt: '2026-11-05T13:00:00+03:00' } },
    { metadata: { gift: 'evet', basket: 'B-17' } },
    { metadata: {} },
  ])
    expect((await put(same)).status, JSON.stringify(same)).toBe(200);
  for (const [name, other] of Object.entries({
    metadata: { other: 'x' },
    mandate: { ...mandate, reference: 'SOZ-8' },
    distanceSale: { preInformation: 'x' },
    cardFamily: 'Axess',
    surchargeBearer: 'Buyer',
  }))
    expectRejection(await put({ ...whole, [name]: other }), {
      code: 'FIELD_IMMUTABLE',
      fields: [name],
      facts: ['record'],
    });
  expectRejection(await put({ metadata: { basket: 'B-17' } }), {
    code: 'FIELD_IMMUTABLE',
    fields: ['metadata'],
    facts: ['record'],
  });
  expect(await shown(paymentReferenceNumber)).toEqual(whole);
});
