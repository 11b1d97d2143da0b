// The OpenAPI document describes the responses of the running service: every call is made, and its response
// must have the fields of its schema and no others.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '#routes.ts';
import examples from '../../../lib/openapi/examples.json' with { type: 'json' };
import { OPENAPI_FILE, writeJson } from '../../../lib/openapi/openapi.ts';
import { operationId } from '../../../lib/openapi/operation-names.ts';
import { refusalName } from '../../../lib/openapi/refusals.ts';
import { envelopeName } from '../../../lib/openapi/responses.ts';
import { newCardNumber, recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import {
  addressOf,
  type Ids,
  makeObjects,
  pathWith,
  queryOf,
  SAMPLES,
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
const EXAMPLES_FILE = new URL('../../../lib/openapi/examples.json', import.meta.url);
const harness = await startHarness();
const { api, merchant, moveBy, now, service } = harness;

const REFUSAL: Schema = {
  ...schemas['Refusal'],
  required: ['success', 'message', 'errorCode', 'timestamp'],
};
const REFUSAL_DATA = schemas['Refusal']?.properties?.['data'];

/** A list with its first two items. */
function shortened(part: object): object {
  if (Array.isArray(part)) return part.slice(0, 2).map(shortenedValue);
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, shortenedValue(one)]));
}
const shortenedValue = (one: unknown): unknown =>
  typeof one === 'object' && one !== null ? shortened(one) : one;

/** What the calls of this run sent and got: the examples of the document. */
const recorded: Record<string, { request?: object; response: object }> = {};

const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');
const responsesOf = ({ method, path }: Route) => document.paths[path]?.[method.toLowerCase()]?.responses;

/** Calls that must precede a call so that it can succeed. */
const BEFORE: Record<string, (ids: Ids) => Promise<unknown>> = {
  'POST /api/RecurringPayment/{id}/resume': (ids) =>
    post(`/api/RecurringPayment/${ids.recurringPayment}/pause`),
  'POST /api/RecurringPayment/{id}/periods/{n}/charge': skipFirstPeriod,
  'POST /api/RecurringPayment/{id}/periods/{n}/waive': skipFirstPeriod,
  'DELETE /api/card/{id}': (ids) => post(`/api/RecurringPayment/${ids.recurringPayment}/cancel`),
  'DELETE /api/customer/{id}': (ids) => post(`/api/RecurringPayment/${ids.recurringPayment}/cancel`),
  'POST /api/payment/{paymentReferenceNumber}/capture': reserve,
  'POST /api/payment/{paymentReferenceNumber}/release': reserve,
  // The refund of the samples reserves a part of the payment; a cancellation needs all of it.
  'POST /api/Refund/cancellations': (ids) => post(`/api/Refund/${ids.refund}/reject`, { reason: 'x' }),
};
/** The payment of the call is one whose amount is only reserved. */
async function reserve(ids: Ids): Promise<void> {
  const charge = SAMPLES['POST /api/payment']?.body(ids);
  const { json } = await post('/api/payment', { ...charge, capture: 'manual' });
  ids.payment = String(json.data['paymentReferenceNumber']);
}

/** Lets the first period pass in a pause. */
async function skipFirstPeriod({ recurringPayment }: Ids): Promise<void> {
  const path = `/api/RecurringPayment/${recurringPayment}`;
  const { nextPaymentDate } = (await api<{ nextPaymentDate: string }>('GET', path)).json.data;
  await post(`${path}/pause`);
  await service.timeline.moveTo(Date.parse(nextPaymentDate) + HOUR);
  await post(`${path}/resume`);
}
const post = async (path: string, body: object = {}) => await api('POST', path, { body });

