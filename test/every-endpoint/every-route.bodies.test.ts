// Bodies that every endpoint refuses before the rules of its noun apply.
import { describe, expect, it } from 'vitest';
import { defined } from '#domain/defined.ts';
import { type BodyCause, invalidJson } from '#http/body/invalid-json.ts';
import { ROUTES } from '#routes.ts';
import { expectEnvelope, expectRejection } from '../drivers/rejection.ts';
import { addressOf, pathWith, SAMPLES, sampleOf, UNKNOWN } from '../fixtures/samples.ts';
import { NO_OBJECT_IN_UTF_8, nested } from '../fixtures/unreadable-bodies.ts';
import { type ApiAnswer, type ApiRequest, startHarness } from '../harness/harness.ts';
import { shareOf } from '../harness/thoroughness.ts';

const { api, http, merchant } = await startHarness();

const rows = ROUTES.filter(({ audience, method }) => audience === 'merchant' && method !== 'GET').map(
  (route, at) => ({ name: addressOf(route), route, at, path: pathWith(route, UNKNOWN) }),
);

const KIB = 1024;
/** A JSON object of exactly this many bytes. */
const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

type Told = {
  cause: BodyCause;
  place?: readonly number[] | undefined;
  errors?: boolean;
  language?: 'tr' | 'en';
};
/** INVALID_JSON with its cause and place as values and in the advice. */
function expectInvalidJson(answer: ApiAnswer, { cause, place = [], errors = false, language = 'tr' }: Told) {
  const [line, column] = place;
  const at = { tr: `${line}. satır, ${column}. karakter: `, en: `Line ${line}, column ${column}: ` };
  const facts = [...(errors ? ['errors'] : []), 'cause', ...(line ? ['line', 'column'] : [])];
  const advice = `${line ? at[language] : ''}${invalidJson(cause).advice?.[language]}`;
  expectRejection(answer, { code: 'INVALID_JSON', language, facts, advice });
  expect(answer.json.data).toMatchObject({ cause, ...(line && { line, column }) });
}

/** A header that could be anything is not repeated. */
const shownType = (type: string) => (type.includes(',') ? '?' : type);

