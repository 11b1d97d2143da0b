import { describe, expect, it } from 'vitest';
import { writeCardUse } from '#store/card/card.ts';
import { loadCustomer } from '#store/customer.ts';
import { writeCustomerErasure, writeCustomerRelease, writeCustomerUse } from '#store/customer-writes.ts';
import { commit } from '#store/table/commit.ts';
import { entityKey, sealedCardKey } from '#store/table/keys.ts';
import { getItem } from '#store/table/table.ts';
import { newCardNumber } from '../../drivers/recurring-payment-driver.ts';
import { expectEnvelope, expectRejection, withoutTraces } from '../../drivers/rejection.ts';
import { resultOf } from '../../drivers/result.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';
import { everyRow } from '../../harness/traces.ts';
import { cardBody, cardsOf } from '../card/stored-cards.ts';
import { customerBody, customersOf } from './customers.ts';

const harness = await startHarness();
const { service, merchant, api, createPage, buyer, now, moveBy } = harness;
const { merchantId } = merchant;
const { create } = customersOf(harness);
const { store } = cardsOf(harness);
const remove = (id: string, headers = {}) => api('DELETE', `/api/customer/${id}`, { headers });

describe('DELETE /api/customer/{id}', () => {
  it('the row of an erased customer has no personal data and is in no index', async () => {
    const { id } = await create({ fullName: 'Silinecek Kişi', phone: '905551112299' });
    const erased = await remove(id, { 'accept-language': 'en' });
    expectEnvelope(erased, 'en');
    expect([erased.status, erased.json.data]).toEqual([200, { id, deleted: true }]);
    expectRejection(await api('GET', `/api/customer/${id}`), { code: 'CUSTOMER_NOT_FOUND' });
    expectRejection(await remove(id), { code: 'CUSTOMER_NOT_FOUND' });
    const row = await getItem(entityKey(merchantId, 'CUSTOMER', id));
    expect(Object.keys(row ?? {}).sort()).toEqual(
      [
        'pk',
        'sk',
        'version',
        'id',
        'merchantId',
        'isActive',
        'createdAt',
        'createdBy',
        'updatedAt',
        'erasedAt',
      ].sort(),
    );
  });

  it('payments of an erased customer are kept with its id', async () => {
    const { id } = await create();
    const page = await createPage({ customerId: id });
    const paid = await buyer.submit(await buyer.open(page.hostedPageUrl));
    const reference = resultOf(paid.location).paymentReferenceNumber;
    await remove(id);
    const payment = await api('GET', `/api/payment/${reference}`);
    expect(payment.json.data).toMatchObject({ status: 'Successful', customerId: id });
  });

  it('the cards of an erased customer are deleted with their ciphertexts, names and indexes', async () => {
    const { id } = await create();
    const other = await store({ customerId: (await create()).id });
    const cards = [];
    for (const name of ['Silinecek Kişi', 'Silinecek Kart']) {
      cards.push(await store({ customerId: id, ownerName: name, cardAlias: name, metadata: { name } }));
    }
    expect((await remove(id)).status).toBe(200);
    for (const card of cards) {
      expectRejection(await api('GET', `/api/card/${card.id}`), { code: 'CARD_NOT_FOUND' });
      const { pk, sk } = sealedCardKey(merchantId, card.id);
      expect(await getItem({ pk, sk })).not.toHaveProperty('sealed');
    }
    expect((await everyRow()).filter((row) => row.includes('Silinecek'))).toEqual([]);
    expect((await api('GET', `/api/card/${other.id}`)).json.data).toEqual(other);
  });

  it('temporary cards of an erased customer are deleted too, also those whose time is over', async () => {
    const { id } = await create();
    const named = { customerId: id, ownerName: 'Silinecek Geçici', cardAlias: 'Silinecek Geçici' };
    const ended = await store({ ...named, saveCard: false });
    await moveBy(31 * MINUTE);
    const live = await store({ ...named, saveCard: false });
    expect((await remove(id)).status).toBe(200);
    expect((await everyRow()).filter((row) => row.includes('Silinecek'))).toEqual([]);
    for (const card of [ended, live]) {
      expectRejection(await api('GET', `/api/card/${card.id}`), { code: 'CARD_NOT_FOUND' });
      expect(await getItem(sealedCardKey(merchantId, card.id))).not.toHaveProperty('sealed');
    }
  });

  it('a customer with more cards than one transaction can contain is erased with all of them', async () => {
    const { id } = await create();
    const cards = await Promise.all(
      Array.from({ length: 43 }, () => store({ customerId: id, cardNumber: newCardNumber() })),
    );
    expect((await remove(id)).status).toBe(200);
    for (const card of cards) expect((await api('GET', `/api/card/${card.id}`)).status).toBe(404);
  });

  it('a card that another customer’s recurring payment uses stays', async () => {
    const { id } = await create();
    const [used, idle] = [await store({ customerId: id }), await store({ customerId: id })];
    await commit([writeCardUse({ merchantId, id: used.id }, 'recurring-1')]);
    expect((await remove(id)).status).toBe(200);
    expect((await api('GET', `/api/card/${used.id}`)).json.data).toEqual(used);
    expect((await api('GET', `/api/card/${idle.id}`)).status).toBe(404);
  });

  it('no card is deleted if the customer is kept', async () => {
    const { id } = await create();
    const card = await store({ customerId: id });
    await commit([writeCustomerUse({ merchantId, id }, 'recurring-1')]);
    expect((await remove(id)).status).toBe(409);
    expect((await api('GET', `/api/card/${card.id}`)).json.data).toEqual(card);
  });

  it('answers with data of the customer or its cards cannot be repeated after the erasure', async () => {
    const named = (key: string) => ({ 'idempotency-key': `erased-${key}` });
    const calls: [string, string, string, object, string][] = [];
    const send = async (key: string, method: string, path: string, body: object) => {
      const answer = await api<{ id: string }>(method, path, { body, headers: named(key) });
      expect(answer.status).toBeLessThan(300);
      calls.push([key, method, path, body, answer.text]);
      return answer.json.data.id;
    };
    const id = await send('create', 'POST', '/api/customer', customerBody({ fullName: 'Silinecek Kişi' }));
    await send('update', 'PUT', `/api/customer/${id}`, { fullName: 'Silinecek Kadın' });
    await send('nothing', 'PUT', `/api/customer/${id}`, {});
    const card = await send(
      'card',
      'POST',
      '/api/card',
      cardBody({ customerId: id, ownerName: 'Silinecek' }),
    );
    await send('card-update', 'PUT', `/api/card/${card}`, { cardAlias: 'Silinecek Kart' });
    const repeat = async ([key, method, path, body]: (typeof calls)[number]) =>
      await api(method, path, { body, headers: named(key) });
    for (const call of calls) expect((await repeat(call)).text).toBe(call[4]);
    expect((await remove(id)).status).toBe(200);
    for (const call of calls) {
      const again = await repeat(call);
      expectRejection(again, { code: call[2].includes('card') ? 'CARD_NOT_FOUND' : 'CUSTOMER_NOT_FOUND' });
      expect(again.text).not.toContain('Silinecek');
    }
  });

  it('the answer is repeated for the same Idempotency-Key', async () => {
    const { id } = await create();
    const [first, again] = [
      await remove(id, { 'idempotency-key': 'erase' }),
      await remove(id, { 'idempotency-key': 'erase' }),
    ];
    expect(again.text).toBe(first.text);
  });
});

