// What holds at every door alike, for each row of the route table and for those that will be added: who gets
// in, what is refused before any rule of a noun is asked, and in which words.
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '#domain/api-key.ts';
import type { RejectionCode } from '#domain/rejection.ts';
import { ROUTES } from '#routes.ts';
import { issueKey, revokeKey } from '../../lib/operator/onboarding.ts';
import { expectRefusal, withoutTraces } from '../drivers/refusal.ts';
import {
  addressOf,
  hasParameter,
  type Ids,
  makeObjects,
  namesOthers,
  pathWith,
  queryOf,
  sampleOf,
  UNKNOWN,
} from '../fixtures/samples.ts';
import { type ApiRequest, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { service, merchant, api, moveBy, now } = harness;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

const merchantRows = ROUTES.filter(({ audience }) => audience === 'merchant').map((route) => ({
  name: addressOf(route),
  route,
  path: pathWith(route, UNKNOWN) + queryOf(route),
}));
describe.each(merchantRows)('$name', ({ route, path }) => {
  const call = (request: ApiRequest = {}) =>
    api(route.method, path, {
      ...(route.method !== 'GET' && route.method !== 'DELETE' && { body: sampleOf(route).body(UNKNOWN) }),
      ...request,
    });

  it('asks for a key', async () => {
    expectRefusal(await call({ key: null }), { code: 'API_KEY_MISSING' });
    expectRefusal(await call({ key: '' }), { code: 'API_KEY_MISSING' });
    expectRefusal(await call({ key: null, headers: { authorization: `Bearer ${merchant.apiKey}` } }), {
      code: 'API_KEY_MISSING',
    });
  });

  it('refuses a key that is malformed, unknown, revoked or sent twice', async () => {
    const own = merchant.apiKey;
    const wrongLast = own.slice(0, -1) + (own.endsWith('a') ? 'b' : 'a');
    const malformed = ['psk_test_', 'x', `${own}x`, own.slice(0, -1), own.toUpperCase(), wrongLast, '\u00e7'];
    for (const key of [...malformed, `${own} ${own}`, keys.unknown, keys.revoked]) {
      expectRefusal(await call({ key }), { code: 'API_KEY_INVALID' });
    }
    const twice = { 'x-api-key': [own, own] };
    expectRefusal(await call({ key: null, headers: twice }), { code: 'API_KEY_INVALID' });
  });

  it('says of a key that has expired that it has', async () => {
    expectRefusal(await call({ key: keys.expired }), { code: 'API_KEY_EXPIRED' });
  });

  it('lets in a key that was issued or is being replaced, whatever the case of the header', async () => {
    for (const headers of [{ 'X-API-KEY': keys.second }, { 'x-api-key': ` ${keys.second} ` }]) {
      expect((await call({ key: null, headers })).status).not.toBe(401);
    }
  });

  it.skipIf(!hasParameter(route))(
    'answers a well-formed id of nobody with 404, in both languages',
    async () => {
      for (const [language, header] of [
        ['tr', 'tr-TR,tr;q=0.9,en;q=0.8'],
        ['en', 'en-GB,en;q=0.9'],
        ['tr', 'de'],
      ] as const) {
        const answer = await call({ headers: { 'accept-language': header } });
        const code = answer.json.errorCode as RejectionCode;
        expect(code).toMatch(/_NOT_FOUND$/);
        expectRefusal(answer, { code, language });
      }
    },
  );

  it.skipIf(!hasParameter(route))('answers a parameter that is no id at all as one of nobody', async () => {
    const HOSTILE = [
      'x',
      '%00',
      '%2F',
      '%2e%2e',
      '..%2f..%2f',
      '%E0%A4%A',
      '%',
      "'%20OR%201=1",
      'a'.repeat(3000),
    ];
    const nobody = await call();
    for (const parameter of [
      ...HOSTILE,
      '%F0%9F%92%B3',
      '%C4%B0',
      '%0d%0aX-Evil:1',
      '__proto__',
      'M%23',
      '{id}',
    ]) {
      const odd = route.path.replace(/\{[^}]+\}/, parameter);
      const answer = await api(route.method, odd, { body: sampleOf(route).body(UNKNOWN) });
      expect(withoutTraces(answer), parameter).toBe(withoutTraces(nobody));
    }
  });

  it.skipIf(!namesOthers(route))("takes another merchant's objects for none, to the byte", async () => {
    const request = (ids: Ids, key?: string) =>
      api(route.method, pathWith(route, ids) + queryOf(route), {
        ...(route.method !== 'GET' && { body: sampleOf(route).body(ids) }),
        ...(key !== undefined && { key }),
      });
    const own = await request(await makeObjects(harness, merchant.apiKey));
    const others = await request(foreign);
    expect(withoutTraces(others)).toBe(withoutTraces(await request(UNKNOWN)));
    if (hasParameter(route)) expect(others.status).toBe(404);
    expect([400, 401, 404], own.text).not.toContain(own.status);
  });

  it('is not there under another verb, and says which it has', async () => {
    const known = ROUTES.filter((one) => one.path === route.path).map(({ method }) => method as string);
    for (const method of METHODS.filter((one) => !known.includes(one))) {
      const answer = await api(method, path, { key: null });
      expect(answer.headers['allow']?.split(', ').sort(), method).toEqual(known.sort());
      if (method === 'HEAD') expect(answer.status).toBe(405);
      else expectRefusal(answer, { code: 'METHOD_NOT_ALLOWED' });
    }
  });

  it('is not there under a longer, shorter, doubled or differently written path', async () => {
    const [bare = ''] = path.split('?');
    for (const odd of [`${bare}/x/y/z`, `${bare}/`, `/${bare}`, `/v1${bare}`, bare.replace('/api', '/API')]) {
      expectRefusal(await api(route.method, odd), { code: 'ROUTE_NOT_FOUND' });
    }
  });
});

