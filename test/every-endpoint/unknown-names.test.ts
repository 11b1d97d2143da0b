// Every row of the route table refuses unknown names: each parameter of a query, and in a body a name close
// to a field of this call or of another.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Accepts } from '#contract/field/accepts.ts';
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
  accepts?.kind === 'object' ? Object.keys(accepts.fields) : [];

const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');
const rows = merchantRoutes.map((route) => [addressOf(route), route] as const);
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
});

type Problems = { errors: { field: string; code: string }[]; knownNames: string[] };

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

  it.each(rows.filter(([, { method }]) => method !== 'GET'))(
    'the call %s refuses a field of another call, and a misspelt field',
    async (_, route) => {
      const own = namesOf((await contractOf(route)).body?.(READER).accepts);
      const foreign = own.includes('successUrl') ? 'maxPaymentCount' : 'successUrl';
      const sample = sampleOf(route).body(UNKNOWN);
      // Names of two letters, such as `to`, are too short to distinguish a slip from another word.
      const long = own.filter(({ length }) => length > 2).slice(0, 3);
      for (const name of [foreign, ...long.map((one) => `${one}s`)]) {
        const answer = await api<Problems>(route.method, pathWith(route, UNKNOWN), {
          body: { ...sample, [name]: 'x' },
        });
        expect([name, answer.status, answer.json.errorCode]).toEqual([name, 400, 'UNKNOWN_PARAMETER']);
        expect(answer.json.data).toMatchObject({
          knownNames: own,
          errors: [{ field: name, code: 'UNKNOWN' }],
        });
      }
    },
  );

  it('a misspelt limit of a recurring payment makes no endless one', async () => {
    const route = merchantRoutes.find((one) => addressOf(one) === 'POST /api/RecurringPayment');
    const body = { ...(route && sampleOf(route).body(ids)), maxPaymentsCount: 3 };
    const answer = await api('POST', '/api/RecurringPayment', { body });
    expectRejection(answer, { code: 'UNKNOWN_PARAMETER', facts: ['errors', 'knownNames'] });
    const list = await api<{ items: unknown[] }>('GET', '/api/RecurringPayment');
    expect(list.json.data.items).toHaveLength(1);
  });

  it('a misspelt field inside a list is named with its place, other unknown fields are ignored', async () => {
    const line = { id: 'P-1', name: 'Kahve', amount: 149.9 };
    const slip = await api('POST', '/api/payment/hostedpage', {
      body: pageBody({ products: [line, { ...line, amuont: 1 }] }),
    });
    expect(slip.json.data['errors']).toMatchObject([{ field: 'products[1].amuont', code: 'UNKNOWN' }]);
    expect(slip.json.data['knownNames']).toEqual(['id', 'name', 'amount']);
    const ignored = await api('POST', '/api/payment/hostedpage', {
      body: pageBody({ products: [{ ...line, sku: 'K-7' }], basketNote: { amuont: 1 }, x1: null }),
    });
    expect(ignored.status).toBe(201);
  });

  it('a text in place of a name is not repeated unless it is a plain name', async () => {
    const answer = await api('GET', '/api/payment?4603450000000000=1&%3Cb%3E=2&a=3');
    expectRejection(answer, { code: 'UNKNOWN_PARAMETER', facts: ['errors', 'knownNames'] });
    expect(answer.json.data['errors']).toMatchObject([{ field: '?' }, { field: '?' }, { field: 'a' }]);
    expect(answer.text).not.toMatch(/4603450000000000|<b>/);
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
