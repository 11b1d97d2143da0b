// What is refused of a body before any rule of a noun is asked, at every door that takes one.
import { describe, expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { expectEnvelope, expectRefusal } from '../drivers/refusal.ts';
import { addressOf, pathWith, SAMPLES, sampleOf, UNKNOWN } from '../fixtures/samples.ts';
import { type ApiRequest, startHarness } from '../harness/harness.ts';

const { api, http, merchant } = await startHarness();

const rows = ROUTES.filter(({ audience, method }) => audience === 'merchant' && method !== 'GET').map(
  (route) => ({ name: addressOf(route), route, path: pathWith(route, UNKNOWN) }),
);

const KIB = 1024;
const nested = (depth: number) => ['{"a":'.repeat(depth - 1), '{}', '}'.repeat(depth - 1)].join('');
/** A JSON object of exactly so many bytes. */
const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

const NO_OBJECT_IN_UTF_8: Record<string, string | Buffer> = {
  'cut off': '{"amount":1',
  'with a trailing comma': '{"amount":1,}',
  'with a comment': '{"amount":1}//',
  'two values': '{} {}',
  'a list': '[{"amount":1}]',
  'a text': '"amount"',
  'a number': '1',
  null: 'null',
  'a list of lists beyond any depth': '['.repeat(60_000),
  'objects beyond any depth': '{"a":'.repeat(12_000),
  '21 levels deep': nested(21),
  'a key twice': '{"amount":1,"amount":2}',
  'a key twice, once in escapes': '{"amount":1,"\\u0061mount":2}',
  'a key twice, further down': '{"products":[{"id":"1","id":"2"}]}',
  'a key twice beside __proto__': '{"__proto__":1,"__proto__":2}',
  'half a surrogate pair': '{"orderNumber":"\\ud83d"}',
  'half a surrogate pair as a key': '{"\\udc00":1}',
  'a byte order mark': '\ufeff{"amount":1}',
  'UTF-16': Buffer.from('{"amount":1}', 'utf16le'),
  'UTF-16 with its mark': Buffer.from('\ufeff{"amount":1}', 'utf16le'),
  'Latin 5': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xde, 0x22, 0x7d]),
  'overlong UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d]),
  'a surrogate in UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  'a raw control character': '{"orderNumber":"a\u0000b"}',
  'a raw line break': '{"orderNumber":"a\nb"}',
  NaN: '{"amount":NaN}',
  'a leading plus': '{"amount":+1}',
  'a leading zero': '{"amount":01}',
  'single quotes': "{'amount':1}",
};

