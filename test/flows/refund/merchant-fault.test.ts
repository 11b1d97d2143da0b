// A bank that refuses the merchant's own settings has not refused the refund: the refund waits, and is made
// when the settings work again, whichever call requested it (refunds.md 5.8).
import { describe, expect, it } from 'vitest';
import { changeBankPassword } from '../../drivers/bank-password.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { HOUR, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service, merchant, moveBy } = harness;
const refunds = refundDriver(harness);

const refuse = (code: string) => service.bank.script(Array.from({ length: 200 }, () => `decline:${code}`));

const CALLS: [name: string, (payment: string) => Promise<{ status: number; refundId: string }>][] = [
  [
    'an approved request',
    async (payment) => {
      const id = await refunds.pendingRefundId(payment, 100);
      const { status } = await refunds.approve(id);
      return { status, refundId: id };
    },
  ],
  [
    'a partial refund',
    async (payment) => {
      const { status, json } = await refunds.partial(payment, 40);
      return { status, refundId: json.data.refundId };
    },
  ],
  [
    'a cancellation',
    async (payment) => {
      const { status, json } = await refunds.cancel(payment);
      return { status, refundId: json.data.refundId };
    },
  ],
];

describe.each(CALLS)('%s', (_name, call) => {
  it.each(['CORE-2202', 'CORE-2126'])(
    'the refund waits while the bank answers %s, and is made after',
    async (code) => {
      const payment = await refunds.pay();
      refuse(code);
      const { status, refundId } = await call(payment);
      expect(status).toBe(202);
      await moveBy(2 * HOUR);
      expect((await refunds.show(refundId)).status).toBe('Processing');
      service.bank.script([]);
      await moveBy(16 * MINUTE);
      expect((await refunds.show(refundId)).status).toBe('Completed');
      await refunds.checkBooks([payment]);
    },
  );

  it('the refund waits while the bank refuses the password, also for the inquiry before it', async () => {
    const payment = await refunds.pay();
    // Another day, so that the request becomes a refund, before which the history is read.
    await moveBy(20 * HOUR);
    await changeBankPassword(harness, merchant.merchantId, 'rotated');
    const { status, refundId } = await call(payment);
    expect(status).toBe(202);
    await moveBy(3 * HOUR);
    expect((await refunds.show(refundId)).status).toBe('Processing');
    await changeBankPassword(harness, merchant.merchantId);
    await moveBy(16 * MINUTE);
    expect((await refunds.show(refundId)).status).toBe('Completed');
    await refunds.checkBooks([payment]);
  });
});
