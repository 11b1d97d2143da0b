// The card calls refuse a CVV in body and query, under every spelling of its names, at any depth and with any
// value. A refused call changes and stores nothing.
import { describe, expect, it } from 'vitest';
import { defined } from '#domain/defined.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { startHarness } from '../../harness/harness.ts';
import { type CardView, cardBody, cardsOf } from './stored-cards.ts';

const { api, ...harness } = await startHarness();
const { store, find } = cardsOf({ api, ...harness });
const post = (body: Record<string, unknown>) => api<CardView>('POST', '/api/card', { body });
const refused = (name: string) => ({ code: 'CVV_NOT_ACCEPTED', fields: [name] }) as const;
const IN_QUERY = {
  'cvv=123': 'cvv',
  'CVC2=': 'CVC2',
  'bin=552879&security-code=1': 'security-code',
  'cvv=1&cvv=2': 'cvv',
};
const IN_BODY = { cvv: { cvv: '123' }, cvv2: { payment: { cvv2: 1 } } };
const UNKNOWN = { code: 'UNKNOWN_FIELD', facts: ['errors', 'knownNames'] } as const;

describe('a CVV sent to POST /api/card', () => {
  it.each([
    'cvv',
    'cvc',
    'cvv2',
    'cvc2',
    'cid',
    'securityCode',
    'CVV',
    'Cvc',
    'CVV_2',
    'c-v-c',
    'CID',
    'security_code',
    'Security-Code',
    'SECURITYCODE',
    'C.V.V',
    // Compatibility forms of the letters, invisible characters between them, and dotted and dotless i.
    'ｃｖｖ',
    'ćvv',
    'cvv²',
    'c\u200bvv',
    ' cvv ',
    'cıd',
    'CİD',
    'securıtycode',
    'SECURİTYCODE',
  ])('a field named %j is refused with any value, and left out if it is null', async (name) => {
    for (const value of ['123', 123, '', false, {}]) {
      expectRejection(await post(cardBody({ [name]: value })), refused(name));
    }
    expect((await post(cardBody({ [name]: null }))).status).toBe(201);
  });

  it('a nested CVV is refused, also inside lists', async () => {
    expectRejection(await post(cardBody({ card: { cvv: '123' } })), refused('cvv'));
    expectRejection(await post(cardBody({ list: [1, [{ a: { CVC: 1 } }]] })), refused('CVC'));
    // A text value is no field name.
    expectRejection(await post(cardBody({ fields: ['cvv', {}] })), UNKNOWN);
  });

  it('a CVV is refused before any other error and not stored under the Idempotency-Key', async () => {
    expectRejection(await post({ cvv: '123' }), refused('cvv'));
    const headers = { 'idempotency-key': 'cvv' };
    const body = cardBody({ cardAlias: 'CVV ile' });
    const answer = await api('POST', '/api/card', { body: { ...body, cvv: '123' }, headers });
    expectRejection(answer, refused('cvv'));
    expect((await find({ alias: 'CVV ile' })).items).toEqual([]);
    expect((await api('POST', '/api/card', { body, headers })).status).toBe(201);
  });

  it('the refusal names the fields of a card too, so that other words are mended at once', async () => {
    const answer = await post({ number: '1', exp_month: 1, exp_year: 2030, cvc: '123' });
    expect(answer.json.errorCode).toBe('CVV_NOT_ACCEPTED');
    expect((answer.json.data as unknown as { advice: string }).advice).toContain(
      '`expiryMonth`, `expiryYear`',
    );
  });

  it('fields with similar names are unknown fields like any other', async () => {
    await store({ metadata: { code: '123' } });
    for (const name of ['cvvRequired', 'acid', '', 'cv', 'cvv3']) {
      expectRejection(await post(cardBody({ [name]: 1 })), UNKNOWN);
    }
  });
});

describe.each<[method: string, path: string, body?: Record<string, unknown>]>([
  ['POST', '/api/card', cardBody({ cardAlias: 'Tek kart' })],
  ['PUT', '/api/card/{id}', { cardAlias: 'Yeni ad' }],
  ['DELETE', '/api/card/{id}', {}],
  ['GET', '/api/card/{id}'],
  ['GET', '/api/card/query'],
])('%s %s', (method, address, body) => {
  it('a CVV in the query or the body is refused and changes nothing', async () => {
    const card = await store({ cardAlias: `Tek kart ${method}` });
    const path = address.replace('{id}', card.id);
    for (const [query, name] of Object.entries(IN_QUERY)) {
      expectRejection(await api(method, `${path}?${query}`, defined({ body })), refused(name));
    }
    for (const [name, sent] of body ? Object.entries(IN_BODY) : []) {
      expectRejection(await api(method, path, { body: { ...body, ...sent } }), refused(name));
    }
    expect((await api('GET', `/api/card/${card.id}`)).json.data).toEqual(card);
    expect((await find({ alias: 'Tek kart' })).items).toEqual([]);
  });
});
