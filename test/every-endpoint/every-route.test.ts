// Behaviour that all endpoints share, for each row of the route table: API keys, unknown and malformed ids,
// other merchants' objects, other methods and paths.
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '#domain/api-key.ts';
import { defined } from '#domain/defined.ts';
import type { RejectionCode } from '#domain/rejection-table.ts';
import { ROUTES } from '#routes.ts';
import { issueKey, revokeKey } from '../../lib/operator/onboarding.ts';
import { expectRejection, withoutTraces } from '../drivers/rejection.ts';
import {
  addressOf,
  type Ids,
  makeObjects,
  namesObject,
  pathWith,
  queryOf,
  referencesOthers,
  sampleOf,
  UNKNOWN,
} from '../fixtures/samples.ts';
import { type ApiRequest, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';
import { shareOf } from '../harness/thoroughness.ts';

const harness = await startHarness();
const { service, merchant, api, moveBy, now } = harness;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

const merchantRows = ROUTES.filter(({ audience }) => audience === 'merchant').map((route, at) => ({
  name: addressOf(route),
  route,
  at,
  path: pathWith(route, UNKNOWN) + queryOf(route),
}));
describe.each(merchantRows)('$name', ({ route, at, path }) => {
  const call = (request: ApiRequest = {}) =>
    api(route.method, path, {
      ...(route.method !== 'GET' && route.method !== 'DELETE' && { body: sampleOf(route).body(UNKNOWN) }),
      ...request,
    });

  it('a call without an API key gives API_KEY_MISSING', async () => {
    expectRejection(await call({ key: null }), { code: 'API_KEY_MISSING' });
    expectRejection(await call({ key: '' }), { code: 'API_KEY_MISSING' });
    expectRejection(await call({ key: null, headers: { authorization: `Bearer ${merchant.apiKey}` } }), {
      code: 'API_KEY_MISSING',
    });
  });

  it('a malformed, unknown, revoked or duplicate API key gives API_KEY_INVALID', async () => {
    const own = merchant.apiKey;
    const wrongLast = own.slice(0, -1) + (own.endsWith('a') ? 'b' : 'a');
    const malformed = ['psk_test_', 'x', `${own}x`, own.slice(0, -1), own.toUpperCase(), wrongLast, '\u00e7'];
    for (const key of [...malformed, `${own} ${own}`, keys.unknown, keys.revoked]) {
      expectRejection(await call({ key }), { code: 'API_KEY_INVALID' });
    }
    const twice = { 'x-api-key': [own, own] };
    expectRejection(await call({ key: null, headers: twice }), { code: 'API_KEY_INVALID' });
  });

  it('an expired API key gives API_KEY_EXPIRED', async () => {
    expectRejection(await call({ key: keys.expired }), { code: 'API_KEY_EXPIRED' });
  });

  it('a second API key is accepted, with any case of the header name', async () => {
    for (const headers of [{ 'X-API-KEY': keys.second }, { 'x-api-key': ` ${keys.second} ` }]) {
      expect((await call({ key: null, headers })).status).not.toBe(401);
    }
  });

  if (namesObject(route))
    it('an unknown id gives 404 in both languages', async () => {
      for (const [language, header] of [
        ['tr', 'tr-TR,tr;q=0.9,en;q=0.8'],
        ['en', 'en-GB,en;q=0.9'],
        ['tr', 'de'],
      ] as const) {
        const answer = await call({ headers: { 'accept-language': header } });
        const code = answer.json.errorCode as RejectionCode;
        expect(code).toMatch(/_NOT_FOUND$/);
        expectRejection(answer, { code, language });
      }
    });

  if (namesObject(route))
    it('a malformed id gets the same answer as an unknown one', async () => {
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
      const unknown = await call();
      const others = ['%F0%9F%92%B3', '%C4%B0', '%0d%0aX-Evil:1', '__proto__', 'M%23', '{id}'];
      for (const parameter of shareOf([...HOSTILE, ...others], at, 3)) {
        const otherPath = route.path.replace(/\{[^}]+\}/, parameter);
        const answer = await api(route.method, otherPath, { body: sampleOf(route).body(UNKNOWN) });
        expect(withoutTraces(answer), parameter).toBe(withoutTraces(unknown));
      }
    });

  if (namesObject(route) && route.method === 'GET')
    it('ids in the path are read in any case, tokens of pages and ids of events only as made', async () => {
      const ids = await makeObjects(harness, merchant.apiKey);
      const written = pathWith(route, ids) + queryOf(route);
      const answer = await api('GET', written);
      expect(answer.status, written).toBe(200);
      const isUuid = (text: string) => /^[0-9a-f-]{36}$/.test(text);
      const spellings: readonly ((id: string) => string)[] = [
        (id) => id.toLowerCase(),
        (id) => id.toUpperCase(),
        (id) => (isUuid(id) ? id.replaceAll('-', '') : id.toLowerCase()),
        (id) => (isUuid(id) ? `%7B${id.toUpperCase()}%7D` : id.toLowerCase()),
      ];
      for (const spelt of spellings) {
        const idsInCase = Object.fromEntries(
          Object.entries(ids).map(([noun, id]) => [noun, spelt(id)]),
        ) as Ids;
        const other = await api('GET', pathWith(route, idsInCase) + queryOf(route));
        if (/\{token\}|\/event\//.test(route.path)) expect(other.status).toBe(404);
        else expect(withoutTraces(other)).toBe(withoutTraces(answer));
      }
    });

  if (referencesOthers(route))
    it("another merchant's objects get the same answer as unknown ones", async () => {
      const request = (ids: Ids, key?: string) =>
        api(route.method, pathWith(route, ids) + queryOf(route), {
          ...(route.method !== 'GET' && { body: sampleOf(route).body(ids) }),
          ...defined({ key }),
        });
      const own = await request(await makeObjects(harness, merchant.apiKey));
      const others = await request(foreign);
      expect(withoutTraces(others)).toBe(withoutTraces(await request(UNKNOWN)));
      if (namesObject(route)) expect(others.status).toBe(404);
      expect([400, 401, 404], own.text).not.toContain(own.status);
    });

  it('another method gives 405 with the allowed methods', async () => {
    const known = ROUTES.filter((one) => one.path === route.path).map(({ method }) => method as string);
    for (const method of METHODS.filter((one) => !known.includes(one))) {
      const answer = await api(method, path, { key: null });
      expect(answer.headers['allow']?.split(', ').sort(), method).toEqual(known.sort());
      if (method === 'HEAD') expect(answer.status).toBe(405);
      else {
        const nearestRoute = String(answer.json.data['nearestRoute']);
        expectRejection(answer, { code: 'METHOD_NOT_ALLOWED', facts: ['allowedMethods'], nearestRoute });
      }
    }
  });

  it('a longer or doubled path gives ROUTE_NOT_FOUND with the nearest route', async () => {
    const [bare = ''] = path.split('?');
    for (const otherPath of [`/${bare}`, `/v1${bare}`, `${bare}/x/y/z`]) {
      const answer = await api(route.method, otherPath);
      const nearestRoute = String(answer.json.data['nearestRoute']);
      expectRejection(answer, { code: 'ROUTE_NOT_FOUND', nearestRoute });
      if (!otherPath.endsWith('/x/y/z')) expect(nearestRoute).toBe(`${route.method} ${route.path}`);
    }
  });

  it('a path that differs in case or by a trailing slash is 308 to the route', async () => {
    const [bare = '', query] = path.split('?');
    for (const otherPath of [`${bare}/`, bare.replace('/api', '/API')]) {
      const answer = await api(route.method, otherPath + queryOf(route));
      const nearestRoute = `${route.method} ${route.path}`;
      expectRejection(answer, { code: 'ROUTE_MOVED', facts: ['location'], nearestRoute });
      const to = new URL(answer.headers['location'] ?? '', 'http://localhost');
      expect([to.pathname, [...to.searchParams]]).toEqual([bare, [...new URLSearchParams(query)]]);
    }
  });
});

const buyerRows = ROUTES.filter(({ audience }) => audience === 'buyer').map((route) => ({
  name: addressOf(route),
  route,
}));
describe.each(buyerRows)('$name', ({ route }) => {
  const HOSTILE_BODIES = ['{', 'cardNumber=%zz&cvv=\u0000', 'x'.repeat(70_000), '\ud800='.repeat(100)];

  it('an unknown page gives an HTML page with status 404 and strict security headers', async () => {
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
          'x-frame-options': 'SAMEORIGIN',
        });
      }
    }
  });

  it('a page of any merchant is found by its token alone', async () => {
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
  const revoked = await issueKey(merchantId, now());
  const inAnHour = new Date(now().getTime() + HOUR);
  keys.expired = (await issueKey(merchantId, now(), { expiresAt: inAnHour })).apiKey;
  keys.second = (await issueKey(merchantId, now())).apiKey;
  keys.unknown = makeApiKey('test', randomBytes);
  keys.revoked = revoked.apiKey;
  // The key is used before its revocation, so that API Gateway has cached it as valid.
  expect((await api('GET', '/api/payment', { key: revoked.apiKey })).status).toBe(200);
  await revokeKey(merchantId, revoked.keyId, now());
  await moveBy(MINUTE + SECOND);
  expect((await api('GET', '/api/payment', { key: keys.expired })).status).toBe(200);
  await moveBy(HOUR);
});
