// The OpenAPI document says what the running service answers: every call is made, and what comes back is held
// to its schema, every field of it and no other.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '#routes.ts';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import {
  addressOf,
  type Ids,
  makeObjects,
  pathWith,
  queryOf,
  sampleOf,
  UNKNOWN,
} from '../../fixtures/samples.ts';
import { HOUR, startHarness } from '../../harness/harness.ts';
import { problemsOf, type Schema, type Schemas } from '../../harness/json-schema.ts';

type Response = { $ref?: string; content?: { 'application/json': { schema: Schema } } };
type Operation = { responses: Record<string, Response> };
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Schemas } };

const document: Document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
const { schemas } = document.components;
const harness = await startHarness();
const { api, merchant, moveBy, now, service } = harness;

const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');
const responsesOf = ({ method, path }: Route) =>
  document.paths[path]?.[method.toLowerCase()]?.responses ?? {};

/** What must be so before the call can do what it is asked. */
const BEFORE: Record<string, (ids: Ids) => Promise<unknown>> = {
  'POST /api/RecurringPayment/{id}/resume': (ids) =>
    post(`/api/RecurringPayment/${ids.recurringPayment}/pause`),
  'DELETE /api/card/{id}': (ids) => post(`/api/RecurringPayment/${ids.recurringPayment}/cancel`),
  'DELETE /api/customer/{id}': (ids) => post(`/api/RecurringPayment/${ids.recurringPayment}/cancel`),
  // The sample's refund holds part of the payment, and a cancellation takes back the whole.
  'POST /api/Refund/cancellations': (ids) => post(`/api/Refund/${ids.refund}/reject`, { reason: 'x' }),
};
const post = async (path: string, body: object = {}) => await api('POST', path, { body });

describe.each(merchantRoutes.map((route) => ({ name: addressOf(route), route })))('$name', ({ route }) => {
  const call = async (ids: Ids, body: unknown) =>
    await api(route.method, pathWith(route, ids) + queryOf(route), route.method === 'GET' ? {} : { body });

  it('answers what is told of it', async () => {
    const ids = await makeObjects(harness, merchant.apiKey);
    await BEFORE[addressOf(route)]?.(ids);
    const { status, json } = await call(ids, sampleOf(route).body(ids));
    expect(json.success).toBe(true);
    const told = responsesOf(route)[status]?.content?.['application/json'].schema ?? { $ref: `${status}` };
    expect(problemsOf(json, told, schemas, '')).toEqual([]);
  });

  it('refuses with a code that is told of it', async () => {
    const codesAt = (status: number) => responsesOf(route)[status]?.$ref?.split('/').at(-1)?.split('.');
    for (const body of [sampleOf(route).body(UNKNOWN), { a: 1 }]) {
      const { status, json } = await call(UNKNOWN, body);
      if (json.success) continue;
      expect(problemsOf(json, { $ref: '#/components/schemas/Refusal' }, schemas, '')).toEqual([]);
      expect(codesAt(status)).toContain(json.errorCode);
    }
  });
});

it('is as told where a bank has declined, and where its answer is not known', async () => {
  const desk = recurringPaymentDriver(harness);
  const startDate = new Date(now().getTime() + HOUR).toISOString();
  const record = await desk.create({ startDate });
  service.bank.script(['decline:51']);
  await moveBy(2 * HOUR);
  const held = async (path: string, name: string) => {
    const { json } = await api('GET', path);
    expect(problemsOf(json, { $ref: `#/components/schemas/${name}` }, schemas, '')).toEqual([]);
    return json.data as { items: Record<string, unknown>[] };
  };
  const attempts = await held(`/api/RecurringPayment/${record.id}/transactions`, 'ChargeAttemptList');
  expect(attempts.items).toMatchObject([{ status: 'Failed', errorCode: 'NOT_SUFFICIENT_FUNDS' }]);
  const failed = await held('/api/payment?status=Failed', 'PaymentList');
  expect(failed.items).toMatchObject([{ errorCode: 'NOT_SUFFICIENT_FUNDS', paidAt: null }]);
  const ids = await makeObjects(harness, merchant.apiKey);
  service.bank.script(['lost-after', 'lost-before', 'lost-before']);
  const unknown = await post(`/api/Refund/${ids.refund}/approve`);
  expect([unknown.status, unknown.json.data['status']]).toEqual([202, 'Processing']);
  expect(problemsOf(unknown.json, { $ref: '#/components/schemas/RefundAnswer' }, schemas, '')).toEqual([]);
});
