// POST /api/Refund/partial: parts refunded in one step each, up to the whole payment.
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection, REJECT_OPEN } from '../../drivers/rejection.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const driver = refundDriver(harness);

describe('POST /api/Refund/partial', () => {
  it('parts are refunded in one step each, up to the whole payment', async () => {
    const payment = await driver.pay();
    for (const [amount, refundType] of [
      [33.33, 'Partial'],
      [33.33, 'Partial'],
      [33.34, 'Full'],
    ] as const) {
      const created = await driver.partial(payment, amount);
      expectEnvelope(created);
      expect(created.status).toBe(201);
      expect(created.json.data).toMatchObject({
        status: 'Completed',
        processedAs: 'Refund',
        refundType,
        amount,
      });
    }
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded', statusLabel: 'İade' });
    expectRejection(await driver.partial(payment, 0.01), {
      code: 'PAYMENT_ALREADY_REFUNDED',
      fields: ['transactionId'],
      facts: ['status'],
    });
    expectRejection(await driver.request(payment, 0.01), {
      code: 'PAYMENT_ALREADY_REFUNDED',
      fields: ['transactionId'],
      facts: ['status'],
    });
    expectRejection(await driver.cancel(payment), {
      code: 'PAYMENT_ALREADY_REFUNDED',
      fields: ['transactionId'],
      facts: ['status'],
    });
    await driver.checkBooks([payment]);
  });

  it('a refund of the whole payment on its day is a void', async () => {
    const created = await driver.partial(await driver.pay(), 100);
    expect(created.json.data).toMatchObject({ status: 'Completed', processedAs: 'Void', refundType: 'Full' });
  });

  it('a refund of more than the remaining amount is refused with the remaining amount', async () => {
    const payment = await driver.pay();
    await driver.request(payment, 60);
    const refused = await driver.partial(payment, 40.01);
    expectRejection(refused, {
      code: 'REFUND_AMOUNT_EXCEEDED',
      fields: ['amount'],
      facts: ['refundableAmount', 'reservedAmount'],
      advice: REJECT_OPEN,
    });
    expect(refused.json.data).toMatchObject({ refundableAmount: 40, reservedAmount: 60 });
    expect(driver.operations(payment)).toEqual([]);
  });

  it('a decline of the bank is repeated for its key and reserves nothing', async () => {
    const payment = await driver.pay({ cardNumber: CARDS.irrevocable });
    const keyed = { headers: { 'idempotency-key': 'REFUSED' } };
    const refused = await driver.partial(payment, 40, keyed);
    expect([refused.status, refused.json.errorCode]).toEqual([422, 'REFUND_DECLINED_BY_BANK']);
    const again = await driver.partial(payment, 40, keyed);
    expect([again.status, again.text]).toEqual([422, refused.text]);
    expect(driver.operations(payment)).toHaveLength(1);
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
    await driver.checkBooks([payment]);
  });
});
