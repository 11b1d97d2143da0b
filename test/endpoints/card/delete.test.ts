import { describe, expect, it } from 'vitest';
import { loadSealedCard, writeCardRelease, writeCardUse } from '#store/card/card.ts';
import { commit } from '#store/table/commit.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { expectEnvelope, expectRejection, withoutTraces } from '../../drivers/rejection.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';
import { cardsOf } from './stored-cards.ts';

const harness = await startHarness();
const { service, merchant, api, createPage, buyer } = harness;
const { merchantId } = merchant;
const { store, find } = cardsOf(harness);
const remove = (id: string, headers = {}) => api('DELETE', `/api/card/${id}`, { headers });

describe('DELETE /api/card/{id}', () => {
  it('a deleted card loses its ciphertext at once and is not found by any call', async () => {
    const { id, cardAlias } = await store({ cardAlias: 'Silinecek' });
    const deleted = await remove(id, { 'accept-language': 'en' });
    expectEnvelope(deleted, 'en');
    expect([deleted.status, deleted.json.data]).toEqual([200, { id, deleted: true }]);
    expect(await loadSealedCard(merchantId, id)).toBeUndefined();
    expectRejection(await api('GET', `/api/card/${id}`), { code: 'CARD_NOT_FOUND' });
    expectRejection(await api('PUT', `/api/card/${id}`, { body: {} }), { code: 'CARD_NOT_FOUND' });
    expectRejection(await remove(id), { code: 'CARD_NOT_FOUND' });
    expect((await find({ alias: cardAlias })).items).toEqual([]);
  });

  it('the answer is repeated for the same Idempotency-Key after the card is gone', async () => {
    const { id } = await store();
    const first = await remove(id, { 'idempotency-key': 'delete' });
    const again = await remove(id, { 'idempotency-key': 'delete' });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it('a payment and a cancelled recurring payment still show the mask of a deleted card', async () => {
    const driver = recurringPaymentDriver(harness);
    const customerId = await driver.customer();
    const { id, maskedCardNumber } = await store({ customerId, cardNumber: CARDS.troy });
    const recurring = await driver.create({ customerId, cardStorageId: id });
    const page = await createPage({ customerId });
    await buyer.post(await buyer.open(page.hostedPageUrl), { savedCard: id, cvv: '123' });
    await driver.cancel(recurring.id);
    expect((await remove(id)).status).toBe(200);
    const shown = await api<{ payment: unknown }>('GET', `/api/payment/hostedpage/${page.token}`);
    for (const reference of [shown.json.data.payment, await driver.show(recurring.id)]) {
      expect(reference).toMatchObject({ cardStorageId: id, maskedCardNumber });
    }
    expect(maskedCardNumber).toBe('979203******0000');
  });

  it('exactly one of ten simultaneous deletions of a card succeeds', async () => {
    const { id } = await store();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    const codes = answers.map(({ json }) => json.errorCode);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    const others = codes.filter((code) => code !== null && code !== 'CONCURRENT_UPDATE');
    expect(new Set(others)).toEqual(new Set(['CARD_NOT_FOUND']));
  });
});

describe('DELETE /api/card/{id} of a card that must be kept', () => {
  it('a card in use is kept, and the error names its recurring payments', async () => {
    const { id } = await store();
    const users = ['recurring-2', 'recurring-1'];
    for (const user of users) await commit([writeCardUse({ merchantId, id }, user)]);
    const refused = await remove(id);
    expectRejection(refused, { code: 'CARD_IN_USE', facts: ['recurringPaymentIds'] });
    expect(refused.json.data).toMatchObject({ recurringPaymentIds: users.toSorted() });
    expect(await loadSealedCard(merchantId, id)).toHaveProperty('sealed');
    for (const user of users)
      await commit([writeCardRelease({ merchantId, id }, user, harness.now().getTime())]);
    expect((await remove(id)).status).toBe(200);
  });

  it("another merchant's card is kept, and the answer is that of an unknown card", async () => {
    const other = await service.addMerchant();
    const { id } = await store({}, { key: other.apiKey });
    const answers = [];
    for (const unknownId of [id, '01890000-0000-7000-8000-000000000002', 'x', '%20', id.toUpperCase()]) {
      const refused = await remove(unknownId);
      expectRejection(refused, { code: 'CARD_NOT_FOUND' });
      answers.push(withoutTraces(refused));
    }
    expect(new Set(answers).size).toBe(1);
    expect((await api('GET', `/api/card/${id}`, { key: other.apiKey })).status).toBe(200);
  });
});
