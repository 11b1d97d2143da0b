// Whatever a merchant's program naturally sends is taken: a table of each endpoint's natural bodies and
// queries, made from the contracts, so that a new endpoint is in it.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Accepts } from '#contract/field/accepts.ts';
import { isBlank } from '#contract/field/field.ts';
import { readJsonBody } from '#http/body/body.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { inOurSpelling } from '#http/fields/names-in-any-case.ts';
import { ROUTES } from '#routes.ts';
import {
  changed,
  NAME_CASES,
  NUMBER_SPELLINGS,
  naturalValue,
  renamed,
  SPELLINGS,
  withNumbers,
} from '../fixtures/natural-values.ts';
import {
  addressOf,
  type Ids,
  makeObjects,
  pathWith,
  queryOf,
  sampleOf,
  UNKNOWN,
} from '../fixtures/samples.ts';
import { startHarness } from '../harness/harness.ts';
import { shareOf } from '../harness/thoroughness.ts';

const harness = await startHarness();
const { api, http, merchant } = harness;
const READER = { timeZone: 'Europe/Istanbul', mode: 'test' } as const;
let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
});

type Body = Record<string, unknown>;
type ObjectOf = Extract<Accepts, { kind: 'object' }>;
const fieldsOf = (accepts: Accepts | undefined) => {
  const fields = accepts?.kind === 'object' ? Object.entries(accepts.fields) : [];
  return fields.map(([name, { accepts: one }]) => [name, one] as const);
};

const withoutFields = (accepts: Accepts | undefined, left: readonly string[] = []): ObjectOf => {
  const { fields = {}, ...rest } = accepts?.kind === 'object' ? accepts : {};
  const kept = Object.entries(fields).filter(([name]) => !left.includes(name));
  return { kind: 'object', ...rest, fields: Object.fromEntries(kept) };
};

/** Values without which another field has no meaning. */
const TOGETHER: Record<string, Body> = { 'POST /api/payment/hostedpage': { saveCardFor: 'recurring' } };

/** Fields that are sent without the others. */
const ALONE: Record<string, readonly string[]> = { 'POST /api/webhook/{id}/replay': ['eventId'] };

/** `all`: a value for every field, the sample's or one made from what the field accepts. */
const rows = await Promise.all(
  ROUTES.filter(({ audience }) => audience === 'merchant').map(async (route) => {
    const path = new URL(`../../functions/endpoints/${route.file}.ts`, import.meta.url);
    const { contract } = ((await import(path.href)) as { handler: EndpointHandler }).handler;
    const body = contract.body?.(READER);
    const accepts = withoutFields(body?.accepts, ALONE[addressOf(route)]);
    const all: Body = {
      ...(naturalValue(accepts) as Body),
      ...TOGETHER[addressOf(route)],
      ...sampleOf(route).body(UNKNOWN),
    };
    const one = accepts.anyOf?.[0];
    const names = fieldsOf(accepts).flatMap(([name, { optional }]) =>
      optional && name !== one ? [] : [name],
    );
    const required = Object.fromEntries(names.map((name) => [name, all[name]]));
    const query = contract.query?.(READER).accepts;
    const { answer = [] } = contract;
    return {
      name: addressOf(route),
      route,
      path: pathWith(route, UNKNOWN),
      body,
      accepts,
      all,
      required,
      query,
      answer,
    };
  }),
).then((all) =>
  // Outside CI each endpoint gets a third of the spellings, and all endpoints together get every one.
  all.map((row, turn) => ({
    ...row,
    some: <One>(table: Record<string, One>) => shareOf(Object.entries(table), turn, 3),
  })),
);
type Row = (typeof rows)[number];

/** What the contract reads; a time zone that is known later is Istanbul. */
function reading({ body, accepts }: Row, json: string): unknown {
  const sent = readJsonBody({ body: json, isBase64Encoded: false, contentType: 'application/json' });
  const input = inOurSpelling(accepts, sent);
  const result = body?.safeParse(input);
  if (result?.success === false) expect.unreachable(JSON.stringify(result.error.issues));
  return settled(result?.data);
}
function settled(value: unknown): unknown {
  if (typeof value === 'function') return settled(value('Europe/Istanbul'));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, settled(one)]));
}

