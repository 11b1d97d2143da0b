// What could mean two things is refused, in every field of every contract that asks for it: a number as text
// that is no plain one, and a name that is sent twice in two spellings (api.md 4.2, 5.1).
import { describe, expect, it } from 'vitest';
import type { Accepts } from '#contract/field/accepts.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES, type Route } from '#routes.ts';
import { naturalValue } from '../fixtures/natural-values.ts';
import { addressOf, pathWith, queryOf, sampleOf, UNKNOWN } from '../fixtures/samples.ts';
import { pageBody, startHarness } from '../harness/harness.ts';

const { api } = await startHarness();
const READER = { timeZone: 'Europe/Istanbul', mode: 'test' } as const;

/** Texts of a number that two programs read as two, and those that no program should write. */
const UNCLEAR = [
  ...[
    '1.500,00',
    '1,500.00',
    '1,5',
    '1.500',
    '150.000',
    '1 500',
    '1\u00a0500',
    "1'500",
    '1_500',
    '1.500.000',
  ],
  ...['1e2', '1.5E+2', '+1', '-0', '.5', '5.', '0x10', '01', '1.2.3', '٣', '₺10', '10 TL', 'NaN', ' 1', ''],
];
/** Of a boolean, with `0`, `1`, `true` and `false` in any other form. */
const NO_BOOLEANS = ['yes', 'evet', 'on', '', 2, -1, 'null', '1.0'];

type Step = string | 0;
type Place = { path: Step[]; accepts: Accepts };
function placesIn(accepts: Accepts, path: Step[] = []): Place[] {
  if (accepts.kind === 'list') return placesIn(accepts.item, [...path, 0]);
  if (accepts.kind !== 'object') return [{ path, accepts }];
  return Object.entries(accepts.fields).flatMap(([name, one]) => placesIn(one.accepts, [...path, name]));
}
const nameOf = (path: readonly Step[]) =>
  path
    .map((step) => (step === 0 ? '[0]' : `.${step}`))
    .join('')
    .slice(1);
function withValue(value: unknown, [step, ...rest]: readonly Step[], put: unknown): unknown {
  if (step === undefined) return put;
  if (step === 0) return [withValue((value as unknown[] | undefined)?.[0] ?? {}, rest, put)];
  const given = (value ?? {}) as Record<string, unknown>;
  return { ...given, [step]: withValue(given[step], rest, put) };
}

async function placesOf(route: Route) {
  const file = new URL(`../../functions/endpoints/${route.file}.ts`, import.meta.url);
  const { contract } = ((await import(file.href)) as { handler: Partial<EndpointHandler> }).handler;
  return (['body', 'query'] as const).flatMap((where) => {
    const schema = contract?.[where]?.(READER);
    return (schema ? placesIn(schema.accepts) : []).map((place) => ({ route, where, schema, ...place }));
  });
}
const PLACES = (
  await Promise.all(ROUTES.filter(({ audience }) => audience === 'merchant').map(placesOf))
).flat();
const ofKind = (...kinds: Accepts['kind'][]) =>
  PLACES.filter(({ accepts }) => kinds.includes(accepts.kind)).map(
    (one) => [addressOf(one.route), one.where, nameOf(one.path), one] as const,
  );

type Problems = { errors?: { field: string; code: string; message: string }[] };
async function errorsOf({ route, where, path, schema }: (typeof PLACES)[number], sent: unknown) {
  const all = where === 'body' ? (naturalValue(schema?.accepts as Accepts) as object) : {};
  const sample = { ...all, ...sampleOf(route).body(UNKNOWN) };
  const query = new URLSearchParams(queryOf(route).slice(1));
  if (where === 'query') query.set(String(path[0]), String(sent));
  const body = where === 'body' ? withValue(sample, path, sent) : sample;
  const address = `${pathWith(route, UNKNOWN)}?${query}`;
  const headers = { 'accept-language': 'en' };
  const answer = await api<Problems>(
    route.method,
    address,
    route.method === 'GET' ? { headers } : { body, headers },
  );
  return answer.json.data?.errors ?? [];
}

