// The OpenAPI document describes the requests of the running service: each call, field, bound and value is
// tried.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '#routes.ts';
import { OPENAPI_FILE, openApiDocument, TURKISH_FILE, writeJson } from '../../../lib/openapi/openapi.ts';
import { turkishTexts } from '../../../lib/openapi/words/said.ts';
import { addressOf, makeObjects, pathWith, sampleOf, UNKNOWN } from '../../fixtures/samples.ts';
import { type ApiAnswer, startHarness } from '../../harness/harness.ts';
import { withoutReferences } from './references.ts';

type Schema = {
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
};
type Operation = {
  summary: string;
  operationId: string;
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } };
};
type Document = { paths: Record<string, Record<string, Operation>>; components: Record<string, object> };

const published = readFileSync(OPENAPI_FILE, 'utf8');
const document = withoutReferences(JSON.parse(published)) as Document;
const harness = await startHarness();
const { api } = harness;

const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');
function operationOf({ method, path }: Route): Operation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined)
    throw new Error(`${method} ${path} is not in docs/openapi.json. Run npm run make -- openapi.`);
  return operation;
}
const bodyOf = (route: Route) => operationOf(route).requestBody?.content['application/json'].schema;

const withBody = merchantRoutes.flatMap((route) => {
  const schema = bodyOf(route);
  return schema ? [{ name: addressOf(route), route, schema }] : [];
});

type FieldError = { field: string; code: string };
/** The field errors of a response. Fields are checked before any object is loaded. */
const errorsIn = ({ json }: ApiAnswer): FieldError[] => (json.data['errors'] ?? []) as FieldError[];
const codeAt = (answer: ApiAnswer, name: string) =>
  errorsIn(answer).find(({ field }) => field === name)?.code;

it('docs/openapi.json is current; if not: npm run make -- openapi', async () => {
  const current = await openApiDocument();
  expect(`${writeJson(current)}\n`).toBe(published);
  expect(`${writeJson(turkishTexts(current))}\n`).toBe(readFileSync(TURKISH_FILE, 'utf8'));
});

it('every text of the document has another one in Turkish', () => {
  const texts = Object.entries(JSON.parse(readFileSync(TURKISH_FILE, 'utf8')) as Record<string, string>);
  expect(texts.length).toBeGreaterThan(700);
  expect(texts.filter(([english, turkish]) => english === turkish && english !== 'npm start')).toEqual([]);
});

it('the document has every call of a merchant, each with its operation id, and no other call', () => {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls.sort()).toEqual(merchantRoutes.map(addressOf).sort());
  const names = merchantRoutes.map((route) => operationOf(route).operationId);
  expect(new Set(names).size).toBe(merchantRoutes.length);
});

it('every generator reads every pattern alike: no look-around, and ASCII, since PHP reads bytes', () => {
  const found = [...published.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)];
  const patterns = [...new Set(found.map(([, one = '']) => JSON.parse(one) as string))];
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns.filter((one) => /[^ -~]|\(\?[^:]|\\[pPu]|\\x[89a-f]/.test(one))).toEqual([]);
});

it('every reference leads to a component, and every component is referred to', () => {
  const referred = [...published.matchAll(/"\$ref": "#\/components\/(\w+)\/([\w.-]+)"/g)];
  const names = new Set(referred.map(([, kind, name]) => `${kind}/${name}`));
  const components = ['responses', 'examples', 'parameters'].flatMap((kind) =>
    Object.keys(document.components[kind] ?? {}).map((name) => `${kind}/${name}`),
  );
  expect([...names].filter((name) => !name.startsWith('schemas/')).sort()).toEqual(components.sort());
});

/** Bodies that need one of several fields, which their descriptions say. */
const ONE_OF: Record<string, string[]> = { 'POST /api/webhook/{id}/replay': ['from', 'eventId'] };