/** The refusals of the reading layer; any other one comes from a rule of the noun. */
const UNREAD = [
  'INVALID_JSON',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNKNOWN_FIELD',
  'VALIDATION_ERROR',
  'UNKNOWN_PARAMETER',
];
async function expectTaken({ route, path }: Row, rawBody: string, contentType = 'application/json') {
  const answer = await api(route.method, path, { rawBody, headers: { 'content-type': contentType } });
  const { errorCode, data } = answer.json;
  const unread = UNREAD.includes(String(errorCode)) || answer.status >= 500;
  expect({ rawBody, unread: unread ? [errorCode, data['errors']] : false }).toEqual({
    rawBody,
    unread: false,
  });
}

/** What .NET writes for an id or a date that was never set. */
const NEVER_SET: Partial<Record<Accepts['kind'], string>> = {
  uuid: '00000000-0000-0000-0000-000000000000',
  datetime: '0001-01-01T00:00:00',
  chargeDate: '0001-01-01T00:00:00',
  firstDay: '0001-01-01T00:00:00Z',
};

const writes = rows.filter(({ route: { method } }) => method !== 'GET');
const withBody = writes.filter(({ body }) => body !== undefined);

describe.each(withBody)('natural bodies of $name', (row) => {
  const { accepts, all, required } = row;
  const optional = fieldsOf(accepts).filter(([name, one]) => one.optional && !(name in required));
  /** The value is taken in every optional field. Where it removes nothing, it is the same as none. */
  const expectNothing = async (sentFor: (one: Accepts) => unknown, removes: (one: Accepts) => boolean) => {
    const sent = (those: typeof optional) =>
      JSON.stringify({
        ...required,
        ...Object.fromEntries(those.map(([name, one]) => [name, sentFor(one)])),
      });
    await expectTaken(row, sent(optional));
    const without = sent(optional.filter(([, one]) => !removes(one)));
    expect(reading(row, without)).toEqual(reading(row, JSON.stringify(required)));
  };

  it('all fields, and the required ones alone', async () => {
    for (const body of [all, required]) await expectTaken(row, JSON.stringify(body));
  });

  it('null, the empty text and the default are the same as leaving a field out', async () => {
    const { method } = row.route;
    const isChange = method === 'PUT';
    // An update cannot empty a text that every object has.
    const isReplaced = ({ kind, clearable }: Accepts) => isChange && kind === 'text' && !clearable;
    const isCleared = ({ clearable, kind }: Accepts) =>
      clearable === true || (method === 'PUT' && kind === 'email');
    await expectNothing(
      () => null,
      () => false,
    );
    await expectNothing(
      ({ kind }) => NEVER_SET[kind] ?? null,
      () => false,
    );
    await expectNothing((one) => (isBlank('', one) && !isReplaced(one) ? '' : null), isCleared);
    await expectNothing((one) => one.default ?? null, isCleared);
  });

  it.each(row.some(SPELLINGS))('%s', async (_, spelling) => {
    const json = JSON.stringify(changed(accepts, all, spelling));
    await expectTaken(row, json);
    expect(reading(row, json)).toEqual(reading(row, JSON.stringify(all)));
  });

  it.each(row.some(NUMBER_SPELLINGS))('%s', async (_, written) => {
    const json = withNumbers(accepts, all, written);
    await expectTaken(row, json);
    expect(reading(row, json)).toEqual(reading(row, JSON.stringify(all)));
  });

  it.each(row.some(NAME_CASES))('%s', async (_, rename) => {
    const json = JSON.stringify(renamed(accepts, all, rename));
    await expectTaken(row, json);
    expect(reading(row, json)).toEqual(reading(row, JSON.stringify(all)));
  });

  it('a byte order mark before the body', async () => {
    const json = `\ufeff${JSON.stringify(all)}`;
    await expectTaken(row, json);
    expect(reading(row, json)).toEqual(reading(row, JSON.stringify(all)));
  });

  it('an empty object that PHP writes as a list', async () => {
    const listed = (value: unknown, { kind, optional }: Accepts) =>
      kind === 'metadata' && optional ? [] : value;
    await expectTaken(row, JSON.stringify(changed(accepts, all, listed)));
  });
});

describe.each(writes)('whole objects sent to $name', (row) => {
  it('fields of the answer that were never set', async () => {
    for (const unset of [null, '', 0, false, '00000000-0000-0000-0000-000000000000', '0001-01-01T00:00:00']) {
      for (const rename of [String, ...row.some(NAME_CASES).map(([, one]) => one)]) {
        const own = row.answer.filter((name) => !Object.hasOwn(row.all, name));
        const names = Object.fromEntries(own.map((name) => [rename(name), unset]));
        await expectTaken(row, JSON.stringify({ ...names, ...row.all }));
      }
    }
  });
});

