import { afterEach, describe, expect, it } from 'vitest';
import { loadCard, loadSealedCard, writeCardUse } from '#store/card/card.ts';
import { writeCardDeletion } from '#store/card/card-deletion.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { table } from '#store/table/table.ts';
import {
  EXPIRED,
  expectEnvelope,
  expectRejection,
  expectStoredBetween,
  withoutTraces,
} from '../../drivers/rejection.ts';
import { CARDS, MINUTE, startHarness } from '../../harness/harness.ts';
import { CARD_FIELDS, type CardView, cardsOf, problemsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, merchant, api, moveBy, now } = harness;
const { merchantId } = merchant;
const { store, open } = cardsOf(harness);
const put = (id: string, body: Record<string, unknown>, headers = {}) =>
  api<CardView>('PUT', `/api/card/${id}`, { body, headers });

/** Commits these writes after the endpoint has read the card and before it commits its own. */
function betweenReadAndCommit(writes: Write[]) {
  table.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      const { Key } = args.input as { Key?: { sk?: unknown } };
      if (JSON.stringify(Key?.sk ?? '').includes('CARD')) {
        table.middlewareStack.remove('between');
        await commit(writes);
      }
      return answer;
    },
    { step: 'initialize', name: 'between' },
  );
}
afterEach(() => void table.middlewareStack.remove('between'));

describe('PUT /api/card/{id}', () => {
  it('the given fields change, the others stay, and the answer is the whole card', async () => {
    const card = await store({ ownerName: 'Ayşe Yılmaz' });
    await moveBy(MINUTE);
    const begun = now();
    const updated = await put(
      card.id,
      { cardAlias: ' Ev kartım ', forceCvv: true },
      { 'accept-language': 'en' },
    );
    expectEnvelope(updated, 'en');
    expect([updated.status, updated.json.message]).toEqual([200, 'The card was updated.']);
    expect(Object.keys(updated.json.data)).toEqual(CARD_FIELDS);
    const { updatedAt } = updated.json.data;
    const { createdBy: changedBy } = card as unknown as { createdBy: string };
    const changes = { cardAlias: 'Ev kartım', forceCvv: true, changedBy, updatedAt };
    expect(updated.json.data).toEqual({ ...card, ...changes });
    expectStoredBetween(updatedAt, begun, updated);
    expect((await api('GET', `/api/card/${card.id}`)).json.data).toEqual(updated.json.data);
  });

  it('a request without changes leaves the card as it is, including updatedAt', async () => {
    const card = await store();
    await moveBy(MINUTE);
    for (const body of [
      {},
      { cardAlias: null, forceCvv: null, cardNumber: null },
      { id: '', isTemporary: null },
    ]) {
      expect((await put(card.id, body)).json.data).toEqual(card);
    }
  });

  it('null keeps the owner name, and an empty text removes it', async () => {
    const { id } = await store({ ownerName: 'Ayşe Yılmaz' });
    for (const [sent, kept] of [
      [null, 'Ayşe Yılmaz'],
      ['', null],
    ]) {
      expect((await put(id, { ownerName: sent })).json.data.ownerName).toBe(kept);
      expect((await api('GET', `/api/card/${id}`)).json.data['ownerName']).toBe(kept);
    }
  });

  it('the answer is repeated for the same Idempotency-Key', async () => {
    const { id } = await store();
    const first = await put(id, { cardAlias: 'Bir' }, { 'idempotency-key': 'update' });
    await put(id, { cardAlias: 'İki' });
    const again = await put(id, { cardAlias: 'Bir' }, { 'idempotency-key': 'update' });
    expect(again.text).toBe(first.text);
    expect((await api('GET', `/api/card/${id}`)).json.data['cardAlias']).toBe('İki');
  });
});

