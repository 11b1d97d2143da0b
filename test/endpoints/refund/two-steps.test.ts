// A refund in two steps: requested, then approved or rejected (specification 3 and 4, contract 7).
import { describe, expect, it } from 'vitest';
import { startHarness } from '../../harness.ts';
import { refundDesk } from '../../refund-desk.ts';
import { expectRefusal } from '../../refusal.ts';

const harness = await startHarness();
const desk = refundDesk(harness);

describe('a refund in two steps', () => {
  it('is Pending until it is approved, then voided on the day of the payment', async () => {
    const payment = await desk.pay({ amountMinor: 14_990 });
    const made = await desk.request(payment, 149.9);
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    expect(made.json.data).toMatchObject({ status: 'Pending', refundType: 'Full', processedAs: null });
    expect(await desk.payment(payment)).toMatchObject({ reservedAmount: 149.9, refundableAmount: 0 });
    const approved = await desk.approve(made.json.data.refundId);
    expect(approved.status).toBe(200);
    expect(approved.json.data).toMatchObject({ status: 'Completed', processedAs: 'Void' });
    expect(approved.json.data.bankReferenceNumber).toMatch(/^\d+$/);
    expect(await desk.payment(payment)).toMatchObject({ status: 'FullyRefunded', statusLabel: 'İade' });
    await desk.books([payment]);
    expect(desk.operations(payment)).toHaveLength(1);
  });
  it('partial', async () => {
    const payment = await desk.pay({ amountMinor: 14_990 });
    const made = await desk.partial(payment, 49.9);
    expect([made.status, made.json.data.status]).toEqual([201, 'Completed']);
    const second = await desk.request(payment, 100);
    const cancelled = await desk.cancel(payment);
    expectRefusal(cancelled, { code: 'PAYMENT_HAS_REFUNDS' });
    expect((await desk.reject(second.json.data.refundId)).status).toBe(200);
    await desk.books([payment]);
    const whole = await desk.pay();
    const c = await desk.cancel(whole);
    expect([c.status, c.json.data.status, c.json.data.processedAs]).toEqual([201, 'Completed', 'Void']);
    const stats = await harness.api('GET', '/api/Refund/statistics');
    console.log(JSON.stringify(stats.json.data, null, 1));
    const list = await harness.api('GET', '/api/Refund?minAmount=50&status=Completed');
    console.log(JSON.stringify(list.json.data, null, 1));
    await desk.books([payment, whole]);
  });
});
