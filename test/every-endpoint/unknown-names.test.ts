// Every row of the route table refuses unknown names: each parameter of a query, each field of a body and of
// the objects in it. Of the names of the resource's own answer a POST ignores those that were never set, and
// a PUT all.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Accepts } from '#contract/field/accepts.ts';
import { REJECTIONS } from '#domain/rejection-table.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES, type Route } from '#routes.ts';
import { expectRejection } from '../drivers/rejection.ts';
import {
  addressOf,
  type Ids,
  makeObjects,
  pathWith,
  queryOf,
  sampleOf,
  UNKNOWN,
} from '../fixtures/samples.ts';
import { pageBody, startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { api, merchant } = harness;
const READER = { timeZone: 'Europe/Istanbul', mode: 'test' } as const;

async function contractOf({ file }: Route) {
  const path = new URL(`../../functions/endpoints/${file}.ts`, import.meta.url);
  return ((await import(path.href)) as { handler: EndpointHandler }).handler.contract;
}
const namesOf = (accepts: Accepts | undefined) =>
  Object.entries(accepts?.kind === 'object' ? accepts.fields : {}).flatMap(([name, { accepts: one }]) =>
    one.otherName === undefined ? [name] : [name, one.otherName],
  );

const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');
const rows = merchantRoutes.map((route) => [addressOf(route), route] as const);
const writes = rows.filter(([, { method }]) => method !== 'GET');
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
});

const CARD_NAMES = [
  ...['number', 'pan', 'cardNumber', 'card_number', 'CARDNUMBER', 'creditCardNumber', 'ccNumber', 'cc_no'],
  ...['cardNo', 'kartNo', 'kart_numarası', 'encryptedCardNumber', 'cvv', 'cvc', 'CVV2', 'card_cvc', 'cid'],
  ...['csc', 'securityCode', 'SECURİTYCODE', 'cardSecurityCode', 'encryptedSecurityCode', 'güvenlikKodu'],
  ...['cvcNumber', 'expiry', 'expiryMonth', 'exp_month', 'expYear', 'expireMonth', 'expireYear', 'exp'],
  ...['expirationDate', 'expiry_date', 'cardExpiry', 'expDate', 'validThru', 'sonKullanmaTarihi', 'skt'],
];
const CARD_DATA: readonly (readonly [string, unknown])[] = [
  ...CARD_NAMES.map((name) => [name, 'K987K'] as const),
  ['card', { number: '5528790000000008', cvc: 'K987K' }],
  ['paymentMethod', { card: { expMonth: 12 } }],
  ['cards', [{ pan: '5528790000000008' }]],
];
/** Words that look alike, and are data of the merchant's own. */
const OWN_DATA = ['discardNote', 'company', 'accountNo', 'experience', 'expiresOn', 'panel', 'numberOfSeats'];

type Problems = { errors: { field: string; code: string; message: string }[]; knownNames: string[] };

