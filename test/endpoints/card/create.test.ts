import { describe, expect, it } from 'vitest';
import {
  expectEnvelope,
  expectRejection,
  expectStoredBetween,
  withoutTraces,
} from '../../drivers/rejection.ts';
import { withCheckDigit } from '../../fixtures/card-number.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';
import { CARD_FIELDS, type CardView, cardBody, cardsOf, problemsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, api, now } = harness;
const { store, find, fingerprintOf } = cardsOf(harness);
const post = (body: Record<string, unknown>, headers = {}) =>
  api<CardView>('POST', '/api/card', { body, headers });

describe('POST /api/card', () => {
  it('the answer contains all that may be shown of the card and nothing else', async () => {
    const customer = await api('POST', '/api/customer', {
      body: { fullName: 'Ayşe', email: 'ayse@example.com' },
    });
    const customerId = customer.json.data['id'];
    const optional = { ownerName: 'Ayşe Yılmaz', saveCard: true, forceCvv: true, customerId };
    const begun = now();
    const stored = await post(cardBody(optional), { 'accept-language': 'en' });
    expectEnvelope(stored, 'en');
    expect([stored.status, stored.json.message]).toEqual([201, 'The card was stored.']);
    expect(Object.keys(stored.json.data)).toEqual(CARD_FIELDS);
    expect(stored.json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      cardAlias: 'İş kartım',
      ownerName: 'Ayşe Yılmaz',
      maskedCardNumber: '552879******0008',
      bin: '552879',
      lastFour: '0008',
      cardAssociation: 'MASTERCARD',
      expiryStatus: 'NotExpired',
      forceCvv: true,
      saveCard: true,
      isTemporary: false,
      customerId,
      metadata: {},
      deletionPlannedAt: null,
      lockedReason: null,
      blockedReason: null,
      createdBy: expect.any(String),
      changedBy: null,
      createdAt: stored.json.data.updatedAt,
      updatedAt: stored.json.data.updatedAt,
    });
    expectStoredBetween(stored.json.data.updatedAt, begun, stored);
    const shown = await api<CardView>('GET', `/api/card/${stored.json.data.id}`);
    expect(shown.json.data).toEqual(stored.json.data);
  });

  it('a card is permanent by default, has no owner name and does not require the CVV', async () => {
    const card = await store();
    expect(card).toMatchObject({
      ownerName: null,
      isTemporary: false,
      saveCard: true,
      forceCvv: false,
      customerId: null,
    });
    expect(await store({ ownerName: '', saveCard: null })).toMatchObject({
      ownerName: null,
      isTemporary: false,
    });
    expect(await store({ saveCard: false })).toMatchObject({ isTemporary: true, saveCard: false });
  });

  it.each([
    [CARDS.approved, '552879******0008', 'MASTERCARD'],
    [CARDS.approvedVisa, '460345******0000', 'VISA'],
    [CARDS.troy, '979203******0000', 'TROY'],
    [CARDS.amex, '374427*****0003', 'AMEX'],
    [withCheckDigit('6011', 19), expect.stringMatching(/^601100\*{9}000\d$/), 'OTHER'],
  ])(
    'the number %s is shown as %s of association %s',
    async (cardNumber, maskedCardNumber, cardAssociation) => {
      expect(await store({ cardNumber })).toMatchObject({ maskedCardNumber, cardAssociation });
    },
  );

  it('spaces and hyphens in the number and a short expiry are accepted', async () => {
    const written = { cardNumber: ' 5528 7900-0000 0008 ', expiryMonth: '7', expiryYear: '29' };
    expect(await store(written)).toMatchObject({ maskedCardNumber: '552879******0008' });
  });

  it('equal fingerprints mean the same card number of the same merchant', async () => {
    const other = await service.addMerchant();
    const [one, again, another, theirs] = await Promise.all([
      store(),
      store({ expiryYear: '2031', cardAlias: 'Aynı kart' }),
      store({ cardNumber: CARDS.approvedVisa }),
      store({}, { key: other.apiKey }),
    ]);
    const own = await Promise.all([one, again, another].map(({ id }) => fingerprintOf(id)));
    expect(own[0]).toMatch(/^v1_[\w-]{43}$/);
    expect(own[1]).toBe(own[0]);
    expect(again.id).not.toBe(one.id);
    expect(new Set([...own, await fingerprintOf(theirs.id, other)]).size).toBe(3);
  });

  it('a card is stored once per Idempotency-Key', async () => {
    const body = cardBody({ cardAlias: 'Bir kez' });
    const [first, ...repeats] = await Promise.all(
      [1, 2, 3].map(() => post(body, { 'idempotency-key': 'card' })),
    );
    for (const repeat of repeats) expect(repeat.text).toBe(first?.text);
    expect((await find({ alias: 'bir kez' })).items).toHaveLength(1);
  });
});