describe('PUT /api/card/{id} with a new expiry', () => {
  it('the card opens with the new expiry, and the endpoint does not decrypt the number', async () => {
    const card = await store({ expiryMonth: '11', expiryYear: '26' });
    const before = service.kms.calls.Decrypt;
    const updated = await put(card.id, { expiryMonth: '3', expiryYear: '33' });
    expect(updated.json.data).toMatchObject({ expiryStatus: 'NotExpired' });
    await put(card.id, { expiryMonth: '04', expiryYear: '2034', cardAlias: 'İki kez' });
    expect(service.kms.calls.Decrypt).toBe(before);
    const opened = { cardNumber: CARDS.approved, expiryMonth: '04', expiryYear: '2034' };
    expect(await open(card.id)).toEqual(opened);
  });

  it('the current month is accepted, the month before is refused', async () => {
    const { id } = await store();
    expectRejection(await put(id, { expiryMonth: '10', expiryYear: '26' }), EXPIRED);
    expect((await put(id, { expiryMonth: '11', expiryYear: '26' })).json.data.expiryStatus).toBe(
      'ExpiresThisMonth',
    );
  });

  it('month and year must be sent together', async () => {
    const { id } = await store();
    const halves = [
      [{ expiryMonth: '03' }, 'expiryYear'],
      [{ expiryYear: '2033', expiryMonth: null }, 'expiryMonth'],
    ] as const;
    for (const [body, missing] of halves) {
      const refused = await put(id, body);
      expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
      expect(problemsOf(refused)).toEqual([[missing, 'REQUIRED']]);
    }
    expect(await open(id)).toMatchObject({ expiryMonth: '12', expiryYear: '2029' });
  });
});

