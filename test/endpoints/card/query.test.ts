import { describe, expect, it } from 'vitest';
import { allItems } from '../../drivers/pages.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { CARDS, MINUTE, SECOND, startHarness } from '../../harness/harness.ts';
import { CARD_FIELDS, type CardPage, cardsOf, problemsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, api, moveBy } = harness;
const { store, find } = cardsOf(harness);
const other = await service.addMerchant();
const get = (query: string) => api<CardPage>('GET', `/api/card/query${query}`);
const idsOf = ({ items }: CardPage) => items.map(({ id }) => id);

describe('GET /api/card/query by alias', () => {
  it.each([
    ['İŞ KARTIM', ['iş kartım', 'İş Kartım', ' İŞ KARTIM '], ['IŞ KARTIM', 'is kartim', 'iş kart']],
    // Lowercased without the Turkish rules for i.
    ['İZİN', ['İZİN'.toLowerCase(), 'izin'], ['ızın']],
    ['Işık', ['IŞIK', 'ışık'], ['İŞIK', 'işik', 'isik']],
    ['Ev & çocuk + %', ['EV & ÇOCUK + %'], ['ev']],
    ['#ALIAS#x', ['#alıas#X'], ['x']],
  ])(
    'the alias %s is found in every spelling that is equal in Turkish',
    async (cardAlias, same, different) => {
      const { id } = await store({ cardAlias });
      for (const alias of [cardAlias, ...same])
        expect([alias, idsOf(await find({ alias }))]).toEqual([alias, [id]]);
      for (const alias of different) expect([alias, idsOf(await find({ alias }))]).toEqual([alias, []]);
    },
  );

  it('a renamed card is found by its new alias only', async () => {
    const { id } = await store({ cardAlias: 'Eski ad' });
    await api('PUT', `/api/card/${id}`, { body: { cardAlias: 'Yeni ad' } });
    expect([idsOf(await find({ alias: 'eski ad' })), idsOf(await find({ alias: 'YENİ AD' }))]).toEqual([
      [],
      [id],
    ]);
  });
});

describe('GET /api/card/query by BIN', () => {
  it('a BIN finds the cards with it; with an alias, the cards that have both', async () => {
    const [visa, master] = [
      await store({ cardNumber: CARDS.approvedVisa, cardAlias: 'Ortak' }),
      await store({ cardNumber: CARDS.irrevocable, cardAlias: 'Ortak' }),
    ];
    expect(idsOf(await find({ bin: '460345' }))).toEqual([visa.id]);
    expect(idsOf(await find({ bin: '540667', alias: 'ORTAK' }))).toEqual([master.id]);
    expect(idsOf(await find({ bin: '540668', alias: 'ORTAK' }))).toEqual([]);
    expect(idsOf(await find({ alias: 'ORTAK' }))).toEqual([master.id, visa.id]);
  });

  it('cardAlias and binNumber are alias and bin; two words for one filter must agree', async () => {
    const { id } = await store({ cardNumber: CARDS.approvedVisa, cardAlias: 'Belgedeki' });
    const alias = encodeURIComponent('Belgedeki');
    for (const query of [
      `?cardAlias=${alias}`,
      `?cardAlias=${alias}&alias=${alias}`,
      `?cardAlias=${alias}&binNumber=460345&bin=460345`,
    ]) {
      expect([query, idsOf((await get(query)).json.data)]).toEqual([query, [id]]);
    }
    expect(idsOf((await get('?binNumber=460345')).json.data)).toContain(id);
    for (const [query, field] of [
      ['?cardAlias=a&alias=b', 'alias'],
      ['?bin=460345&binNumber=460346', 'bin'],
    ]) {
      expect(problemsOf(await get(query ?? ''))).toEqual([[field, 'INVALID_TYPE']]);
    }
    expect(problemsOf(await get('?binNumber=46'))).toEqual([['binNumber', 'INVALID_FORMAT']]);
  });

  it('a customer id restricts the result to the cards of that customer', async () => {
    const body = { fullName: 'Ayşe', email: 'ayse@example.com' };
    const customerId = String((await api('POST', '/api/customer', { body })).json.data['id']);
    await store({ cardNumber: CARDS.amex });
    const own = await store({ cardNumber: CARDS.amex, customerId });
    expect(idsOf(await find({ bin: '374427', customerId }))).toEqual([own.id]);
    expect(idsOf(await find({ alias: own.cardAlias, customerId }))).toEqual([own.id]);
    expect(idsOf(await find({ bin: '979203', customerId }))).toEqual([]);
  });

  it('a customer id alone finds the permanent cards of that customer', async () => {
    const body = { fullName: 'Ayşe', email: 'ayse@example.com' };
    const customerId = String((await api('POST', '/api/customer', { body })).json.data['id']);
    await store({ cardNumber: CARDS.amex });
    const older = await store({ cardNumber: CARDS.amex, customerId });
    await moveBy(SECOND);
    const newer = await store({ cardNumber: CARDS.approved, customerId });
    await store({ cardNumber: CARDS.irrevocable, customerId, saveCard: false });
    expect(idsOf(await find({ customerId }))).toEqual([newer.id, older.id]);
    expect(idsOf(await find({ customerId: '01890000-0000-7000-8000-000000000001' }))).toEqual([]);
  });
});

