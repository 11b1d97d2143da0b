// A security code is refused at every door of stored cards: in body and query, under every spelling of its
// names, however deep it lies and whatever it says. Nothing happens then, and nothing is kept.
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../../drivers/refusal.ts';
import { startHarness } from '../../harness/harness.ts';
import { type CardView, cardBody, cardsOf } from './stored-cards.ts';

const { api, ...harness } = await startHarness();
const { store, find } = cardsOf({ api, ...harness });
const post = (body: Record<string, unknown>) => api<CardView>('POST', '/api/card', { body });
const REFUSED = { code: 'CVV_NOT_ACCEPTED' } as const;

describe('a security code', () => {
  it.each([
    ...['cvv', 'cvc', 'cvv2', 'cvc2', 'cid', 'securityCode'],
    ...['CVV', 'Cvc', 'CVV_2', 'c-v-c', 'CID', 'security_code', 'Security-Code', 'SECURITYCODE', 'C.V.V'],
    // Other shapes of the same letters, marks between them that nobody sees, and Turkish small and capital i.
    ...['ｃｖｖ', 'ćvv', 'cvv²', 'c\u200bvv', ' cvv ', 'cıd', 'CİD', 'securıtycode', 'SECURİTYCODE'],
  ])('is refused under the name %j, whatever its value', async (name) => {
    for (const value of ['123', 123, '', null, {}]) {
      expectRefusal(await post(cardBody({ [name]: value })), REFUSED);
    }
  });

  it('is refused however deep it lies, in lists too', async () => {
    for (const nested of [{ card: { cvv: '123' } }, { list: [1, [{ a: { CVC: 1 } }]] }]) {
      expectRefusal(await post(cardBody(nested)), REFUSED);
    }
    // As a value it is no field.
    expect((await post(cardBody({ fields: ['cvv', {}] }))).status).toBe(201);
  });

  it('is refused before anything else that is wrong, and kept by no key', async () => {
    expectRefusal(await post({ cvv: '123' }), REFUSED);
    const headers = { 'idempotency-key': 'cvv' };
    const body = cardBody({ cardAlias: 'CVV ile' });
    const refused = await api('POST', '/api/card', { body: { ...body, cvv: '123' }, headers });
    expectRefusal(refused, REFUSED);
    expect((await find({ alias: 'CVV ile' })).items).toEqual([]);
    expect((await api('POST', '/api/card', { body, headers })).status).toBe(201);
  });

  it('is not suspected under other names, which are ignored', async () => {
    await store({ cvvRequired: true, acid: 1, metadata: { code: '123' }, '': 1, cv: 1, cvv3: 1 });
  });
});

describe.each<[method: string, path: string, body?: Record<string, unknown>]>([
  ['POST', '/api/card', cardBody({ cardAlias: 'Tek kart' })],
  ['PUT', '/api/card/{id}', { cardAlias: 'Yeni ad' }],
  ['DELETE', '/api/card/{id}', {}],
  ['GET', '/api/card/{id}'],
  ['GET', '/api/card/query'],
])('%s %s', (method, address, body) => {
  it('takes none, in the query or in the body, and changes nothing', async () => {
    const card = await store({ cardAlias: `Tek kart ${method}` });
    const path = address.replace('{id}', card.id);
    for (const query of ['cvv=123', 'CVC2=', 'bin=552879&security-code=1', 'cvv=1&cvv=2']) {
      expectRefusal(await api(method, `${path}?${query}`, { ...(body && { body }) }), REFUSED);
    }
    for (const sent of body ? [{ cvv: '123' }, { payment: { cvv2: 1 } }] : []) {
      expectRefusal(await api(method, path, { body: { ...body, ...sent } }), REFUSED);
    }
    expect((await api('GET', `/api/card/${card.id}`)).json.data).toEqual(card);
    expect((await find({ alias: 'Tek kart' })).items).toEqual([]);
  });
});