describe('PUT /api/card/{id} with a change that is not allowed', () => {
  it('a card number is refused, even the stored one', async () => {
    const { id } = await store();
    const answers = [];
    for (const cardNumber of [CARDS.approved, CARDS.amex, '552879******0009', '5']) {
      const refused = await put(id, { cardNumber, cardAlias: 'Yeni' });
      expectRejection(refused, {
        code: 'CARD_NUMBER_IMMUTABLE',
        fields: ['cardNumber'],
        facts: ['knownNames'],
        advice: expect.stringMatching(/^`cardNumber` alanını çıkarın/),
      });
      const misspelt = await put(id, { number: 1 });
      const knownOf = ({ json }: typeof refused) => Reflect.get(json.data, 'knownNames');
      expect(knownOf(refused)).toEqual(knownOf(misspelt));
      answers.push(withoutTraces(refused));
    }
    expect(new Set(answers).size).toBe(1);
    const unknown = await put('01890000-0000-7000-8000-000000000002', { cardNumber: CARDS.approved });
    expectRejection(unknown, { code: 'CARD_NOT_FOUND' });
  });

  it('an empty number, or the mask of the card, is no change', async () => {
    const card = await store();
    for (const cardNumber of ['', null, card.maskedCardNumber]) {
      const whole = { ...card, cardNumber, expiryMonth: '', expiryYear: '' };
      expect((await put(card.id, whole)).status).toBe(200);
    }
    expect(await open(card.id)).toMatchObject({ cardNumber: CARDS.approved, expiryMonth: '12' });
  });

  it('month and year may be whole numbers', async () => {
    const { id } = await store({ expiryMonth: 1, expiryYear: 2030 });
    expect(await open(id)).toMatchObject({ expiryMonth: '01', expiryYear: '2030' });
    expect((await put(id, { expiryMonth: 7, expiryYear: 31 })).status).toBe(200);
    expect(await open(id)).toMatchObject({ expiryMonth: '07', expiryYear: '2031' });
    expect(problemsOf(await put(id, { expiryMonth: 1.5, expiryYear: 31 }))).toEqual([
      ['expiryMonth', 'INVALID_FORMAT'],
    ]);
  });

  it.each([
    ['cardAlias', '', 'REQUIRED'],
    ['cardAlias', 'ş'.repeat(65), 'TOO_LONG'],
    ['cardAlias', '\u202eters', 'INVALID_FORMAT'],
    ['cardAlias', CARDS.amex, 'CARD_DATA'],
    ['ownerName', 'a'.repeat(101), 'TOO_LONG'],
    ['ownerName', true, 'INVALID_TYPE'],
    ['forceCvv', 'evet', 'INVALID_TYPE'],
    ['expiryMonth', '13', 'OUT_OF_RANGE'],
    ['expiryMonth', '00', 'OUT_OF_RANGE'],
    ['expiryYear', '0', 'INVALID_FORMAT'],
  ])('field %s with the value %j gives %s', async (field, value, code) => {
    const card = await store();
    const refused = await put(card.id, { expiryMonth: '12', expiryYear: '2030', [field]: value });
    expectRejection(refused, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(problemsOf(refused)).toEqual([[field, code]]);
    expect((await api('GET', `/api/card/${card.id}`)).json.data).toEqual(card);
  });

  it('a malformed id causes no encryption', async () => {
    const before = service.kms.calls.Encrypt;
    const refused = await put(CARDS.approved, { expiryMonth: '12', expiryYear: '2031' });
    expectRejection(refused, { code: 'CARD_NOT_FOUND' });
    expect(service.kms.calls.Encrypt).toBe(before);
  });

  it("another merchant's card gets the same answer as an unknown one", async () => {
    const other = await service.addMerchant();
    const theirs = await store({}, { key: other.apiKey });
    for (const body of [{ cardAlias: 'x' }, { expiryMonth: '1', expiryYear: '30' }, {}, { forceCvv: true }]) {
      const answers = [];
      for (const id of [theirs.id, '01890000-0000-7000-8000-000000000002', 'x']) {
        const refused = await put(id, body);
        expectRejection(refused, { code: 'CARD_NOT_FOUND' });
        answers.push(withoutTraces(refused));
      }
      expect(new Set(answers).size).toBe(1);
    }
    const kept = await api('GET', `/api/card/${theirs.id}`, { key: other.apiKey });
    expect(kept.json.data).toEqual(theirs);
  });
});

describe('PUT /api/card/{id} of a card used by a recurring payment', () => {
  const IDS = ['recurring-1', 'recurring-2'];
  const use = (id: string) => IDS.toReversed().map((one) => writeCardUse({ merchantId, id }, one));

  it('forceCvv is refused with the ids of the recurring payments; other fields can change', async () => {
    const { id } = await store();
    for (const write of use(id)) await commit([write]);
    const refused = await put(id, { forceCvv: true, cardAlias: 'Yok' });
    expectRejection(refused, { code: 'CARD_IN_USE', fields: ['forceCvv'], facts: ['recurringPaymentIds'] });
    expect(refused.json.data).toMatchObject({ recurringPaymentIds: IDS });
    const updated = await put(id, { forceCvv: false, cardAlias: 'Var', expiryMonth: '1', expiryYear: '31' });
    expect(updated.json.data).toMatchObject({ cardAlias: 'Var', forceCvv: false });
  });

  it('the use is checked when the change is committed, not when the card is read', async () => {
    const { id } = await store();
    betweenReadAndCommit(use(id).slice(0, 1));
    const refused = await put(id, { forceCvv: true });
    expectRejection(refused, { code: 'CARD_IN_USE', fields: ['forceCvv'], facts: ['recurringPaymentIds'] });
    expect(await loadCard(merchantId, id, now())).toMatchObject({ forceCvv: false });
  });
});

describe('PUT /api/card/{id} of a card that another call changes', () => {
  it('a concurrent change gives CONCURRENT_UPDATE, and nothing is half done', async () => {
    const { id } = await store();
    betweenReadAndCommit([writeCardUse({ merchantId, id }, 'recurring-1')]);
    const refused = await put(id, { cardAlias: 'Yok', expiryMonth: '5', expiryYear: '31' });
    expectRejection(refused, { code: 'CONCURRENT_UPDATE' });
    expect(await loadCard(merchantId, id, now())).toMatchObject({ cardAlias: 'İş kartım' });
    expect(await open(id)).toMatchObject({ expiryYear: '2029' });
  });

  it('a card that another call deletes is not found and stays deleted', async () => {
    const { id } = await store();
    betweenReadAndCommit(writeCardDeletion(merchantId, id, now()));
    const refused = await put(id, { cardAlias: 'Yok', expiryMonth: '5', expiryYear: '31' });
    expectRejection(refused, { code: 'CARD_NOT_FOUND' });
    expect((await loadSealedCard(merchantId, id))?.sealed).toBeUndefined();
    expect((await loadSealedCard(merchantId, id))?.sealedExpiry).toBeUndefined();
  });
});