describe.each(rows)('$name', ({ route, path }) => {
  const send = (rawBody: string | Buffer | undefined, headers: ApiRequest['headers'] = {}) =>
    api(route.method, path, { ...(rawBody !== undefined && { rawBody }), headers });

  it('takes nothing but one JSON object in UTF-8', async () => {
    for (const [what, body] of Object.entries(NO_OBJECT_IN_UTF_8)) {
      const answer = await send(body);
      expect(answer.json.errorCode, what).toBe('INVALID_JSON');
      expectRefusal(answer, { code: 'INVALID_JSON' });
    }
    const english = { 'accept-language': 'en' };
    expectRefusal(await send('{', english), { code: 'INVALID_JSON', language: 'en' });
  });

  it('takes 20 levels and 64 KiB, and says that a byte more is too much', async () => {
    for (const body of [nested(20), sized(64 * KIB), `${sized(60 * KIB)}${' '.repeat(4 * KIB)}`]) {
      expect(['INVALID_JSON', 'BODY_TOO_LARGE']).not.toContain((await send(body)).json.errorCode);
    }
    const tooLarge = [sized(64 * KIB + 1), `${sized(64 * KIB)} `, `{"a":"${'ş'.repeat(32 * KIB)}"}`];
    for (const body of [...tooLarge, 'x'.repeat(KIB * KIB)]) {
      expectRefusal(await send(body), { code: 'BODY_TOO_LARGE', facts: ['maxBytes'] });
    }
  });

  it('takes no other media type and no other alphabet', async () => {
    const body = JSON.stringify(sampleOf(route).body(UNKNOWN));
    const REFUSED = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/problem+json',
      'text/json',
    ];
    const OTHER_ALPHABETS = ['application/json; charset=utf-16', 'application/json;charset=iso-8859-9'];
    for (const type of [
      ...REFUSED,
      ...OTHER_ALPHABETS,
      '',
      'application/json, text/plain',
      'application/jsonx',
    ]) {
      expectRefusal(await send(body, { 'content-type': type }), { code: 'UNSUPPORTED_MEDIA_TYPE' });
    }
    const headers = { 'x-api-key': merchant.apiKey };
    const without = await http({ method: route.method, path, headers, body });
    expect([without.status, JSON.parse(without.text).errorCode]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('takes its own media type in every spelling', async () => {
    const body = JSON.stringify(sampleOf(route).body(UNKNOWN));
    const utf8 = [
      'application/json',
      'Application/JSON',
      'application/json;charset=UTF-8',
      'application/json ;a=b',
    ];
    for (const type of [...utf8, 'application/json; charset="utf-8"']) {
      expect((await send(body, { 'content-type': type })).json.errorCode).not.toBe('UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('may be called without a body only where no field is required', async () => {
    const isRequired = (await send('{}')).json.errorCode === 'VALIDATION_ERROR';
    expect(isRequired && SAMPLES[addressOf(route)] === undefined, 'needs a sample body').toBe(false);
    for (const headers of [{ 'content-type': 'application/json' }, undefined]) {
      const { errorCode } = (await send(headers && '', headers)).json;
      const refused = ['INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE'].includes(String(errorCode));
      expect(refused).toBe(isRequired);
    }
  });

  it('names every missing field, and takes __proto__ and constructor for unknown ones', async () => {
    const missing = await send('{}');
    const inherited = JSON.stringify(sampleOf(route).body(UNKNOWN));
    for (const name of ['__proto__', 'constructor']) {
      const answer = await send(`{"${name}":${inherited}}`);
      expect(answer.status).toBe(missing.status);
      expect(answer.json.data['errors']).toEqual(missing.json.data['errors']);
    }
    if (missing.json.errorCode !== 'VALIDATION_ERROR') return;
    expectRefusal(missing, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    const errors = missing.json.data['errors'] as { field: string; code: string; message: string }[];
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) {
      expect(error).toEqual({ field: error.field, code: 'REQUIRED', message: 'Bu alan zorunludur.' });
    }
    const nulls = Object.fromEntries(errors.map(({ field }) => [field, null]));
    expect((await send(JSON.stringify(nulls))).json.data['errors']).toEqual(errors);
  });

  it('never says more than 400 to a field of the wrong kind', async () => {
    const sample = sampleOf(route).body(UNKNOWN);
    for (const name of Object.keys(sample)) {
      for (const wrong of [
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
      ]) {
        const others = Object.entries(sample).filter(([other]) => other !== name);
        const right = others.map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
        const body = `{${[...right, `"${name}":${wrong}`]}}`;
        const answer = await send(body);
        expect(answer.status, `${name}: ${wrong}`).toBeLessThan(500);
        expectEnvelope(answer);
      }
    }
  });

  it('takes an Idempotency-Key of 1 to 255 visible characters', async () => {
    const body = JSON.stringify(sampleOf(route).body(UNKNOWN));
    for (const key of ['', ' ', 'a b', 'a'.repeat(256), '\u00e9', 'a\tb']) {
      expectRefusal(await send(body, { 'idempotency-key': key }), { code: 'IDEMPOTENCY_KEY_INVALID' });
    }
    for (const key of ['!', '~'.repeat(255)]) {
      const answer = await send(body, { 'Idempotency-KEY': key });
      expect(answer.json.errorCode).not.toBe('IDEMPOTENCY_KEY_INVALID');
    }
  });
});

it('a body beyond what the gateway carries is too large for every door, unread', async () => {
  for (const mebibytes of [5, 10, 11]) {
    const answer = await api('POST', '/api/payment/hostedpage', {
      rawBody: 'x'.repeat(mebibytes * KIB * KIB),
    });
    expect([mebibytes, answer.status, answer.json.errorCode]).toEqual([mebibytes, 413, 'BODY_TOO_LARGE']);
  }
});