const buyerRows = ROUTES.filter(({ audience }) => audience === 'buyer').map((route) => ({
  name: addressOf(route),
  route,
}));
describe.each(buyerRows)('$name', ({ route }) => {
  const HOSTILE_BODIES = ['{', 'cardNumber=%zz&cvv=\u0000', 'x'.repeat(70_000), '\ud800='.repeat(100)];

  it('shows whoever comes to a page of nobody a page of ours, under the strict policy', async () => {
    const tokens = [
      UNKNOWN.hostedPage,
      'x',
      'a'.repeat(3000),
      '%00',
      '%2e%2e%2fapi',
      '%E0%A4%A',
      '__proto__',
    ];
    for (const token of tokens) {
      const path = route.path.replace('{token}', token);
      for (const body of route.method === 'GET' ? [undefined] : [undefined, ...HOSTILE_BODIES]) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const { status, headers: answered } = await harness.http({
          method: route.method,
          path,
          headers,
          body,
        });
        expect([status, answered['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(answered).toMatchObject({
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        });
      }
    }
  });

  it('finds a page of any merchant by its token alone', async () => {
    const path = pathWith(route, foreign);
    const { status } = await harness.http({ method: route.method, path, headers: {}, body: '' });
    expect(status).not.toBe(404);
  });
});

const keys = { unknown: '', revoked: '', expired: '', second: '' };
let foreign = UNKNOWN;
beforeAll(async () => {
  const { merchantId } = merchant;
  const other = await service.addMerchant({ name: 'Başka Dükkân', threeDSecure: 'never' });
  foreign = await makeObjects(harness, other.apiKey);
  const revoked = await issueKey(merchantId, 'test', now());
  const inAnHour = new Date(now().getTime() + HOUR);
  keys.expired = (await issueKey(merchantId, 'live', now(), inAnHour)).apiKey;
  keys.second = (await issueKey(merchantId, 'test', now())).apiKey;
  keys.unknown = makeApiKey('test', randomBytes);
  keys.revoked = revoked.apiKey;
  // Used before, so that the gateway remembers it as good.
  expect((await api('GET', '/api/payment', { key: revoked.apiKey })).status).toBe(200);
  await revokeKey(merchantId, revoked.keyId, now());
  await moveBy(MINUTE + SECOND);
  expect((await api('GET', '/api/payment', { key: keys.expired })).status).toBe(200);
  await moveBy(HOUR);
});