describe('POST /api/card with an invalid field', () => {
  const [long, longer] = ['a'.repeat(64), 'ş'.repeat(65)];
  it.each([
    ['cardAlias', undefined, 'REQUIRED'],
    ['cardAlias', null, 'REQUIRED'],
    ['cardAlias', '', 'REQUIRED'],
    ['cardAlias', ' \t', 'INVALID_FORMAT'],
    ['cardAlias', '   ', 'REQUIRED'],
    ['cardAlias', longer, 'TOO_LONG'],
    ['cardAlias', 5, 'INVALID_TYPE'],
    ['cardAlias', ['a'], 'INVALID_TYPE'],
    ['cardAlias', 'kart\u202eım', 'INVALID_FORMAT'],
    ['cardAlias', '\u200fkart', 'INVALID_FORMAT'],
    ['cardAlias', '\u2066kart\u2069', 'INVALID_FORMAT'],
    ['cardAlias', 'kart\u0000', 'INVALID_FORMAT'],
    ['cardAlias', '\ufeffkart', 'INVALID_FORMAT'],
    ['cardAlias', '\u200b\u00ad', 'REQUIRED'],
    ['cardAlias', `Kartım ${CARDS.approved}`, 'CARD_DATA'],
    ['cardAlias', '٥٥٢٨ ٧٩٠٠ ٠٠٠٠ ٠٠٠٨', 'CARD_DATA'],
    ['ownerName', 'a'.repeat(101), 'TOO_LONG'],
    ['ownerName', {}, 'INVALID_TYPE'],
    ['ownerName', 'Ayşe\u0085', 'INVALID_FORMAT'],
    ['ownerName', '5528 7900 0000 0008', 'CARD_DATA'],
    ['cardNumber', undefined, 'REQUIRED'],
    ['cardNumber', ' - ', 'REQUIRED'],
    ['cardNumber', 5_528_790_000_000_008, 'INVALID_TYPE'],
    ['cardNumber', withCheckDigit('4000', 13), 'TOO_SHORT'],
    ['cardNumber', withCheckDigit('4000', 14), 'TOO_SHORT'],
    ['cardNumber', withCheckDigit('4000', 20), 'TOO_LONG'],
    ['cardNumber', '5528790000000009', 'INVALID_FORMAT'],
    ['cardNumber', '５５２８７９０００００００００８', 'INVALID_FORMAT'],
    ['cardNumber', '552879000000000x', 'INVALID_FORMAT'],
    ['cardNumber', '5528\u00a0790000000008', 'INVALID_FORMAT'],
    ['cardNumber', '\u200e5528790000000008', 'INVALID_FORMAT'],
    ['cardNumber', '5528790000000008\n', 'INVALID_FORMAT'],
    ['cardNumber', '-5528790000000008.0', 'INVALID_FORMAT'],
    ['expiryMonth', undefined, 'REQUIRED'],
    ['expiryMonth', '00', 'OUT_OF_RANGE'],
    ['expiryMonth', '13', 'OUT_OF_RANGE'],
    ['expiryMonth', '0', 'OUT_OF_RANGE'],
    ['expiryMonth', '012', 'INVALID_FORMAT'],
    ['expiryMonth', '１２', 'INVALID_FORMAT'],
    ['expiryMonth', 'Ara', 'INVALID_FORMAT'],
    ['expiryYear', undefined, 'REQUIRED'],
    ['expiryYear', '029', 'INVALID_FORMAT'],
    ['expiryYear', '20299', 'INVALID_FORMAT'],
    ['expiryYear', '２０２９', 'INVALID_FORMAT'],
    ['saveCard', 'hayır', 'INVALID_TYPE'],
    ['forceCvv', 2, 'INVALID_TYPE'],
    ['customerId', 'ayse', 'INVALID_FORMAT'],
    ['customerId', 7, 'INVALID_TYPE'],
  ])('field %s with the value %j gives %s', async (field, value, code) => {
    const refused = await post(cardBody({ [field]: value }));
    expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(problemsOf(refused)).toEqual([[field, code]]);
  });

  it('all invalid fields are reported at once, and no value is repeated', async () => {
    const refused = await post({
      cardAlias: long,
      cardNumber: '4000111122223333',
      expiryYear: '1',
      ownerName: 9,
    });
    expect(problemsOf(refused)).toEqual([
      ['ownerName', 'INVALID_TYPE'],
      ['cardNumber', 'INVALID_FORMAT'],
      ['expiryMonth', 'REQUIRED'],
      ['expiryYear', 'INVALID_FORMAT'],
    ]);
    for (const value of ['4000111122223333', long]) expect(refused.text).not.toContain(value);
  });

  it('values at the limits are accepted', async () => {
    const card = await store({ cardAlias: long, ownerName: 'ğ'.repeat(100) });
    expect([card.cardAlias, card.ownerName]).toEqual([long, 'ğ'.repeat(100)]);
    expect((await store({ cardAlias: '💳'.repeat(64) })).cardAlias).toBe('💳'.repeat(64));
    expect((await store({ cardAlias: ' I\u0307ş ' })).cardAlias).toBe('İş');
  });
});

describe('POST /api/card for a card that cannot be stored', () => {
  it('an unknown customer gets the same answer as a customer of another merchant', async () => {
    const other = await service.addMerchant();
    const body = { fullName: 'Fatma', email: 'fatma@example.com' };
    const theirs = await api('POST', '/api/customer', { body, key: other.apiKey });
    const answers = [];
    for (const customerId of [theirs.json.data['id'], '01890000-0000-7000-8000-000000000001']) {
      const refused = await post(cardBody({ customerId, cardAlias: 'Sahipsiz' }));
      expectRejection(refused, { code: 'CUSTOMER_NOT_FOUND', fields: ['customerId'] });
      answers.push(withoutTraces(refused));
    }
    expect(answers[0]).toBe(answers[1]);
    expect((await find({ alias: 'sahipsiz' })).items).toEqual([]);
  });

  it.each(['alias/card', 'alias/fingerprint'])(
    'no card is stored while the KMS key %s fails',
    async (key) => {
      const body = cardBody({ cardAlias: `Kırık ${key}` });
      service.kms.setEnabled(key, false);
      const failed = await post(body, { 'idempotency-key': key });
      service.kms.setEnabled(key, true);
      expectRejection(failed, { code: 'INTERNAL_ERROR' });
      expect((await find({ alias: body.cardAlias })).items).toEqual([]);
      expect((await post(body, { 'idempotency-key': key })).status).toBe(201);
      expect((await find({ alias: body.cardAlias })).items).toHaveLength(1);
    },
  );
});