describe('the result of GET /api/card/query', () => {
  it('cards are shown as by GET /api/card/{id}, the newest first', async () => {
    const first = await store({ cardAlias: 'Sıra' });
    await moveBy(SECOND);
    const second = await store({ cardAlias: 'Sıra' });
    const found = await get('?alias=s%C4%B1ra');
    expectEnvelope(found);
    expect(found.json.data).toEqual({ items: [second, first], nextCursor: null });
    expect(Object.keys(found.json.data.items[0] ?? {})).toEqual(CARD_FIELDS);
  });

  it('the pages contain every card exactly once, including cards of the same instant', async () => {
    const cardAlias = 'Sayfalar';
    const stored = await Promise.all(Array.from({ length: 7 }, () => store({ cardAlias })));
    const found = await allItems(async (cursor) => {
      const page = await find({ alias: cardAlias, limit: '3', ...cursor });
      expect(page.items.length).toBeLessThanOrEqual(3);
      return page;
    });
    expect(found).toHaveLength(7);
    expect(found.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  });

  it("another merchant's cards with the same alias, BIN and number are not found", async () => {
    const cardAlias = 'Komşu';
    const own = await store({ cardAlias, cardNumber: CARDS.troy });
    const theirs = await store({ cardAlias, cardNumber: CARDS.troy }, { key: other.apiKey });
    expect(idsOf(await find({ alias: cardAlias }))).toEqual([own.id]);
    expect(idsOf(await find({ bin: '979203' }))).toEqual([own.id]);
    expect(idsOf(await find({ bin: '979203' }, { key: other.apiKey }))).toEqual([theirs.id]);
  });

  it('deleted cards and expired temporary cards are not found', async () => {
    const cardAlias = 'Geçici';
    const deleted = await store({ cardAlias });
    const temporary = await store({ cardAlias, saveCard: false });
    const kept = await store({ cardAlias });
    await api('DELETE', `/api/card/${deleted.id}`);
    expect(idsOf(await find({ alias: cardAlias }))).toEqual([kept.id, temporary.id]);
    await moveBy(30 * MINUTE);
    expect(idsOf(await find({ alias: cardAlias }))).toEqual([kept.id]);
  });
});

describe('GET /api/card/query with invalid parameters', () => {
  it('a query without a filter is answered that one of them is enough, in both languages', async () => {
    for (const [language, sentence] of [
      ['en', 'One of these is required: alias, bin, customerId.'],
      ['tr', 'Şunlardan biri zorunludur: alias, bin, customerId.'],
    ] as const) {
      const headers = { 'accept-language': language };
      const { json } = await api('GET', '/api/card/query', { headers });
      expect(json.data).toMatchObject({ errors: Array(3).fill({ message: sentence }) });
    }
  });

  it.each([
    [
      '',
      [
        ['alias', 'REQUIRED'],
        ['bin', 'REQUIRED'],
        ['customerId', 'REQUIRED'],
      ],
    ],
    ['?alias=&bin=', ['alias', 'bin', 'customerId'].map((name) => [name, 'REQUIRED'])],
    ['?customerId=x', [['customerId', 'INVALID_FORMAT']]],
    [`?alias=${'a'.repeat(65)}`, [['alias', 'TOO_LONG']]],
    ['?alias=a&alias=b', [['alias', 'INVALID_TYPE']]],
    ['?alias=%E2%80%AEa', [['alias', 'INVALID_FORMAT']]],
    ['?bin=55287', [['bin', 'INVALID_FORMAT']]],
    ['?bin=5528790', [['bin', 'INVALID_FORMAT']]],
    ['?bin=55287x', [['bin', 'INVALID_FORMAT']]],
    ['?bin=%EF%BC%95%EF%BC%95%EF%BC%92%EF%BC%98%EF%BC%97%EF%BC%99', [['bin', 'INVALID_FORMAT']]],
    ['?bin=552879&customerId=x', [['customerId', 'INVALID_FORMAT']]],
    ['?bin=552879&limit=0', [['limit', 'OUT_OF_RANGE']]],
    ['?bin=552879&limit=101', [['limit', 'OUT_OF_RANGE']]],
    ['?bin=552879&limit=ten', [['limit', 'INVALID_TYPE']]],
  ])('the query "%s" is refused', async (query, problems) => {
    const refused = await get(query);
    expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(problemsOf(refused)).toEqual(problems);
  });

  it('a cursor that was altered or belongs to another query or merchant is refused', async () => {
    for (const key of [undefined, other.apiKey]) {
      for (const _ of [1, 2]) await store({ cardAlias: 'İmleç' }, key === undefined ? {} : { key });
    }
    const { nextCursor } = await find({ alias: 'İmleç', limit: '1' });
    const cursor = nextCursor ?? '';
    const altered = cursor.slice(0, 3) + (cursor[3] === 'A' ? 'B' : 'A') + cursor.slice(4);
    const wrong: [Record<string, string>, string?][] = [
      [{ alias: 'İmleç', cursor: altered }],
      [{ alias: 'İmleç', cursor: 'x' }],
      [{ alias: 'başka', cursor }],
      [{ alias: 'İmleç', bin: '552879', cursor }],
      [{ alias: 'İmleç', cursor }, other.apiKey],
    ];
    for (const [query, key] of wrong) {
      const path = `/api/card/query?${new URLSearchParams(query)}`;
      expectRejection(await api('GET', path, key === undefined ? {} : { key }), {
        code: 'CURSOR_INVALID',
        fields: ['cursor'],
      });
    }
    expect((await find({ alias: 'İmleç', limit: '1', cursor })).items).toHaveLength(1);
  });
});
