// The scopes of API keys, for each row of the route table: a key without the row's scope is refused before
// its body is read and writes nothing; a key with only that scope is not refused.
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CallScope, DEFAULT_SCOPES, hasScope, SCOPES, type Scope } from '#domain/scope.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES } from '#routes.ts';
import { issueKey, rotateKey } from '../../lib/operator/onboarding.ts';
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
import { type ApiAnswer, startHarness } from '../harness/harness.ts';
import { everyRow } from '../store/every-row.ts';

const harness = await startHarness({ triggerDelivery: () => 'drop' });
const { service, merchant, api, logs, now } = harness;
const { merchantId } = merchant;

const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read'));
const issue = async (scopes: readonly Scope[]) => (await issueKey(merchantId, now(), { scopes })).apiKey;
const keys = new Map<Scope, { only: string; without: string }>();
const keysOf = (scope: CallScope) => keys.get(scope as Scope) ?? { only: '', without: '' };
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
  // A sweep writes rows of its own (when the stage began), and on a slow machine its minute comes.
  await service.timeline.setRunning(false);
  for (const scope of SCOPES) {
    const [only, without] = [
      await issue([scope]),
      await issue(SCOPES.filter((one) => !hasScope([one], scope) && !hasScope([scope], one))),
    ];
    keys.set(scope, { only, without });
  }
});

const rows = ROUTES.flatMap((route) =>
  route.audience === 'merchant'
    ? [{ name: addressOf(route), route, scope: route.scope, ownScope: route.ownScope }]
    : [],
);
/** The rows of the table, and the number of operations at the bank. */
const stored = async () => ({
  rows: new Map((await everyRow()).map((item) => [`${item.pk} ${item.sk}`, item])),
  operations: service.bank.ledger().length,
});

function expectMissing(answer: ApiAnswer, scope: Scope, language: 'tr' | 'en' = 'tr', ownScope?: Scope) {
  const told = ownScope && { advice: expect.stringContaining(`\`${ownScope}\``) as string };
  expectRejection(answer, { code: 'SCOPE_MISSING', language, facts: ['scope'], ...told });
  expect(answer.json.data['scope']).toBe(scope);
}

describe.each(rows)('$name', ({ route, scope, ownScope }) => {
  const call = (key: string, of: Ids, more: object = {}) =>
    api(route.method, pathWith(route, of) + queryOf(route), {
      ...(route.method !== 'GET' && { body: sampleOf(route).body(of) }),
      key,
      ...more,
    });

  it('a key with all scopes but that of the row gets SCOPE_MISSING, and nothing is written', async () => {
    if (ownScope !== undefined || scope === 'any') return;
    const before = await stored();
    for (const language of ['tr', 'en'] as const) {
      const headers = { 'accept-language': language, 'idempotency-key': `scope-${language}` };
      expectMissing(await call(keysOf(scope).without, ids, { headers }), scope, language);
    }
    const after = await stored();
    expect([after.rows.size, after.operations]).toEqual([before.rows.size, before.operations]);
    const isChanged = (name: string) => !isDeepStrictEqual(after.rows.get(name), before.rows.get(name));
    expect([...before.rows.keys()].filter(isChanged)).toEqual([]);
  });

  it('the scope is checked before the body, the query and the id', async () => {
    if (scope === 'any') return;
    const without = ownScope === undefined ? keysOf(scope).without : keysOf('customers').only;
    const rawBody = route.method === 'GET' ? {} : { rawBody: '{', headers: { 'content-type': 'text/plain' } };
    const broken = { body: undefined, ...rawBody };
    expectMissing(await call(without, UNKNOWN, broken), scope, 'tr', ownScope);
    const path = `${pathWith(route, UNKNOWN)}?limit=x&cvv=123`;
    expectMissing(await api(route.method, path, { key: without }), scope, 'tr', ownScope);
  });

  it.each(SCOPES)(
    'a key with %s alone is let in if that is the scope of the row or contains it',
    async (one) => {
      const { status, json } = await call(keysOf(one).only, UNKNOWN);
      const mayCall = hasScope([one], scope) || one === ownScope;
      expect([401, 500], json.errorCode ?? '').not.toContain(status);
      // Webhooks and keys need more than the scope of the row: that of what is sent or granted.
      expect(status === 403 && json.data['scope'] === scope).toBe(!mayCall);
    },
  );

  it('the function requires the scope that the row names', async () => {
    const file = new URL(`../../functions/endpoints/${route.file}.ts`, import.meta.url);
    const { handler } = (await import(file.href)) as { handler: EndpointHandler };
    expect([handler.contract.scope, handler.contract.ownScope]).toEqual([scope, ownScope]);
  });
});

