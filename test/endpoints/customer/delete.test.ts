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
import { expectEnvelope, expectRejection, withoutTraces } from '../../drivers/rejection.ts';
import { resultOf } from '../../drivers/result.ts';
import { startHarness } from '../../harness/harness.ts';
import { cardsOf } from '../card/stored-cards.ts';
import { customersOf } from './customers.ts';

const harness = await startHarness();
const { service, merchant, api, createPage, buyer, now } = harness;
const { merchantId } = merchant;
const { create } = customersOf(harness);
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
        'schema',
        'id',
        'merchantId',
        'isActive',
        'createdAt',
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

  it('cards of an erased customer are kept until the merchant deletes them', async () => {
    const { id } = await create();
    const card = await cardsOf(harness).store({ customerId: id });
    await remove(id);
    expect((await api('GET', `/api/card/${card.id}`)).json.data).toEqual(card);
    expect((await api('DELETE', `/api/card/${card.id}`)).status).toBe(200);
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