describe.each(writes)('nothing sent to $name', (row) => {
  it('no body, {}, [] and null of any content type are the same if no field is required', async () => {
    const { route, path } = row;
    const isNeeded = Object.keys(row.required).length > 0;
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined]) {
      const headers = { 'x-api-key': merchant.apiKey, ...(type && { 'content-type': type }) };
      const answers = await Promise.all(
        ['', '{}', '[]', 'null', ' { } ', '[ ]\n'].map((body) =>
          http({ method: route.method, path, headers, body }),
        ),
      );
      const codes = answers.map(({ status, text }) => [status, JSON.parse(text).errorCode]);
      if (isNeeded) expect(codes.every(([status]) => [400, 415].includes(status))).toBe(true);
      else expect(codes).toEqual(codes.map(() => codes[0]));
      if (!isNeeded) expect(UNREAD).not.toContain(codes[0]?.[1]);
    }
  });
});

/** A query beside a body is that of its preview. */
async function ask({ route, accepts }: Row, parameters: string) {
  const path = `${pathWith(route, ids)}${queryOf(route) || '?'}&${parameters}`;
  const previewed = accepts.fields['preview'] && { preview: true };
  const body = route.method === 'GET' ? {} : { body: { ...sampleOf(route).body(ids), ...previewed } };
  return await api(route.method, path, body);
}

describe.each(rows.filter(({ query, route: { method } }) => query !== undefined && method !== 'PUT'))(
  'natural queries of $name',
  (row) => {
    const { route, query } = row;
    const send = async (parameters: string) => await ask(row, parameters);

    it('parameters without a value are left out', async () => {
      const asked = new Set(new URLSearchParams(queryOf(route)).keys());
      const empty = fieldsOf(query).flatMap(([name]) => (asked.has(name) ? [] : [`${name}=`]));
      const answer = await send(empty.join('&'));
      expect(UNREAD).not.toContain(answer.json.errorCode);
      expect((await send('')).json.data).toEqual(answer.json.data);
    });

    it('words in any case, and dates with a blank', async () => {
      const asked = new Set(new URLSearchParams(queryOf(route)).keys());
      for (const [name, one] of fieldsOf(query).filter(([own]) => !asked.has(own))) {
        for (const [, spelling] of row.some(SPELLINGS)) {
          const value = String(spelling(naturalValue(one), one));
          const answer = await send(`${name}=${encodeURIComponent(value)}`);
          expect([name, value, UNREAD.includes(String(answer.json.errorCode))]).toEqual([name, value, false]);
        }
      }
    });

    it.each(row.some(NAME_CASES))('%s', async (_, rename) => {
      const asked = new Set(new URLSearchParams(queryOf(route)).keys());
      for (const [name, one] of fieldsOf(query).filter(([own]) => !asked.has(own))) {
        const answers = [name, rename(name)].map(async (spelt) => {
          const value = encodeURIComponent(String(naturalValue(one)));
          const { data, errorCode } = (await send(`${encodeURIComponent(spelt)}=${value}`)).json;
          // How far a search went is told to the millisecond.
          const { searchedUntil: _, ...rows } = data;
          return [name, errorCode, errorCode === null ? rows : data['errors']];
        });
        const [own, other] = await Promise.all(answers);
        expect(other).toEqual(own);
      }
    });
  },
);

describe.each(rows.filter(({ query }) => fieldsOf(query).some(([name]) => name === 'page')))(
  'the list $name',
  (row) => {
    const send = async (parameters: string) => await ask(row, parameters);

    it('page size and first page', async () => {
      const usual = await send('limit=1');
      for (const same of [
        'pageSize=1',
        'pageSize=1&page=1',
        'limit=1&pageSize=1&page=',
        'limit=&pageSize=1',
      ]) {
        expect((await send(same)).json.data).toEqual(usual.json.data);
      }
      expect((await send('limit=1&pageSize=2')).json.data['errors']).toMatchObject([{ field: 'limit' }]);
      for (const size of ['0', '1000']) {
        const errors = [{ field: 'pageSize', code: 'OUT_OF_RANGE' }];
        expect((await send(`limit=&pageSize=${size}`)).json.data['errors']).toMatchObject(errors);
      }
      for (const page of ['page=0', 'page=2']) {
        const other = await send(page);
        expect(other.json.errorCode).toBe('VALIDATION_ERROR');
        expect(other.json.data['errors']).toMatchObject([{ field: 'page', code: 'NOT_APPLICABLE' }]);
        expect(other.text).toMatch(/page=1.*nextCursor.*cursor/);
      }
    });
  },
);
