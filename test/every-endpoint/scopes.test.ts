// The scopes of API keys, for each row of the route table: a key without the row's scope is refused before
// its body is read and writes nothing; a key with only that scope is not refused.
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES, SCOPES, type Scope, scopesNeeded } from '#domain/scope.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES } from '#routes.ts';
import { issueKey } from '../../lib/operator/onboarding.ts';
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

const issue = async (scopes: readonly Scope[]) => (await issueKey(merchantId, now(), { scopes })).apiKey;
const keys = new Map<Scope, { only: string; without: string }>();
const keysOf = (scope: Scope) => keys.get(scope) ?? { only: '', without: '' };
const keyOnlyFor = async (scope: Scope) => {
  const needed = scopesNeeded(scope);
  return needed.length === 1 ? keysOf(scope).only : await issue(needed);
};
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
  for (const scope of SCOPES) {
    const [only, without] = [await issue([scope]), await issue(SCOPES.filter((one) => one !== scope))];
    keys.set(scope, { only, without });
  }
});

const rows = ROUTES.flatMap((route) =>
  route.audience === 'merchant' ? [{ name: addressOf(route), route, scope: route.scope }] : [],
);
/** The rows of the table, and the number of operations at the bank. */
const stored = async () => ({
  rows: new Map((await everyRow()).map((item) => [`${item.pk} ${item.sk}`, item])),
  operations: service.bank.ledger().length,
});

function expectMissing(answer: ApiAnswer, scope: Scope, language: 'tr' | 'en' = 'tr') {
  expectRejection(answer, { code: 'SCOPE_MISSING', language, facts: ['scope'] });
  expect(answer.json.data['scope']).toBe(scope);
}

describe.each(rows)('$name', ({ route, scope }) => {
  const call = (key: string, of: Ids, more: object = {}) =>
    api(route.method, pathWith(route, of) + queryOf(route), {
      ...(route.method !== 'GET' && { body: sampleOf(route).body(of) }),
      key,
      ...more,
    });

  it('a key with all scopes but one of the row gets SCOPE_MISSING, and nothing is written', async () => {
    const before = await stored();
    for (const needed of scopesNeeded(scope)) {
      for (const language of ['tr', 'en'] as const) {
        const headers = { 'accept-language': language, 'idempotency-key': `scope-${language}` };
        const answer = await call(keysOf(needed).without, ids, { headers });
        expectMissing(answer, needed, language);
      }
    }
    const after = await stored();
    expect([after.rows.size, after.operations]).toEqual([before.rows.size, before.operations]);
    const isChanged = (name: string) => !isDeepStrictEqual(after.rows.get(name), before.rows.get(name));
    expect([...before.rows.keys()].filter(isChanged)).toEqual([]);
  });

  it('the scope is checked before the body, the query and the id', async () => {
    const { without } = keysOf(scope);
    const rawBody = route.method === 'GET' ? {} : { rawBody: '{', headers: { 'content-type': 'text/plain' } };
    const broken = { body: undefined, ...rawBody };
    expectMissing(await call(without, UNKNOWN, broken), scope);
    const path = `${pathWith(route, UNKNOWN)}?limit=x&cvv=123`;
    expectMissing(await api(route.method, path, { key: without }), scope);
  });

  it('a key with only the scopes of the row is not refused', async () => {
    const { status, json } = await call(await keyOnlyFor(scope), UNKNOWN);
    expect([401, 403, 500], json.errorCode ?? '').not.toContain(status);
  });

  it('the function requires the scope that the row names', async () => {
    const file = new URL(`../../functions/endpoints/${route.file}.ts`, import.meta.url);
    const { handler } = (await import(file.href)) as { handler: EndpointHandler };
    expect(handler.contract.scope).toBe(scope);
  });
});

it('every read has the scope `read`, except some for those who sell, and no other call has it', () => {
  const others = rows.filter(({ route, scope }) => (route.method === 'GET') !== (scope === 'read'));
  const before = ['bin/{bin}', 'installment', 'installment/table'].map((path) => `GET /api/${path}`);
  expect(others.map(({ name, scope }) => [name, scope])).toEqual(
    ['GET /api/payment/statistics', ...before].map((name) => [name, 'payments']),
  );
});

it('what makes a webhook, changes it or sends events needs the right to read what is sent', () => {
  const sending = rows.filter(({ scope }) => scopesNeeded(scope).join() === 'events,read');
  expect(sending.map(({ name }) => name)).toEqual([
    'POST /api/webhook',
    'PUT /api/webhook/{id}',
    'DELETE /api/webhook/{id}',
    'POST /api/webhook/{id}/secret',
    'POST /api/webhook/{id}/test',
    'POST /api/webhook/{id}/replay',
  ]);
  expect(rows.filter(({ scope }) => scopesNeeded(scope).length > 1)).toEqual(sending);
});

it('a new key may neither send card numbers nor change what buyers pay, unless it is named', async () => {
  const refused = rows.filter(({ scope }) => !DEFAULT_SCOPES.includes(scope));
  expect(refused.map(({ name, scope }) => [name, scope])).toEqual([
    ['PUT /api/installment/table', 'settings'],
    ['POST /api/card', 'cards:raw'],
  ]);
  const { apiKey: key } = await issueKey(merchantId, now());
  for (const { route, name } of rows) {
    const { status } = await api(route.method, pathWith(route, UNKNOWN) + queryOf(route), { key });
    expect(status === 403, name).toBe(refused.some(({ route: raw }) => raw === route));
  }
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
