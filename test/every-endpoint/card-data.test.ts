// Card data in any text of any request is refused with the field's name, and is never repeated or stored.
// The texts are found in the contracts of the route table, so a new field is tested without being named here.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Accepts } from '#contract/field/accepts.ts';
import type { EndpointHandler } from '#http/endpoint.ts';
import { ROUTES, type Route } from '#routes.ts';
import {
  addressOf,
  type Ids,
  makeObjects,
  pathWith,
  queryOf,
  sampleOf,
  UNKNOWN,
} from '../fixtures/samples.ts';
import { CARDS, startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';

const harness = await startHarness();
const { api, merchant, logs } = harness;
const READER = { timeZone: 'Europe/Istanbul', mode: 'test', keyKind: 'test' } as const;

/** Texts that a caller could paste into a field of this kind; undefined if it accepts no free text. */
const PASTED: Record<Accepts['kind'], readonly string[] | undefined> = {
  text: [CARDS.troy, 'Kart 4603 4500 0000 0000', `no:${CARDS.amex}`, 'CVV: 987'],
  digits: [CARDS.amex],
  email: [`${CARDS.approved}@example.com`],
  url: [
    `https://shop.example/${CARDS.troy}?a=1`,
    `https://shop.example/ok?card=4603%204500%200000%200000`,
    `https://shop.example/ok?cvv=987`,
  ],
  // Of a host that is no number.
  origin: undefined,
  addressRange: undefined,
  // These kinds accept numbers, known words or well-formed values only.
  integer: undefined,
  amount: undefined,
  percent: undefined,
  day: undefined,
  choice: undefined,
  boolean: undefined,
  color: undefined,
  digest: undefined,
  uuid: undefined,
  bin: undefined,
  cardNumber: undefined,
  expiryMonth: undefined,
  expiryYear: undefined,
  datetime: undefined,
  chargeDate: undefined,
  firstDay: undefined,
  windowStart: undefined,
  timeZone: undefined,
  windowEnd: undefined,
  metadata: undefined,
  object: undefined,
  list: undefined,
};

type Step = string | 0;
type TextField = { route: Route; place: 'body' | 'query'; path: Step[]; pasted: readonly string[] };

function textsIn(accepts: Accepts, path: Step[] = []): { path: Step[]; pasted: readonly string[] }[] {
  if (accepts.kind === 'list') return textsIn(accepts.item, [...path, 0]);
  if (accepts.kind === 'object') {
    return Object.entries(accepts.fields).flatMap(([name, field]) => textsIn(field.accepts, [...path, name]));
  }
  // A metadata text can have any name that the merchant chooses.
  if (accepts.kind === 'metadata') return [{ path: [...path, 'note'], pasted: PASTED.text ?? [] }];
  const pasted = PASTED[accepts.kind];
  return pasted === undefined ? [] : [{ path, pasted }];
}

async function textFieldsOf(route: Route): Promise<TextField[]> {
  const file = new URL(`../../functions/endpoints/${route.file}.ts`, import.meta.url);
  const { contract } = ((await import(file.href)) as { handler: Partial<EndpointHandler> }).handler;
  return (['body', 'query'] as const).flatMap((place) => {
    const schema = contract?.[place];
    return schema === undefined
      ? []
      : textsIn(schema(READER).accepts).map((text) => ({ route, place, ...text }));
  });
}
const merchantRoutes = ROUTES.filter(({ audience }) => audience === 'merchant');
const EVERY_TEXT = (await Promise.all(merchantRoutes.map(textFieldsOf))).flat();
/** The number in a card's update is refused by its own code (cards.md 4.1). */
const TEXTS = EVERY_TEXT.filter(({ path: [name] }) => name !== 'cardNumber');
const nameOf = (path: readonly Step[]) =>
  path
    .map((step) => (step === 0 ? '[0]' : `.${step}`))
    .join('')
    .slice(1);

let ids: Ids = UNKNOWN;
beforeAll(async () => {
  ids = await makeObjects(harness, merchant.apiKey);
});

/** Returns the value with one text of it replaced. */
function withText(value: unknown, [step, ...rest]: readonly Step[], text: string): unknown {
  if (step === undefined) return text;
  if (step === 0) return [withText((value as unknown[] | undefined)?.[0] ?? {}, rest, text)];
  const given = (value ?? {}) as Record<string, unknown>;
  return { ...given, [step]: withText(given[step], rest, text) };
}

const TEXT_OF_SALE = { url: 'https://shop.example/text', version: '1', digest: '0a1b2c3d'.repeat(8) };
/** Optional objects that are refused for a missing field too. */
const WHOLE: Partial<Record<Step, object>> = {
  distanceSale: { preliminaryInformation: TEXT_OF_SALE, salesContract: TEXT_OF_SALE },
  mandate: { reference: 'S-1', acceptedAt: '2026-11-20T09:00:00Z' },
};

async function send({ route, place, path }: TextField, text: string) {
  const { method } = route;
  if (place === 'body') {
    const [name = ''] = path;
    const sample = {
      ...(name in WHOLE && { [name]: WHOLE[name] }),
      ...(sampleOf(route).body(ids) as object),
    };
    return await api(method, pathWith(route, ids), { body: withText(sample, path, text) });
  }
  const query = new URLSearchParams(queryOf(route).slice(1));
  query.set(String(path[0]), text);
  return await api(method, `${pathWith(route, ids)}?${query}`);
}

describe('card data in free text', () => {
  it('the contracts have texts in bodies, lists, addresses and filters', () => {
    expect(TEXTS.length).toBeGreaterThanOrEqual(40);
    const names = TEXTS.map(({ route, path }) => `${addressOf(route)} ${nameOf(path)}`);
    expect(names).toContain('POST /api/payment/hostedpage products[0].name');
    expect(names).toContain('POST /api/customer phone');
    expect(names).toContain('GET /api/Refund orderNumber');
  });

  it.each(TEXTS.map((text) => [addressOf(text.route), text.place, nameOf(text.path), text] as const))(
    'a card number is refused by %s in the %s at %s',
    async (_address, _place, name, text) => {
      for (const pasted of text.pasted) {
        const refused = await send(text, pasted);
        const errors = (refused.json.data as { errors?: { field: string; code: string }[] }).errors ?? [];
        expect([refused.status, pasted, errors.map(({ field, code }) => [field, code])]).toEqual([
          400,
          pasted,
          [[name, 'CARD_DATA']],
        ]);
        expect(refused.text).not.toMatch(
          /9792030000000000|4603.?4500|374427000000003|5528790000000008|CVV: 987|=987/,
        );
      }
    },
  );

  it.each(TEXTS.map((text) => [addressOf(text.route), text.place, nameOf(text.path), text] as const))(
    'an API key is refused by %s in the %s at %s',
    async (_address, _place, name, text) => {
      const { apiKey } = merchant;
      const isAddress = text.pasted.some((one) => one.startsWith('https:'));
      const pasted = isAddress
        ? [`https://shop.example/${apiKey}`, `https://shop.example/?k=%70${apiKey.slice(1)}`]
        : text.pasted.some((one) => one.includes('@'))
          ? [`${apiKey}@example.com`]
          : [apiKey, `key:${apiKey}.`];
      for (const one of pasted) {
        const refused = await send(text, one);
        const errors = (refused.json.data as { errors?: { field: string; code: string }[] }).errors ?? [];
        expect([refused.status, errors.map(({ field }) => field)]).toEqual([400, [name]]);
        // Shorter texts cannot contain a key.
        expect(['API_KEY', 'TOO_LONG', 'INVALID_FORMAT']).toContain(errors[0]?.code);
        if (text.path.at(-1) === 'note') expect(errors[0]?.code).toBe('API_KEY');
        expect(refused.text).not.toContain(apiKey.slice(9));
      }
    },
  );

  it('what only looks like an API key is text', async () => {
    for (const note of [
      'psk_live_',
      `${merchant.apiKey.slice(0, -1)}${merchant.apiKey.endsWith('0') ? '1' : '0'}`,
    ]) {
      const body = { fullName: 'Ayşe', metadata: { note } };
      expect((await api('POST', '/api/customer', { body })).status).toBe(201);
    }
  });

  it('no API key is stored or logged', async () => {
    const trace = merchant.apiKey.slice(9);
    expect((await everyRow()).filter((row) => row.includes(trace))).toEqual([]);
    expect(logs.filter((line) => line.includes(trace))).toEqual([]);
  });

  it('no part of the card data is stored or logged', async () => {
    const trace = /9792030000000000|4603 4500|no:3744|CVV: 987|5528790000000008@/;
    expect((await everyRow()).filter((row) => trace.test(row))).toEqual([]);
    expect(logs.filter((line) => trace.test(line))).toEqual([]);
  });
});
