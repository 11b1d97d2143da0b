// POST /api/Refund/{id}/reject: the amount is free again, once, and only while nothing else was decided.
import { describe, expect, it } from 'vitest';
import { refundDesk } from '../../drivers/refund-driver.ts';
import { expectRefusal } from '../../drivers/refusal.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service } = harness;
const desk = refundDesk(harness);
const requested = async (payment: string, amount: number) =>
  (await desk.request(payment, amount)).json.data.refundId;
const STATE = ['refundId', 'status'];

describe('rejecting', () => {
  it('gives the amount back, keeps the reason, and may be said twice', async () => {
    const payment = await desk.pay();
    const refundId = await requested(payment, 30);
    const rejected = await desk.reject(refundId, { reason: 'Kullanılmış' });
    expect(rejected.status).toBe(200);
    expect(rejected.json.data).toMatchObject({ status: 'Rejected', decisionNote: 'Kullanılmış' });
    const again = await desk.reject(refundId, { reason: 'Başka bir neden' });
    expect([again.status, again.json.data]).toEqual([200, rejected.json.data]);
    expect(await desk.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
    expect(desk.operations(payment)).toEqual([]);
    await desk.books([payment]);
  });

  it('needs no body, and no more than 500 characters', async () => {
    const payment = await desk.pay();
    const bare = await desk.reject(await requested(payment, 30));
    expect(bare.json.data).toMatchObject({ status: 'Rejected', decisionNote: null });
    const refundId = await requested(payment, 30);
    const tooLong = await desk.reject(refundId, { reason: 'x'.repeat(501) });
    expect(tooLong.json.errorCode).toBe('VALIDATION_ERROR');
    expect((await desk.reject(refundId, { reason: '' })).json.data.decisionNote).toBeNull();
  });

  it.each([
    ['Completed', async () => (await desk.partial(await desk.pay(), 30)).json.data.refundId],
    [
      'Failed',
      async () => {
        const refundId = await requested(await desk.pay({ cardNumber: CARDS.irrevocable }), 30);
        await desk.approve(refundId);
        return refundId;
      },
    ],
    [
      'Processing',
      async () => {
        const payment = await desk.pay();
        service.bank.script(['lost-after']);
        return (await desk.partial(payment, 30)).json.data.refundId;
      },
    ],
  ])('a refund that is %s is refused', async (status, make) => {
    const refused = await desk.reject(await make());
    expectRefusal(refused, { code: 'REFUND_INVALID_STATE', facts: STATE });
    expect(refused.json.data).toMatchObject({ status });
  });
});