describe('unknown names', () => {
  it.each(rows)(
    'the call %s refuses an unknown query parameter and lists the known ones',
    async (_, route) => {
      const known = namesOf((await contractOf(route)).query?.(READER).accepts);
      const path = `${pathWith(route, ids)}${queryOf(route)}`;
      const sent = `${path}${path.includes('?') ? '&' : '?'}statuss=Failed`;
      const body = route.method === 'GET' ? {} : { body: sampleOf(route).body(ids) };
      const answer = await api<Problems>(route.method, sent, body);
      expectRejection(answer, { code: 'UNKNOWN_PARAMETER', facts: ['errors', 'knownNames'] });
      expect(answer.json.data.knownNames).toEqual(known);
      expect(answer.json.data.errors).toMatchObject([{ field: 'statuss', code: 'UNKNOWN' }]);
    },
  );

  it.each(writes)('the call %s refuses every unknown field, also if it is null', async (_, route) => {
    const own = namesOf((await contractOf(route)).body?.(READER).accepts);
    const sample = sampleOf(route).body(UNKNOWN);
    const foreign = own.includes('successUrl') ? 'maxPaymentCount' : 'successUrl';
    for (const name of ['junk', foreign, ...own.slice(0, 2).map((one) => `${one}s`)]) {
      for (const value of ['x', null]) {
        const body = { ...sample, [name]: value };
        const answer = await api<Problems>(route.method, pathWith(route, UNKNOWN), { body });
        expectRejection(answer, { code: 'UNKNOWN_FIELD', facts: ['errors', 'knownNames'] });
        const errors = [{ field: name, code: 'UNKNOWN' }];
        expect([name, answer.json.data]).toMatchObject([name, { knownNames: own, errors }]);
      }
    }
  });

  it.each(writes)('the call %s tells the spelling of a name that differs by _', async (_, route) => {
    const own = namesOf((await contractOf(route)).body?.(READER).accepts);
    for (const name of own) {
      const spelt = `_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
      const headers = { 'accept-language': 'en' };
      const body = { [spelt]: 'x' };
      const answer = await api<Problems>(route.method, pathWith(route, UNKNOWN), { body, headers });
      expect(answer.json.errorCode).toBe('UNKNOWN_FIELD');
      expect(answer.json.data.errors[0]?.message).toContain(`it is spelled \`${name}\``);
    }
  });

  it.each(writes)(
    'the call %s takes unset names of its own answer, and no set ones but in a PUT',
    async (_, route) => {
      const { body, answer: names = [] } = await contractOf(route);
      const own = namesOf(body?.(READER).accepts);
      const sample = sampleOf(route).body(UNKNOWN);
      const isUnknown = async (named: Record<string, unknown>) => {
        const answer = await api(route.method, pathWith(route, UNKNOWN), { body: { ...named, ...sample } });
        return answer.json.errorCode === 'UNKNOWN_FIELD';
      };
      const foreign = names.filter((name) => !own.includes(name));
      const all = (value: unknown) => Object.fromEntries(foreign.map((name) => [name, value]));
      const unset = [
        null,
        '',
        0,
        false,
        [],
        {},
        '00000000-0000-0000-0000-000000000000',
        '0001-01-01T00:00:00',
      ];
      for (const value of unset)
        expect([value, await isUnknown({ id: value, ...all(value) })]).toEqual([value, false]);
      for (const value of ['x', 1, true, [1], { a: 1 }]) {
        const isRefused = foreign.length > 0 && (await isUnknown(all(value)));
        expect([value, isRefused]).toEqual([value, foreign.length > 0 && route.method !== 'PUT']);
      }
    },
  );

  it.each(writes)('the call %s leads no unknown card data into metadata', async (address, route) => {
    const { body, without } = await contractOf(route);
    const own = namesOf(body?.(READER).accepts);
    const path = pathWith(route, UNKNOWN);
    const headers = { 'accept-language': 'en' };
    for (const [name, value] of CARD_DATA) {
      const answer = await api<Problems & { advice: string }>(route.method, path, {
        ...{ body: { ...sampleOf(route).body(UNKNOWN), [name]: value }, headers },
      });
      const { errorCode, data } = answer.json;
      const isOwn = own.some((one) => one.toLowerCase() === name.toLowerCase());
      if (isOwn || (without && errorCode === 'CVV_NOT_ACCEPTED')) continue;
      expect([address, name, errorCode]).toEqual([address, name, 'UNKNOWN_FIELD']);
      expect([name, data.advice]).toEqual([name, expect.not.stringContaining('metadata')]);
      const place = own.includes('expiryYear')
        ? /`cardNumber`, `expiryMonth`/
        : /`POST \/api\/customer\/\{id\}\/addcardlink`/;
      expect([name, data.advice]).toEqual([name, expect.stringMatching(place)]);
      expect(data.errors[0]?.message).toMatch(/^Card data is not taken here/);
      expect(answer.text).not.toMatch(/5528790000000008|K987K/);
    }
    for (const name of OWN_DATA) {
      const answer = await api<{ advice: string }>(route.method, path, { body: { [name]: 1 } });
      expect([name, answer.json.data.advice]).toEqual([name, REJECTIONS.UNKNOWN_FIELD.advice.tr]);
    }
  });

  it.each([
    ['number', 'cardNumber'],
    ['card_no', 'cardNumber'],
    ['exp_month', 'expiryMonth'],
    ['expireMonth', 'expiryMonth'],
    ['expireYear', 'expiryYear'],
    ['card_exp_year', 'expiryYear'],
    ['cardHolderName', 'ownerName'],
    ['holderName', 'ownerName'],
    ['card_owner', 'ownerName'],
    ['name_on_card', 'ownerName'],
  ])("POST /api/card tells the spelling of another provider's %s", async (name, meant) => {
    for (const [language, said] of [
      ['tr', 'doğru yazılışı'],
      ['en', 'it is spelled'],
    ] as const) {
      const headers = { 'accept-language': language };
      const answer = await api<Problems>('POST', '/api/card', { body: { [name]: '1' }, headers });
      expect(answer.json.data.errors[0]?.message).toContain(`${said} \`${meant}\``);
    }
  });

  it.each([
    ['/api/customer', 'active', 'isActive'],
    ['/api/RecurringPayment', 'trialPeriod', 'hasTrialPeriod'],
  ])('POST %s tells that %s, as Jackson writes it, is %s', async (path, name, meant) => {
    const answer = await api<Problems>('POST', path, { body: { [name]: true } });
    expect(answer.json.data.errors[0]?.message).toContain(`doğru yazılışı \`${meant}\``);
  });

  it.each([
    ['POST', '/api/Refund'],
    ['POST', '/api/Refund/partial'],
    ['POST', '/api/Refund/cancellations'],
    ['GET', '/api/Refund'],
  ])('%s %s tells that a payment is named by transactionId', async (method, path) => {
    for (const name of ['paymentReferenceNumber', 'payment_reference_number']) {
      const [sent, more] = method === 'GET' ? [`${path}?${name}=x`, {}] : [path, { body: { [name]: 'x' } }];
      for (const [language, said] of [
        ['tr', 'burada'],
        ['en', 'here'],
      ] as const) {
        const headers = { 'accept-language': language };
        const answer = await api<Problems>(method, sent, { ...more, headers });
        expect(answer.json.data.errors[0]?.message).toContain(`${said} \`transactionId\``);
      }
    }
  });

  it.each([
    ['/api/payment?starting_after=x', '`cursor`'],
    ['/api/payment?merchant_oid=x', '`orderNumber`'],
    ['/api/payment?payment_intent=x', '`GET /api/payment/{paymentReferenceNumber}`'],
    ['/api/Refund?order_id=x', '`orderNumber`'],
    ['/api/Refund?perPage=5', '`limit`'],
    ['/api/customer?gsmNumber=1', '`phone`'],
    ['/api/card/query?cardUserKey=1', '`customerId`'],
    ['/api/payment?paidAt=2026-11-01', '`by=paidAt` (with `startDate` and `endDate`)'],
    ['/api/payment?createdAt=2026-11-01', '`startDate`'],
    ['/api/payment?cardNumber=5528', '`lastFour`'],
    ['/api/payment?sort=paidAt', 'a list has the newest first'],
    ['/api/Refund?completedAt=2026-11-01', '`by=completedAt`'],
    ['/api/payment/statistics?period=month', '`groupBy`'],
    ['/api/RecurringPayment?dueDate=2026-11-01', '`nextPaymentFrom` (with `nextPaymentTo`)'],
    ['/api/order?order=A-1', '`orderNumber`'],
  ])("the list %s with another provider's word names ours", async (path, ours) => {
    const answer = await api<Problems>('GET', path, { headers: { 'accept-language': 'en' } });
    expect(answer.json.errorCode).toBe('UNKNOWN_PARAMETER');
    expect(answer.json.data.errors[0]?.message).toContain(ours);
  });

  it('statistics by month tell the sum that makes one', async () => {
    const path = '/api/payment/statistics?groupBy=month';
    const { json } = await api<Problems>('GET', path, { headers: { 'accept-language': 'en' } });
    expect(json.data.errors[0]?.message).toBe(
      'It must be one of: day; a week or month is the sum of its days.',
    );
  });

  it('who takes an order or a table for a path is told where they are', async () => {
    const adviceOn = async (path: string) =>
      (await api<{ advice: string }>('GET', path, { headers: { 'accept-language': 'en' } })).json.data.advice;
    expect(await adviceOn('/api/order/A-1')).toContain('`GET /api/order?orderNumber=`');
    expect(await adviceOn('/api/orders/A-1')).toContain('`GET /api/order?orderNumber=`');
    expect(await adviceOn('/api/payment/export')).toContain('`Accept: text/csv`');
    expect(await adviceOn('/api/Refund/export')).toContain('`Accept: text/csv`');
  });

  it("another provider's word makes no endless recurring payment", async () => {
    const route = merchantRoutes.find((one) => addressOf(one) === 'POST /api/RecurringPayment');
    for (const word of ['maxPaymentsCount', 'cancelAt', 'trialDays', 'interval']) {
      const body = { ...(route && sampleOf(route).body(ids)), [word]: 3 };
      const answer = await api<Problems>('POST', '/api/RecurringPayment', { body });
      expect([answer.status, answer.json.errorCode]).toEqual([400, 'UNKNOWN_FIELD']);
    }
    const list = await api<{ items: unknown[] }>('GET', '/api/RecurringPayment');
    expect(list.json.data.items).toHaveLength(1);
  });

  it('an unknown field inside a list or an object is named with its place', async () => {
    const line = { id: 'P-1', name: 'Kahve', amount: 149.9 };
    const branding = { supportPhones: '0850' };
    const answer = await api('POST', '/api/payment/hostedpage', {
      body: pageBody({ products: [line, { ...line, unit_amount: 1, sku: null }], branding, x1: null }),
    });
    const fields = ['products[1].unit_amount', 'products[1].sku', 'branding.supportPhones', 'x1'];
    const errors = (answer.json.data['errors'] as { field: string }[]).map(({ field }) => field);
    expect([answer.json.errorCode, errors]).toEqual(['UNKNOWN_FIELD', fields]);
    expect(answer.json.data['knownNames']).toEqual([
      'id',
      'name',
      'amount',
      'quantity',
      'discountAmount',
      'category',
    ]);
    const metadata = { sku: 'K-7', basketNote: 'a', x1: 'b' };
    const kept = await api('POST', '/api/payment/hostedpage', { body: pageBody({ metadata }) });
    expect(kept.status).toBe(201);
  });

  it('junk beside a cancellation voids no money', async () => {
    const payment = await harness.payOrder();
    for (const junk of [{ amount: 10, junk: true }, { Reasons: 'x' }, { refund_id: null }]) {
      const body = { transactionId: payment, ...junk };
      const answer = await api('POST', '/api/Refund/cancellations', { body });
      expect(answer.json.errorCode).toBe('UNKNOWN_FIELD');
    }
    const shown = await api('GET', `/api/payment/${payment}`);
    expect(shown.json.data).toMatchObject({ status: 'Successful', refundedAmount: 0, reservedAmount: 0 });
  });

  it('a text in place of a name is not repeated unless it is a plain name', async () => {
    const answer = await api('GET', '/api/payment?4603450000000000=1&%3Cb%3E=2&a=3');
    expectRejection(answer, { code: 'UNKNOWN_PARAMETER', facts: ['errors', 'knownNames'] });
    expect(answer.json.data['errors']).toMatchObject([{ field: '?1' }, { field: '?2' }, { field: 'a' }]);
    expect(answer.text).not.toMatch(/4603450000000000|<b>/);
  });

  it('a name with brackets or dots is repeated, so that its writer finds it', async () => {
    const answer = await api('GET', '/api/payment?status[]=Failed&a[b].c=1&a[12345]=2');
    const fields = ['status[]', 'a[b].c', '?1'].map((field) => ({ field }));
    expect(answer.json.data['errors']).toMatchObject(fields);
  });

  it('a name of a serializer or a Turkish program is repeated, one like card data is not', async () => {
    const shown = ['$type', '$id', '@odata.type', 'sipariş no', '$top', 'adres2satır', 'İl-İlçe'];
    const hidden = ['cvv 123', '<b>', 'a'.repeat(41), 'x\u202Ey', '٤٦', 'a"b'];
    const body = { ...pageBody(), ...Object.fromEntries([...shown, ...hidden].map((name) => [name, 1])) };
    const answer = await api<Problems>('POST', '/api/payment/hostedpage', { body });
    const fields = answer.json.data.errors.map(({ field }) => field);
    expect(fields).toEqual([...shown, ...hidden.map((_, at) => `?${at + 1}`)]);
  });

  it('at most twenty errors are told, and how many there are beside them', async () => {
    const names = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`price${'x'.repeat(at)}`, 1]));
    const answer = await api<Problems & { moreErrors: number }>('POST', '/api/payment/hostedpage', {
      body: { ...pageBody(), products: Array.from({ length: 30 }, () => ({ price: 1, ...names })) },
    });
    expect(answer.json.data.errors).toHaveLength(20);
    expect(answer.json.data.moreErrors).toBe(1180);
    expect(answer.text.length).toBeLessThan(8_000);
    const wrong = await api<Problems & { moreErrors: number }>('POST', '/api/payment/hostedpage', {
      body: { ...pageBody(), products: Array(100).fill({ id: 1, name: 2, amount: 'x' }) },
    });
    expect([wrong.json.data.errors.length, wrong.json.data.moreErrors]).toEqual([20, 180]);
    const few = await api('POST', '/api/payment/hostedpage', { body: {} });
    expect(few.json.data).not.toHaveProperty('moreErrors');
  });

  it('the refusal is not stored under an Idempotency-Key: the corrected call may use the same', async () => {
    const headers = { 'idempotency-key': 'unknown-names-1' };
    const wrong = await api('POST', '/api/payment/hostedpage', {
      body: { ...pageBody(), curency: 'TRY' },
      headers,
    });
    const right = await api('POST', '/api/payment/hostedpage', { body: pageBody(), headers });
    expect([wrong.status, right.status]).toEqual([400, 201]);
  });
});