it('every GET has a scope that reads, except some for those who sell, and no other call has one', () => {
  const reading = rows.filter(({ scope }) => hasScope(['read'], scope));
  const others = rows.filter((row) => (row.route.method === 'GET') !== reading.includes(row));
  const before = ['payment/hostedpage/{token}/qr', 'bin/{bin}', 'installment', 'installment/table'].map(
    (path) => `GET /api/${path}`,
  );
  expect(others.map(({ name, scope }) => [name, scope])).toEqual([
    ...before.map((name) => [name, 'payments']),
    ['GET /api/key', 'keys'],
  ]);
});

it('`read` is the sum of all scopes that read: neither more nor less', () => {
  for (const scope of READ_SCOPES) {
    const most = READ_SCOPES.filter((one) => one !== scope);
    expect([hasScope(['read'], scope), hasScope(most, scope), hasScope(most, 'read')]).toEqual([
      true,
      false,
      false,
    ]);
  }
  expect(hasScope(READ_SCOPES, 'read')).toBe(true);
  expect(SCOPES.filter((one) => hasScope(['read'], one))).toEqual([...READ_SCOPES, 'read']);
});

describe('a key with `payments` alone', () => {
  type Listed = { items: { id?: string; paymentReferenceNumber?: string }[] };
  const pages = async (key: string) =>
    (await api<Listed>('GET', '/api/payment/hostedpage', { key })).json.data.items.map(({ id }) => id);
  const payments = async (key: string) =>
    (await api<Listed>('GET', '/api/payment', { key })).json.data.items.map(
      (one) => one.paymentReferenceNumber,
    );
  const status = async (path: string, key: string) => (await api('GET', path, { key })).status;

  it('is answered its own pages and payments, also after two rotations, and nothing of another key', async () => {
    const issued = await issueKey(merchantId, now(), { scopes: ['payments'] });
    const { apiKey: key } = issued;
    const made = await harness.createPage({}, { key });
    const reference = await harness.payOrder({}, {}, { key });
    const second = await rotateKey(merchantId, issued.keyId, 1, now());
    const middle = await harness.payOrder({}, {}, { key: second.apiKey });
    const third = await rotateKey(merchantId, second.keyId, 1, now());
    const shown = [`/api/payment/hostedpage/${made.token}`, `/api/payment/${reference}`];
    for (const path of shown) {
      expect(await status(path, key)).toBe(200);
      expect(await status(path, third.apiKey)).toBe(200);
      expect(await status(path, await issue(['payments']))).toBe(404);
    }
    expect(await payments(key)).toEqual([reference]);
    expect(await payments(third.apiKey)).toEqual([middle, reference]);
    expect((await pages(third.apiKey)).length).toBe(3);
    for (const path of [`/api/payment/hostedpage/${ids.hostedPage}`, `/api/payment/${ids.payment}`]) {
      expect(await status(path, key)).toBe(404);
      expect(await status(path, await issue(['payments', 'payments:read']))).toBe(200);
    }
    const fresh = await issue(['payments']);
    expect([await pages(fresh), await payments(fresh)]).toEqual([[], []]);
    const { createdBy } = (await api<{ createdBy: string }>('GET', `/api/payment/${reference}`)).json.data;
    expect(createdBy).toBe(issued.keyId);
  });

  /** Each call of such a key that names a page or payment; what it names is made anew, because one closes it. */
  const named = rows.filter(
    ({ route, scope, ownScope }) =>
      (scope === 'payments' || ownScope === 'payments') &&
      /\{(?:token|paymentReferenceNumber)\}/.test(route.path),
  );
  it.each(named)(
    '$name: a key acts on what it made, and on the rest once it may read it',
    async ({ route }) => {
      const made = await issue(['payments']);
      const page = await harness.createPage({ expiresInMinutes: 2000 }, { key: made });
      const { id } = (await api<{ id: string }>('GET', `/api/payment/hostedpage/${page.token}`)).json.data;
      // A reserved amount is captured once.
      const isOnce = route.path.endsWith('/capture');
      const payment = await harness.payOrder(isOnce ? { capture: 'manual' } : {}, {}, { key: made });
      const path = (name: string) =>
        route.path.replace('{token}', name).replace('{paymentReferenceNumber}', payment);
      const body = route.method === 'PUT' ? { body: sampleOf(route).body(ids) } : {};
      const answered = async (name: string, key: string) =>
        (await api(route.method, path(name), { ...body, key })).status;
      const stranger = await issue(['payments']);
      expect([await answered(page.token, stranger), await answered(id, stranger)]).toEqual([404, 404]);
      expect(await answered(page.token, made)).toBe(200);
      expect(await answered(id, await issue(['payments', 'payments:read']))).toBe(isOnce ? 409 : 200);
    },
  );

  it('is answered nothing of another merchant', async () => {
    const { merchantId: other } = await service.addMerchant();
    const { apiKey: key } = await issueKey(other, now(), { scopes: ['payments'] });
    for (const path of [`/api/payment/hostedpage/${ids.hostedPage}`, `/api/payment/${ids.payment}`]) {
      expect(await status(path, key)).toBe(404);
    }
    expect([await pages(key), await payments(key)]).toEqual([[], []]);
  });
});