describe.each(rows)('$name', ({ route, at, path }) => {
  const send = (rawBody: string | Buffer | undefined, headers: ApiRequest['headers'] = {}) =>
    api(route.method, path, { ...defined({ rawBody }), headers });

  it('a body that is not one JSON object in UTF-8 gives INVALID_JSON', async () => {
    const isRequired = (await send('{}')).json.errorCode === 'VALIDATION_ERROR';
    // `null` is nothing, which may be sent where no field is required.
    const bodies = Object.entries(NO_OBJECT_IN_UTF_8).filter(([, { body }]) => isRequired || body !== 'null');
    for (const [description, { body, cause, place }] of shareOf(bodies, at, 4)) {
      const answer = await send(body);
      expect(answer.json.errorCode, description).toBe('INVALID_JSON');
      expectInvalidJson(answer, { cause, place, errors: cause === 'NOT_AN_OBJECT' && isRequired });
    }
    const english = { 'accept-language': 'en' };
    const place = [1, 2] as const;
    expectInvalidJson(await send('{', english), { cause: 'TRUNCATED', place, language: 'en' });
  });

  it('no body at all, where fields are required, names them, of any media type', async () => {
    const { errorCode, data } = (await send('{}')).json;
    for (const type of ['application/json', 'text/plain', '']) {
      const answer = await send(' ', { 'content-type': type });
      if (errorCode !== 'VALIDATION_ERROR') expect(answer.json.errorCode).not.toBe('INVALID_JSON');
      else {
        expectInvalidJson(answer, { cause: 'EMPTY', errors: true });
        expect(answer.json.data['errors']).toEqual(data['errors']);
      }
    }
  });

  it('20 levels and 64 KiB are accepted, one byte more gives BODY_TOO_LARGE', async () => {
    for (const body of [nested(20), sized(64 * KIB), `${sized(60 * KIB)}${' '.repeat(4 * KIB)}`]) {
      expect(['INVALID_JSON', 'BODY_TOO_LARGE']).not.toContain((await send(body)).json.errorCode);
    }
    const tooLarge = [sized(64 * KIB + 1), `${sized(64 * KIB)} `, `{"a":"${'ş'.repeat(32 * KIB)}"}`];
    for (const body of [...tooLarge, 'x'.repeat(KIB * KIB)]) {
      expectRejection(await send(body), { code: 'BODY_TOO_LARGE', facts: ['maxBytes'] });
    }
  });

  it('another media type or charset gives UNSUPPORTED_MEDIA_TYPE', async () => {
    const body = JSON.stringify({ a: 1, ...sampleOf(route).body(UNKNOWN) });
    const REFUSED = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/problem+json',
      'text/json',
    ];
    const OTHER_CHARSETS = ['application/json; charset=utf-16', 'application/json;charset=iso-8859-9'];
    for (const type of [
      ...REFUSED,
      ...OTHER_CHARSETS,
      '',
      'application/json, text/plain',
      'application/jsonx',
    ]) {
      const answer = await send(body, { 'content-type': type });
      expectRejection(answer, { code: 'UNSUPPORTED_MEDIA_TYPE', facts: ['contentType'] });
      expect([type, answer.json.data['contentType']]).toEqual([type, type === '' ? null : shownType(type)]);
    }
    const headers = { 'x-api-key': merchant.apiKey };
    const without = await http({ method: route.method, path, headers, body });
    expect([without.status, JSON.parse(without.text).errorCode]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('application/json is accepted in every spelling', async () => {
    const body = JSON.stringify(sampleOf(route).body(UNKNOWN));
    const spellings = [
      'application/json',
      'Application/JSON',
      'application/json;charset=UTF-8',
      'application/json ;a=b',
    ];
    for (const type of [...spellings, 'application/json; charset="utf-8"']) {
      expect((await send(body, { 'content-type': type })).json.errorCode).not.toBe('UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('a call without a body is accepted only if no field is required', async () => {
    const isRequired = (await send('{}')).json.errorCode === 'VALIDATION_ERROR';
    expect(isRequired && SAMPLES[addressOf(route)] === undefined, 'needs a sample body').toBe(false);
    for (const headers of [{ 'content-type': 'application/json' }, undefined]) {
      const { errorCode } = (await send(headers && '', headers)).json;
      const refused = ['INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE'].includes(String(errorCode));
      expect(refused).toBe(isRequired);
    }
  });

  it('every missing field is reported, and __proto__ and constructor are unknown fields', async () => {
    const missing = await send('{}');
    const inherited = JSON.stringify(sampleOf(route).body(UNKNOWN));
    for (const name of ['__proto__', 'constructor']) {
      const answer = await send(`{"${name}":${inherited}}`);
      expect(answer.json.errorCode).toBe('UNKNOWN_FIELD');
      expect(answer.json.data['errors']).toMatchObject([{ field: name, code: 'UNKNOWN' }]);
    }
    if (missing.json.errorCode !== 'VALIDATION_ERROR') return;
    expectRejection(missing, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    const errors = missing.json.data['errors'] as { field: string; code: string; message: string }[];
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) {
      expect(error).toEqual({
        field: error.field,
        code: 'REQUIRED',
        message: expect.stringMatching(/^(?:Bu alan|Şunlardan biri) zorunludur/),
      });
    }
    const nulls = Object.fromEntries(errors.map(({ field }) => [field, null]));
    expect((await send(JSON.stringify(nulls))).json.data['errors']).toEqual(errors);
  });

  it('a field of the wrong type never causes a server error', async () => {
    const sample = sampleOf(route).body(UNKNOWN);
    for (const [index, name] of Object.keys(sample).entries()) {
      const WRONG = [
        '{}',
        '[]',
        '[[1]]',
        '{"length":3}',
        'true',
        '1E400',
        '-0',
        '1e2',
        '""',
        '" "',
        '"\\u0000"',
      ];
      for (const wrong of shareOf(WRONG, at + index, 3)) {
        const others = Object.entries(sample).filter(([other]) => other !== name);
        const right = others.map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
        const body = `{${[...right, `"${name}":${wrong}`]}}`;
        const answer = await send(body);
        expect(answer.status, `${name}: ${wrong}`).toBeLessThan(500);
        expectEnvelope(answer);
      }
    }
  });

  it('an Idempotency-Key has 1 to 255 visible ASCII characters', async () => {
    const body = JSON.stringify(sampleOf(route).body(UNKNOWN));
    for (const key of ['', ' ', 'a b', 'a'.repeat(256), '\u00e9', 'a\tb']) {
      expectRejection(await send(body, { 'idempotency-key': key }), { code: 'IDEMPOTENCY_KEY_INVALID' });
    }
    for (const key of ['!', '~'.repeat(255)]) {
      const answer = await send(body, { 'Idempotency-KEY': key });
      expect(answer.json.errorCode).not.toBe('IDEMPOTENCY_KEY_INVALID');
    }
  });
});

it('a body larger than API Gateway accepts gives BODY_TOO_LARGE', async () => {
  for (const mebibytes of [5, 10, 11]) {
    const answer = await api('POST', '/api/payment/hostedpage', {
      rawBody: 'x'.repeat(mebibytes * KIB * KIB),
    });
    expect([mebibytes, answer.status, answer.json.errorCode]).toEqual([mebibytes, 413, 'BODY_TOO_LARGE']);
  }
});