describe('numbers and booleans', () => {
  it('the contracts have numbers and booleans in bodies, lists and queries', () => {
    expect(ofKind('amount', 'integer', 'percent').length).toBeGreaterThan(40);
    expect(ofKind('boolean').length).toBeGreaterThan(5);
  });

  it.each(ofKind('amount', 'integer', 'percent'))(
    '%s refuses in the %s at %s',
    async (_, where, name, place) => {
      for (const text of UNCLEAR.filter((one) => one !== '' || where === 'body')) {
        const found = (await errorsOf(place, text)).filter(({ field }) => field === name);
        expect([text, found]).toEqual([text, [expect.anything()]]);
        if (/\d/.test(text) && text !== '-0' && place.accepts.kind === 'amount')
          expect([text, found[0]?.message]).toEqual([text, expect.stringContaining('like 1500.00')]);
      }
    },
  );

  it.each(ofKind('boolean'))(
    '%s refuses in the %s at %s what is no boolean',
    async (_, where, name, place) => {
      for (const value of NO_BOOLEANS.filter((one) => one !== '' || where === 'body')) {
        const found = (await errorsOf(place, value)).filter(({ field }) => field === name);
        expect([value, found]).toEqual([value, [expect.objectContaining({ code: 'INVALID_TYPE' })]]);
      }
    },
  );
});

describe('names', () => {
  const line = { id: 'P-1', name: 'Kahve', amount: 149.9 };
  it.each([
    [{ ...pageBody(), Amount: 1 }, 'amount'],
    [{ ...pageBody(), products: [{ ...line, NAME: 'x' }] }, 'products[0].name'],
    [{ ...pageBody(), branding: { displayName: 'a', DisplayName: null } }, 'branding.displayName'],
    [{ ...pageBody(), token: null, Token: null }, 'token'],
  ])('a name in two spellings is refused as a duplicate: %#', async (body, field) => {
    const answer = await api<Problems & { cause: string }>('POST', '/api/payment/hostedpage', { body });
    expect([answer.status, answer.json.errorCode, answer.json.data.cause]).toEqual([
      ...[400, 'INVALID_JSON', 'DUPLICATE_NAME'],
    ]);
    expect(answer.json.data.errors).toMatchObject([{ field }]);
  });

  it('a parameter in two spellings is given twice', async () => {
    const answer = await api<Problems>('GET', '/api/payment?status=Failed&Status=Failed');
    expect(answer.json.data.errors).toMatchObject([{ field: 'status', code: 'INVALID_TYPE' }]);
  });

  it('names in metadata stay as they were sent', async () => {
    const metadata = { shopId: '1', ShopID: '2', shopid: '3' };
    const made = await api('POST', '/api/payment/hostedpage', {
      body: { ...pageBody(), Metadata: metadata },
    });
    const shown = await api('GET', `/api/payment/hostedpage/${made.json.data['token']}`);
    expect(shown.json.data['metadata']).toEqual(metadata);
  });
});

describe('numbers where a text is asked', () => {
  const RETURNS = '"successUrl":"https://shop.example/a","failUrl":"https://shop.example/b"';
  const rawPage = (more: string) => `{${more},"amount":40,"currency":"TRY",${RETURNS}`;
  const create = (rawBody: string) => api<Problems>('POST', '/api/payment/hostedpage', { rawBody });

  it('an order number and the id of a line may be digits without quotes: their source text', async () => {
    const digits = '90071992547409931234';
    const made = await create(
      `${rawPage(`"orderNumber":${digits}`)},"products":[{"id":17,"name":"Kahve","amount":"40.00"}]}`,
    );
    expect(made.status).toBe(201);
    const shown = await api('GET', `/api/payment/hostedpage/${made.json.data['token' as never]}`);
    expect(shown.json.data['orderNumber']).toBe(digits);
  });

  it.each(['1001.0', '1e3', '-5', 'true', '5528790000000008', '9'.repeat(65)])(
    'an order number %s is refused: it is no text of digits, or judged as one',
    async (written) => {
      for (const [field, rest] of [
        ['orderNumber', `${rawPage(`"orderNumber":${written}`)}}`],
        [
          'products[0].id',
          `${rawPage('"orderNumber":"A"')},"products":[{"id":${written},"name":"K","amount":40}]}`,
        ],
      ] as const) {
        const answer = await create(rest);
        expect([answer.status, answer.json.data.errors]).toMatchObject([400, [{ field }]]);
        expect(answer.text).not.toContain('5528790000000008');
      }
    },
  );

  it('no other text takes a number', async () => {
    const body = { fullName: 1 };
    const answer = await api<Problems>('POST', '/api/customer', { body });
    expect(answer.json.data.errors).toMatchObject([{ field: 'fullName', code: 'INVALID_TYPE' }]);
  });
});

it('two spellings of a body are two bodies for an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'spellings-1' };
  const [first, other] = [{ fullName: 'Ayşe' }, { FullName: 'Ayşe' }];
  const made = await api('POST', '/api/customer', { body: first, headers });
  const same = await api('POST', '/api/customer', { body: first, headers });
  const reused = await api('POST', '/api/customer', { body: other, headers });
  expect([made.status, same.text, reused.json.errorCode]).toEqual([201, made.text, 'IDEMPOTENCY_KEY_REUSED']);
});
