// The cost of each call about customers and cards is the published one, and stays within our limits: one
// round trip for a read, two for a creation.
import { expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { addressOf, pathWith, UNKNOWN } from '../fixtures/samples.ts';
import { type CostRow, expectPublished } from '../harness/cost-table.ts';
import { type Cost, costOf, counted } from '../harness/costs.ts';
import { type ApiRequest, startHarness } from '../harness/harness.ts';
import { cardBody, cardsOf } from './card/stored-cards.ts';
import { customerBody, customersOf } from './customer/customers.ts';

const harness = await startHarness({ around: counted });
const { api } = harness;
const { store } = cardsOf(harness);
const { create } = customersOf(harness);
const refunds = refundDriver(harness);
/** Returns the id of a customer who has paid and was partly refunded. */
async function exportOfRefunded(): Promise<string> {
  const { id } = await create();
  expect((await refunds.partial(await harness.payOrder({ customerId: id }), 10)).status).toBe(201);
  return `/api/customer/${id}/export`;
}

let keys = 0;
async function measure(
  method: string,
  path: string,
  status: number,
  request: ApiRequest = {},
): Promise<Cost> {
  return await costOf(async () => {
    const answer = await api(method, path, request);
    expect([answer.text, answer.status]).toEqual([answer.text, status]);
  });
}

type Measured = {
  method: string;
  path: () => Promise<string>;
  note?: string;
  body?: () => Record<string, unknown>;
};

async function rowOf(call: string, { method, path, note = '', body }: Measured): Promise<CostRow> {
  const status = method === 'POST' ? 201 : 200;
  const request = () => (body ? { body: body() } : {});
  const cost = await measure(method, await path(), status, request());
  const name = `\`${method} ${call}\`${note}`;
  if (method === 'GET') return { call: name, cost };
  keys += 1;
  const headers = { 'idempotency-key': `cost-${keys}` };
  return {
    call: name,
    cost,
    withKey: await measure(method, await path(), status, { ...request(), headers }),
  };
}

const ALIAS = 'i%C5%9F%20kart%C4%B1m';

it('the calls about customers and cards cost what docs/costs.md publishes', async () => {
  const customerPath = async () => `/api/customer/${(await create({ phone: '905551112233' })).id}`;
  const searchPath = async () => `/api/customer?email=${encodeURIComponent((await create()).email ?? '')}`;
  const linkPath = async () => `${await customerPath()}/addcardlink`;
  const cardPath = async () => `/api/card/${(await store({ ownerName: 'Ayşe Yılmaz' })).id}`;
  const customerId = (await create()).id;
  const at = (path: string) => async () => path;
  const calls: [call: string, measured: Measured][] = [
    ['/api/customer', { method: 'POST', path: at('/api/customer'), body: customerBody }],
    ['/api/customer', { method: 'GET', path: searchPath }],
    ['/api/customer/{id}/export', { method: 'GET', path: async () => `${await customerPath()}/export` }],
    ['/api/customer/{id}/export', { method: 'GET', path: exportOfRefunded, note: ' after a refund' }],
    ['/api/customer/{id}', { method: 'PUT', path: customerPath, body: () => ({ fullName: 'Ayşe Yıldız' }) }],
    ['/api/customer/{id}/addcardlink', { method: 'POST', path: linkPath }],
    ['/api/customer/{id}', { method: 'DELETE', path: customerPath }],
    ['/api/card', { method: 'POST', path: at('/api/card'), body: cardBody }],
    [
      '/api/card',
      {
        method: 'POST',
        path: at('/api/card'),
        body: () => cardBody({ customerId }),
        note: ' for a customer',
      },
    ],
    ['/api/card/query', { method: 'GET', path: at(`/api/card/query?alias=${ALIAS}&bin=552879`) }],
    ['/api/card/{id}', { method: 'PUT', path: cardPath, body: () => ({ cardAlias: 'Ev kartım' }) }],
    [
      '/api/card/{id}',
      {
        method: 'PUT',
        path: cardPath,
        body: () => ({ expiryMonth: '12', expiryYear: '2033' }),
        note: ' with an expiry',
      },
    ],
    ['/api/card/{id}', { method: 'DELETE', path: cardPath }],
  ];
  const listed = new Set(calls.map(([call, { method }]) => `${method} ${call}`));
  const routes = ROUTES.filter(({ path }) => /^\/api\/(?:customer|card)\b/.test(path));
  const unlisted = routes.filter((route) => !listed.has(addressOf(route)));
  const missing = unlisted.map(addressOf).filter((call) => !call.startsWith('GET '));
  expect(missing, 'Add these calls to test/endpoints/costs.test.ts').toEqual([]);
  const ids = { ...UNKNOWN, customer: customerId, card: (await store()).id };
  for (const route of unlisted) calls.push([route.path, { method: 'GET', path: at(pathWith(route, ids)) }]);
  const rows: CostRow[] = [];
  for (const [call, measured] of calls) rows.push(await rowOf(call, measured));
  expectPublished('Customers and stored cards', rows);

  const roundsOf = (method: string) =>
    rows.filter(({ call }) => call.startsWith(`\`${method} `)).map(({ cost }) => cost.rounds);
  expect(Math.max(...roundsOf('GET')), 'a read of an index and its rows').toBe(2);
  expect(Math.max(...roundsOf('POST')), 'a creation').toBeLessThanOrEqual(2);
  expect(Math.max(...roundsOf('DELETE')), 'a deletion').toBeLessThanOrEqual(2);
  const sealing = rows.filter(({ call }) => call.includes('POST /api/card'));
  expect(sealing.map(({ cost }) => [cost.rounds, cost.kmsCalls])).toEqual([
    [2, 2],
    [2, 2],
  ]);
});

it('a refund of a customer’s payment costs what the refund of any other costs', async () => {
  const costs = [];
  for (const customerId of [undefined, (await create()).id]) {
    const order = { orderNumber: `REFUND-ORDER-${costs.length}` };
    const paymentId = await harness.payOrder(customerId ? { ...order, customerId } : order);
    const { rounds, readUnits, writeUnits } = await costOf(() => refunds.request(paymentId, 10));
    costs.push({ rounds, readUnits, writeUnits });
  }
  expect(costs).toEqual([costs[0], costs[0]]);
  expect(costs[0]).toEqual({ rounds: 2, readUnits: 1, writeUnits: 12 });
});
