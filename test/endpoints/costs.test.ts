// What a key and a customer add to the costs of a call, beside the bounds of docs/costs.md.
import { expect, it } from 'vitest';
import { refundDriver } from '../drivers/refund-driver.ts';
import { costOf, counted } from '../harness/costs.ts';
import { startHarness } from '../harness/harness.ts';
import { customerBody, customersOf } from './customer/customers.ts';

const harness = await startHarness({ around: counted });
const { create } = customersOf(harness);
const refunds = refundDriver(harness);

it('an Idempotency-Key costs one read before the work and one row beside its effect', async () => {
  const costs = [];
  for (const headers of [undefined, { 'idempotency-key': 'cost-1' }]) {
    const request = { body: customerBody(), ...(headers && { headers }) };
    const call = () => harness.api('POST', '/api/customer', request);
    const { rounds, readUnits, writeUnits } = await costOf(async () =>
      expect((await call()).status).toBe(201),
    );
    costs.push({ rounds, readUnits, writeUnits });
  }
  expect(costs).toEqual([
    { rounds: 1, readUnits: 0, writeUnits: 4 },
    { rounds: 2, readUnits: 1, writeUnits: 7 },
  ]);
});

it('a refund of a customer’s payment costs what the refund of any other costs', async () => {
  const costs = [];
  for (const customerId of [undefined, (await create()).id]) {
    const order = { orderNumber: `REFUND-ORDER-${costs.length}` };
    const paymentId = await harness.payOrder(customerId ? { ...order, customerId } : order);
    const { rounds, readUnits, writeUnits } = await costOf(() => refunds.request(paymentId, 10));
    costs.push({ rounds, readUnits, writeUnits });
  }
  expect(costs).toEqual([costs[0], costs[0]]);
  expect(costs[0]).toEqual({ rounds: 2, readUnits: 1, writeUnits: 12 });
});
