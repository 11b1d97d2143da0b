// POST /api/Refund/{id}/reject releases the amount of a refund that is Pending.
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service } = harness;
const driver = refundDriver(harness);
const STATE = ['refundId', 'status', 'allowedStatuses'];

describe('POST /api/Refund/{id}/reject', () => {
  it('a rejection releases the amount, stores the reason and can be repeated', async () => {
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 30);
    const rejected = await driver.reject(refundId, { reason: 'Kullanılmış' });
    expect(rejected.status).toBe(200);
    expect(rejected.json.data).toMatchObject({ status: 'Rejected', decisionNote: 'Kullanılmış' });
    const again = await driver.reject(refundId, { reason: 'Başka bir neden' });
    expect([again.status, again.json.data]).toEqual([200, rejected.json.data]);
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
    expect(driver.operations(payment)).toEqual([]);
    await driver.checkBooks([payment]);
  });

  it('the reason is optional and has at most 500 characters', async () => {
    const payment = await driver.pay();
    const bare = await driver.reject(await driver.pendingRefundId(payment, 30));
    expect(bare.json.data).toMatchObject({ status: 'Rejected', decisionNote: null });
    const refundId = await driver.pendingRefundId(payment, 30);
    const tooLong = await driver.reject(refundId, { reason: 'x'.repeat(501) });
    expect(tooLong.json.errorCode).toBe('VALIDATION_ERROR');
    expect((await driver.reject(refundId, { reason: '' })).json.data.decisionNote).toBeNull();
  });

  it.each([
    ['Completed', async () => (await driver.partial(await driver.pay(), 30)).json.data.refundId],
    [
      'Failed',
      async () => {
        const refundId = await driver.pendingRefundId(
          await driver.pay({ cardNumber: CARDS.irrevocable }),
          30,
        );
        await driver.approve(refundId);
        return refundId;
      },
    ],
    [
      'Processing',
      async () => {
        const payment = await driver.pay();
        service.bank.script(['lost-after']);
        return (await driver.partial(payment, 30)).json.data.refundId;
      },
    ],
  ])('a refund that is %s cannot be rejected', async (status, make) => {
    const refused = await driver.reject(await make());
    expectRejection(refused, { code: 'REFUND_INVALID_STATE', facts: STATE });
    expect(refused.json.data).toMatchObject({ status, allowedStatuses: ['Pending'] });
  });
});
