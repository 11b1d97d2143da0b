// The row of a customer: the writes that its conditions prevent, and those that they allow once.
import { describe, expect, it } from 'vitest';
import { loadCustomer } from '#store/customer.ts';
import {
  writeCustomerChange,
  writeCustomerErasure,
  writeCustomerRelease,
  writeCustomerUse,
} from '#store/customer-writes.ts';
import { commit } from '#store/table/commit.ts';
import { entityKey } from '#store/table/keys.ts';
import { getItem } from '#store/table/table.ts';
import { customersOf } from '../endpoints/customer/customers.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness();
const { merchant, now } = harness;
const { merchantId } = merchant;
const { create } = customersOf(harness);
const rowOf = (id: string) => getItem(entityKey(merchantId, 'CUSTOMER', id));
async function loaded(id: string) {
  const customer = await loadCustomer(merchantId, id);
  if (!customer) throw new Error('The customer was just created.');
  return customer;
}

describe('the change of a customer', () => {
  it('a removed telephone number is removed from its index too', async () => {
    const { id } = await create({ phone: '905551112233' });
    const { phone: _, ...without } = await loaded(id);
    expect((await commit([writeCustomerChange(await loaded(id), without)])).kind).toBe('committed');
    expect(JSON.stringify(await rowOf(id))).not.toContain('905551112233');
    expect(await rowOf(id)).not.toHaveProperty('secondSk');
  });

  it('a change of an outdated customer is a conflict and changes nothing', async () => {
    const { id } = await create();
    const old = await loaded(id);
    await commit([writeCustomerChange(old, { ...old, fullName: 'Fatma', updatedAt: 'first' })]);
    const late = await commit([
      writeCustomerChange(old, { ...old, fullName: 'Zeynep', updatedAt: 'second' }),
    ]);
    expect(late.kind).toBe('conflict');
    expect(await loaded(id)).toMatchObject({ fullName: 'Fatma', version: 2 });
  });

  it('a change after an erasure is a conflict and restores nothing', async () => {
    const { id } = await create();
    const read = await loaded(id);
    await commit([writeCustomerErasure(merchantId, id, now())]);
    expect((await commit([writeCustomerChange(read, { ...read, fullName: 'Fatma' })])).kind).toBe('conflict');
    expect(await rowOf(id)).not.toHaveProperty('fullName');
  });
});

describe('the recurring payments of a customer', () => {
  it('each recurring payment is added and removed once, even if the change is written twice', async () => {
    const { id } = await create();
    const name = { merchantId, id };
    for (const one of ['one', 'two', 'one']) await commit([writeCustomerUse(name, one)]);
    expect((await loaded(id)).activeRecurringPayments).toEqual(new Set(['one', 'two']));
    for (const one of ['one', 'one']) await commit([writeCustomerRelease(name, one)]);
    expect((await loaded(id)).activeRecurringPayments).toEqual(new Set(['two']));
  });

  it('a conflict neither adds nor removes a recurring payment', async () => {
    const { id } = await create();
    const name = { merchantId, id };
    await commit([writeCustomerUse(name, 'one')]);
    const impossible = { expression: '#version = :none', values: { ':none': 0 } };
    for (const write of [writeCustomerUse(name, 'two'), writeCustomerRelease(name, 'one')]) {
      if (write.kind !== 'update') throw new Error('Both are updates.');
      expect((await commit([{ ...write, condition: impossible }])).kind).toBe('conflict');
    }
    expect((await loaded(id)).activeRecurringPayments).toEqual(new Set(['one']));
  });
});