describe.each(merchantRoutes.map((route) => ({ name: addressOf(route), route })))('$name', ({ route }) => {
  const responses = responsesOf(route);
  if (responses === undefined) {
    it('the call is in docs/openapi.json; if it is not, run npm run make -- openapi', () => expect.fail());
    return;
  }
  const call = async (ids: Ids, body: unknown) =>
    await api(route.method, pathWith(route, ids) + queryOf(route), route.method === 'GET' ? {} : { body });

  it('the response has the documented schema', async () => {
    const ids = await makeObjects(harness, merchant.apiKey);
    await BEFORE[addressOf(route)]?.(ids);
    const sent = sampleOf(route).body(ids);
    const { status, json } = await call(ids, sent);
    expect(json.success).toBe(true);
    const hasBody = route.method !== 'GET' && Object.keys(sent).length > 0;
    recorded[operationId(route)] = { ...(hasBody && { request: sent }), response: shortened(json) };
    const schema = responses[status]?.content?.['application/json'].schema ?? { $ref: `${status}` };
    expect(problemsOf(json, schema, schemas, '')).toEqual([]);
  });

  it('a refusal has a documented code', async () => {
    const codesAt = (status: number) => responses[status]?.$ref?.split('/').at(-1)?.split('.');
    for (const body of [sampleOf(route).body(UNKNOWN), { a: 1 }]) {
      const { status, json } = await call(UNKNOWN, body);
      if (json.success) continue;
      const { data, ...refusal } = json;
      expect(problemsOf(refusal, REFUSAL, schemas, '')).toEqual([]);
      const { properties: facts } =
        schemas[refusalName(json.errorCode ?? '')]?.allOf?.[1]?.properties?.['data'] ?? {};
      expect(
        problemsOf(data, { ...REFUSAL_DATA, properties: { ...REFUSAL_DATA?.properties, ...facts } }, schemas),
      ).toEqual([]);
      expect(codesAt(status)).toContain(json.errorCode);
    }
  });
});

const kept: Record<string, { request?: object; response?: object }> = examples;
const meIn = ({ meShow }: typeof kept): { data?: { limits?: object } } | undefined => meShow?.response;

/** A QR code is shown by its first lines: its drawing is longer than what is said of the call. */
const withShortDrawing = (example: object): object =>
  JSON.parse(JSON.stringify(example).replace(/(d=\\"M4 4h7v1h-7z)[^"\\]*/g, '$1'));

/** The end of an API key is random, and a webhook answers when it does. */
const CHANCES = ['lastFour', 'durationMs'];
const withoutIds = (value: unknown) =>
  typeof value === 'string' ? value.replace(/[\w+/=-]{16,}/g, '#').replace(/\d+/g, '0') : value;

/** The example with the former ids, instants and chances, so that a change shows alone. */
function renewed(before: unknown, now: unknown): unknown {
  if (typeof now !== 'object' || now === null || typeof before !== 'object' || before === null)
    return withoutIds(before) === withoutIds(now) ? before : now;
  if (Array.isArray(now)) return now.map((one, at) => renewed(Reflect.get(before, at), one));
  return Object.fromEntries(
    Object.entries(now).map(([name, one]) => {
      const former: unknown = Reflect.get(before, name);
      return [name, CHANCES.includes(name) ? (former ?? one) : renewed(former, one)];
    }),
  );
}

it('the examples are of this version; else: UPDATE_DOCS=1 with this test, npm run make -- openapi', () => {
  if (process.env['UPDATE_DOCS']) {
    writeFileSync(EXAMPLES_FILE, `${writeJson(renewed(kept, withShortDrawing(recorded)))}\n`);
    return;
  }
  expect(Object.keys(kept).sort()).toEqual(merchantRoutes.map(operationId).sort());
  expect(meIn(kept)?.data?.limits).toEqual(meIn(recorded)?.data?.limits);
  for (const route of merchantRoutes) {
    const { request, response } = kept[operationId(route)] ?? {};
    expect(request === undefined).toBe(recorded[operationId(route)]?.request === undefined);
    const schema = { $ref: `#/components/schemas/${route.returns ? envelopeName(route.returns) : ''}` };
    expect([operationId(route), problemsOf(response, schema, schemas, '')]).toEqual([operationId(route), []]);
  }
});

it('declined charges and refunds with an unknown outcome have the documented schema', async () => {
  const driver = recurringPaymentDriver(harness);
  const startDate = new Date(now().getTime() + HOUR).toISOString();
  const cardNumber = newCardNumber();
  const record = await driver.create({ startDate, cardStorageId: await driver.card(cardNumber) });
  service.bank.script(['decline:51'], cardNumber);
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
