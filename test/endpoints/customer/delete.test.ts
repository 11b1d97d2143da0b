import { describe, expect, it } from 'vitest';
import {
  loadCustomer,
  writeCustomerErasure,
  writeCustomerRelease,
  writeCustomerUse,
} from '#store/customer.ts';
import { commit } from '#store/table/commit.ts';
import { entityKey } from '#store/table/keys.ts';
import { getItem } from '#store/table/table.ts';
import { expectEnvelope, expectRefusal, withoutTraces } from '../../drivers/refusal.ts';
import { startHarness } from '../../harness/harness.ts';
import { cardsOf } from '../card/stored-cards.ts';
import { customersOf } from './customers.ts';

const harness = await startHarness();
const { service, merchant, api, createPage, buyer, now } = harness;
const { merchantId } = merchant;
const { create } = customersOf(harness);
const remove = (id: string, headers = {}) => api('DELETE', `/api/customer/${id}`, { headers });

describe('an erasure', () => {
  it('says so, and leaves a row without anything personal, out of every index', async () => {
    const { id } = await create({ fullName: 'Silinecek Kişi', phone: '905551112299' });
    const erased = await remove(id, { 'accept-language': 'en' });
    expectEnvelope(erased, 'en');
    expect([erased.status, erased.json.data]).toEqual([200, { id, deleted: true }]);
    expectRefusal(await api('GET', `/api/customer/${id}`), { code: 'CUSTOMER_NOT_FOUND' });
    expectRefusal(await remove(id), { code: 'CUSTOMER_NOT_FOUND' });
    const row = await getItem(entityKey(merchantId, 'CUSTOMER', id));
    expect(Object.keys(row ?? {}).sort()).toEqual(
      ['pk', 'sk', 'version', 'id', 'merchantId', 'isActive', 'createdAt', 'updatedAt', 'erasedAt'].sort(),
    );
  });

  it('keeps the payments, which go on naming the customer', async () => {
    const { id } = await create();
    const page = await createPage({ customerId: id });
    const paid = await buyer.submit(await buyer.open(page.hostedPageUrl));
    const reference = new URL(paid.location ?? '').searchParams.get('paymentReferenceNumber');
    await remove(id);
    const payment = await api('GET', `/api/payment/${reference}`);
    expect(payment.json.data).toMatchObject({ status: 'Successful', customerId: id });
  });

  it('keeps the cards, which the merchant deletes for itself', async () => {
    const { id } = await create();
    const card = await cardsOf(harness).store({ customerId: id });
    await remove(id);
    expect((await api('GET', `/api/card/${card.id}`)).json.data).toEqual(card);
    expect((await api('DELETE', `/api/card/${card.id}`)).status).toBe(200);
  });

  it('is answered again to the same Idempotency-Key', async () => {
    const { id } = await create();
    const [first, again] = [
      await remove(id, { 'idempotency-key': 'erase' }),
      await remove(id, { 'idempotency-key': 'erase' }),
    ];
    expect(again.text).toBe(first.text);
  });
});

describe('a customer is kept', () => {
  it('while a recurring payment lives, which the answer names', async () => {
    const { id, fullName } = await create();
    const name = { merchantId, id };
    for (const one of ['recurring-2', 'recurring-1']) await commit([writeCustomerUse(name, one)]);
    const refused = await remove(id);
    expectRefusal(refused, {
      code: 'CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT',
      facts: ['recurringPaymentIds'],
    });
    expect(refused.json.data).toMatchObject({ recurringPaymentIds: ['recurring-1', 'recurring-2'] });
    expect(await loadCustomer(merchantId, id)).toMatchObject({ fullName });
    for (const one of ['recurring-1', 'recurring-2']) await commit([writeCustomerRelease(name, one)]);
    expect((await remove(id)).status).toBe(200);
  });

  it('or erased, when a recurring payment and the erasure arrive together, never both', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await create();
      const writes = [
        writeCustomerUse({ merchantId, id }, 'one'),
        writeCustomerErasure(merchantId, id, now()),
      ];
      const inOrder = round % 2 === 0 ? writes : writes.toReversed();
      const results = await Promise.all(inOrder.map((write) => commit([write])));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['committed', 'conflict']);
      ends.add((await loadCustomer(merchantId, id)) === undefined ? 'erased' : 'kept');
    }
    expect([...ends].sort()).toEqual(['erased', 'kept']);
  });

  it('and gets no recurring payment while inactive, erased or unknown', async () => {
    const inactive = await create({ isActive: false });
    const erased = await create();
    await remove(erased.id);
    for (const id of [inactive.id, erased.id, '01890000-0000-7000-8000-000000000001']) {
      expect((await commit([writeCustomerUse({ merchantId, id }, 'one')])).kind).toBe('conflict');
    }
  });

  it("when somebody else's key asks: the answer is that of a customer that never was", async () => {
    const other = await service.addMerchant();
    const { id } = await create({}, { key: other.apiKey });
    const answers = [];
    for (const strange of [id, '01890000-0000-7000-8000-000000000001', 'x', '%00']) {
      const refused = await remove(strange);
      expectRefusal(refused, { code: 'CUSTOMER_NOT_FOUND' });
      answers.push(withoutTraces(refused));
    }
    expect(new Set(answers).size).toBe(1);
    expect((await api('GET', `/api/customer/${id}`, { key: other.apiKey })).status).toBe(200);
  });
});
