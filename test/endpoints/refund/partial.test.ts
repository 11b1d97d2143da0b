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

  it('what was asked goes back and no more, also if the card paid a surcharge on top of it', async () => {
    const pay = async () => await driver.pay({ amountMinor: 15_374, orderMinor: 15_000 });
    const [order, charged, said] = [await pay(), await pay(), await pay()];
    const part = (await driver.partial(order, 150)).json;
    expect(part.data).toMatchObject({ amount: 150, surchargeAmount: 0, refundType: 'Partial' });
    expect(part.message).toBe('İade yapıldı.');
    const left = { status: 'PartiallyRefunded', refundableAmount: 3.74 };
    expect(await driver.payment(order)).toMatchObject(left);
    const rest = { amount: 3.74, surchargeAmount: 0, refundType: 'Full', processedReason: 'PartlyRefunded' };
    expect((await driver.partial(order, 3.74)).json.data).toMatchObject(rest);
    const whole = { amount: 153.74, surchargeAmount: 3.74, refundType: 'Full', processedAs: 'Void' };
    expect((await driver.partial(charged, 153.74)).json.data).toMatchObject(whole);
    // Full, said of less than all that the card paid, is a contradiction here: nothing is sent.
    const body = { transactionId: said, amount: 150, reason: 'İade', refundType: 'Full' };
    expectRejection(await driver.partial(said, 150, { body }), {
      code: 'REFUND_TYPE_MISMATCH',
      fields: ['refundType'],
      facts: ['refundableAmount', 'reservedAmount'],
    });
    expect(await driver.payment(said)).toMatchObject({ status: 'Successful', reservedAmount: 0 });
    await driver.checkBooks([order, charged, said]);
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