describe.each(withBody)('the body of $name', ({ route, schema }) => {
  const sample = sampleOf(route).body(UNKNOWN);
  const send = async (body: unknown) => await api(route.method, pathWith(route, UNKNOWN), { body });
  const required = schema.required ?? [];
  const properties = Object.entries(schema.properties ?? {});

  it('REQUIRED is reported for each required field and for no other', async () => {
    for (const name of required) {
      const { [name]: _, ...rest } = sample;
      const answer = await send(rest);
      expect([name, answer.status, codeAt(answer, name)]).toEqual([name, 400, 'REQUIRED']);
    }
    const least = Object.fromEntries(required.map((name) => [name, sample[name]]));
    const oneOfThem = ONE_OF[addressOf(route)] ?? [];
    const enough =
      oneOfThem.length === 0 ? least : { ...least, [oneOfThem[0] ?? '']: sample[oneOfThem[0] ?? ''] };
    expect((await send(enough)).json.errorCode).not.toBe('VALIDATION_ERROR');
    expect(errorsIn(await send({})).map(({ field }) => field)).toEqual([...required, ...oneOfThem]);
    expect(operationOf(route).requestBody?.required).toBe(required.length + oneOfThem.length > 0);
  });

  it('the document has every field of the sample body', () => {
    const known = properties.map(([name]) => name);
    expect(Object.keys(sample).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('a field accepts each of its listed values and no other', async () => {
    for (const [name, { enum: values = [] }] of properties) {
      for (const value of values) {
        expect([name, value, codeAt(await send({ ...sample, [name]: value }), name)]).toEqual([
          name,
          value,
          undefined,
        ]);
      }
      if (values.length === 0) continue;
      expect(codeAt(await send({ ...sample, [name]: `${values[0]}x` }), name)).toBe('INVALID_ENUM');
    }
  });

  it('a field accepts values at its bounds, none beyond them and none of another type', async () => {
    for (const [name, field] of properties) {
      for (const [at, code] of atBounds(field)) {
        const answer = await send({ ...sample, ...WIDEST, [name]: at });
        expect([name, at, codeAt(answer, name)]).not.toEqual([name, at, code]);
      }
      for (const [beyond, code] of beyondBounds(field)) {
        if (name === 'installment' && beyond === 0) continue; // It is read as 1.
        const answer = await send({ ...sample, [name]: beyond });
        expect([name, beyond, codeAt(answer, name)]).toEqual([name, beyond, code]);
      }
    }
  });

  it('a field with a format or pattern accepts the sample and refuses another text', async () => {
    for (const [name, { type, format, pattern }] of properties) {
      if ([type].flat().includes('number') || (format === undefined && pattern === undefined)) continue;
      if (sample[name] !== undefined) expect(`${sample[name]}`).toMatch(new RegExp(pattern ?? ''));
      // Any text but one with a control character is of the form of free text.
      const wrong = new RegExp(pattern ?? '^$').test('x') ? 'x\u0007' : 'x';
      expect(wrong).not.toMatch(new RegExp(pattern ?? '^$'));
      const answer = await send({ ...sample, [name]: wrong });
      expect([name, codeAt(answer, name)]).toEqual([name, 'INVALID_FORMAT']);
    }
  });

  it('REQUIRED is reported for each required field of a list entry', async () => {
    for (const [name, { items }] of properties) {
      for (const one of items?.required ?? []) {
        const [line] = sample[name] as Record<string, unknown>[];
        const answer = await send({ ...sample, [name]: [{ ...line, [one]: null }] });
        expect(errorsIn(answer)).toMatchObject([{ field: `${name}[0].${one}`, code: 'REQUIRED' }]);
      }
    }
  });
});

it('an absent field has its documented default', async () => {
  const ids = await makeObjects(harness, harness.merchant.apiKey);
  const seen: string[] = [];
  for (const { route, schema } of withBody) {
    const given = Object.entries(sampleOf(route).body(ids));
    const least = Object.fromEntries(given.filter(([name]) => schema.required?.includes(name)));
    const { json } = await api(route.method, pathWith(route, ids), { body: least });
    for (const [name, { default: fallback }] of Object.entries(schema.properties ?? {})) {
      if (fallback === undefined || json.data[name] === undefined) continue;
      expect([name, json.data[name]]).toEqual([name, fallback]);
      seen.push(name);
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining(['isActive', 'forceCvv', 'frequencyInterval', 'maxRetryAttempts']),
  );
});

/** Values with which the fields that depend on them have their whole range. */
const WIDEST = { frequency: 'daily', hasTrialPeriod: true, trialPeriodDays: 1 };

/** A minimum of 0 is not tried: trialPeriodDays is 0 only in a plan without a trial. */
function atBounds({ minimum = 0, maximum, minLength = 0, maxLength }: Schema): [unknown, string][] {
  const bounds: [unknown, string][] = [];
  if (minimum > 0) bounds.push([minimum, 'OUT_OF_RANGE']);
  if (maximum !== undefined) bounds.push([maximum, 'OUT_OF_RANGE']);
  if (minLength > 0) bounds.push(['1'.repeat(minLength), 'TOO_SHORT']);
  if (maxLength !== undefined) bounds.push(['1'.repeat(maxLength), 'TOO_LONG']);
  return bounds;
}

function beyondBounds({ type, minimum, maximum, minLength = 0, maxLength }: Schema): [unknown, string][] {
  const isObject = [type].flat().includes('object');
  const bounds: [unknown, string][] = [[isObject ? 'x' : {}, 'INVALID_TYPE']];
  if (type === 'integer' && minimum !== undefined) bounds.push([minimum - 1, 'OUT_OF_RANGE']);
  if (type === 'number' && minimum !== undefined && minimum > 0) bounds.push([0, 'OUT_OF_RANGE']);
  if (maximum !== undefined) bounds.push([Math.floor(maximum) + 1, 'OUT_OF_RANGE']);
  if (maxLength !== undefined) bounds.push(['1'.repeat(maxLength + 1), 'TOO_LONG']);
  if (minLength > 1) bounds.push(['1'.repeat(minLength - 1), 'TOO_SHORT']);
  return bounds;
}

/** There is no second page by number. */
const OTHER_CODES: Record<string, string> = {
  page: 'NOT_APPLICABLE',
  bin: 'INVALID_FORMAT',
  lastFour: 'INVALID_FORMAT',
};
const withQuery = merchantRoutes.flatMap((route) => {
  const all = operationOf(route).parameters;
  const inQuery = all.filter((one) => one.in === 'query');
  return inQuery.length > 0 ? [{ name: addressOf(route), route, inQuery }] : [];
});
describe.each(withQuery)('the query of $name', ({ route, inQuery }) => {
  const body = route.method === 'GET' ? {} : { body: sampleOf(route).body(UNKNOWN) };
  const send = async (name: string, value: unknown) =>
    await api(route.method, `${pathWith(route, UNKNOWN)}?${name}=${encodeURIComponent(`${value}`)}`, body);

  it('a parameter accepts each of its listed values, and none beyond its bounds', async () => {
    for (const { name, schema } of inQuery) {
      for (const value of schema.enum ?? []) {
        expect([name, value, codeAt(await send(name, value), name)]).toEqual([name, value, undefined]);
      }
      if (schema.enum) expect(codeAt(await send(name, 'x'), name)).toBe('INVALID_ENUM');
      for (const [beyond, code] of beyondBounds(schema).slice(1)) {
        if (name === 'installment' && beyond === 0) continue; // It is read as 1.
        const answer = await send(name, beyond);
        const read = codeAt(answer, name);
        expect([name, beyond, read]).toEqual([name, beyond, OTHER_CODES[name] ?? code]);
      }
    }
  });
});