it('a new key may neither charge cards, send their numbers nor change what buyers pay, unless it is named', async () => {
  const refused = rows.filter(({ scope }) => !hasScope(DEFAULT_SCOPES, scope));
  expect(refused.map(({ name, scope }) => [name, scope])).toEqual([
    ['POST /api/payment', 'payments:charge'],
    ['PUT /api/installment/table', 'settings'],
    ['POST /api/card', 'cards:raw'],
    ['GET /api/key', 'keys'],
    ['POST /api/key', 'keys'],
    ['POST /api/key/{id}/revoke', 'keys'],
  ]);
  const { apiKey: key } = await issueKey(merchantId, now());
  for (const { route, name } of rows) {
    const { status } = await api(route.method, pathWith(route, UNKNOWN) + queryOf(route), { key });
    expect(status === 403, name).toBe(refused.some(({ route: raw }) => raw === route));
  }
});

it('a call that a checkout may make for its own names both scopes', async () => {
  const { apiKey: key } = await issueKey(merchantId, now(), { scopes: ['events'] });
  const { json } = await api('GET', '/api/payment', { key, headers: { 'accept-language': 'en' } });
  expect(json.data).toMatchObject({
    scope: 'payments:read',
    advice: 'Use a key with `payments:read`, or with `payments` for what it made itself.',
  });
});

it('a log line names the key by its id, and a refusal for a scope is logged with it', async () => {
  const { keyId, apiKey } = await issueKey(merchantId, now(), { scopes: ['events'] });
  await api('GET', '/api/payment', { key: apiKey });
  const line = JSON.parse(logs.findLast((one) => one.includes(keyId)) ?? '{}');
  expect(line).toMatchObject({
    message: 'request',
    status: 403,
    errorCode: 'SCOPE_MISSING',
    merchantId,
    keyId,
  });
});