describe('DELETE /api/customer/{id} of a customer that must be kept', () => {
  it('a customer with recurring payments is kept, and the error names them', async () => {
    const { id, fullName } = await create();
    const name = { merchantId, id };
    for (const one of ['recurring-2', 'recurring-1']) await commit([writeCustomerUse(name, one)]);
    const refused = await remove(id);
    expectRejection(refused, {
      code: 'CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT',
      facts: ['recurringPaymentIds'],
    });
    expect(refused.json.data).toMatchObject({ recurringPaymentIds: ['recurring-1', 'recurring-2'] });
    expect(await loadCustomer(merchantId, id)).toMatchObject({ fullName });
    for (const one of ['recurring-1', 'recurring-2']) await commit([writeCustomerRelease(name, one)]);
    expect((await remove(id)).status).toBe(200);
  });

  it('exactly one of an erasure and a simultaneous new recurring payment succeeds', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await create();
      const writes = [
        writeCustomerUse({ merchantId, id }, 'one'),
        writeCustomerErasure(merchantId, id, now()),
      ];
      const inOrder = round % 2 === 0 ? writes : writes.toReversed();
      const results = await Promise.all(inOrder.map((write) => commit([write])));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['committed', 'conflict']);
      outcomes.add((await loadCustomer(merchantId, id)) === undefined ? 'erased' : 'kept');
    }
    expect([...outcomes].sort()).toEqual(['erased', 'kept']);
  });

  it('an inactive, erased or unknown customer gets no recurring payment', async () => {
    const inactive = await create({ isActive: false });
    const erased = await create();
    await remove(erased.id);
    for (const id of [inactive.id, erased.id, '01890000-0000-7000-8000-000000000001']) {
      expect((await commit([writeCustomerUse({ merchantId, id }, 'one')])).kind).toBe('conflict');
    }
  });

  it("another merchant's customer is kept, and the answer is that of an unknown customer", async () => {
    const other = await service.addMerchant();
    const { id } = await create({}, { key: other.apiKey });
    const answers = [];
    for (const unknownId of [id, '01890000-0000-7000-8000-000000000001', 'x', '%00']) {
      const refused = await remove(unknownId);
      expectRejection(refused, { code: 'CUSTOMER_NOT_FOUND' });
      answers.push(withoutTraces(refused));
    }
    expect(new Set(answers).size).toBe(1);
    expect((await api('GET', `/api/customer/${id}`, { key: other.apiKey })).status).toBe(200);
  });
});
