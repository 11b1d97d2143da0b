// What the row of a customer promises whoever writes to it.
import { describe, expect, it } from 'vitest';
import {
  loadCustomer,
  writeCustomerChange,
  writeCustomerErasure,
  writeCustomerRelease,
  writeCustomerUse,
} from '#store/customer.ts';
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

describe('a change', () => {
  it('that takes the telephone number away leaves it in no index either', async () => {
    const { id } = await create({ phone: '905551112233' });
    const { phone: _, ...without } = await loaded(id);
    expect((await commit([writeCustomerChange(await loaded(id), without)])).kind).toBe('committed');
    expect(JSON.stringify(await rowOf(id))).not.toContain('905551112233');
    expect(await rowOf(id)).not.toHaveProperty('secondSk');
  });

  it('of an older state is refused and changes nothing', async () => {
    const { id } = await create();
    const old = await loaded(id);
    await commit([writeCustomerChange(old, { ...old, fullName: 'Fatma', updatedAt: 'first' })]);
    const late = await commit([
      writeCustomerChange(old, { ...old, fullName: 'Zeynep', updatedAt: 'second' }),
    ]);
    expect(late.kind).toBe('conflict');
    expect(await loaded(id)).toMatchObject({ fullName: 'Fatma', version: 2 });
  });

  it('after an erasure brings nothing back', async () => {
    const { id } = await create();
    const read = await loaded(id);
    await commit([writeCustomerErasure(merchantId, id, now())]);
    expect((await commit([writeCustomerChange(read, { ...read, fullName: 'Fatma' })])).kind).toBe('conflict');
    expect(await rowOf(id)).not.toHaveProperty('fullName');
  });
});

describe('the recurring payments of a customer', () => {
  it('come and go one by one, each once however often that is written', async () => {
    const { id } = await create();
    const name = { merchantId, id };
    for (const one of ['one', 'two', 'one']) await commit([writeCustomerUse(name, one)]);
    expect((await loaded(id)).activeRecurringPayments).toEqual(new Set(['one', 'two']));
    for (const one of ['one', 'one']) await commit([writeCustomerRelease(name, one)]);
    expect((await loaded(id)).activeRecurringPayments).toEqual(new Set(['two']));
  });

  it('are neither taken nor left by a write that was refused', async () => {
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
