// POST /api/Refund/cancellations cancels a whole payment. Some payments can neither be cancelled nor
// refunded.
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection, REJECT_OPEN } from '../../drivers/rejection.ts';
import { CARDS, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service } = harness;
const driver = refundDriver(harness);

describe('POST /api/Refund/cancellations', () => {
  it('the whole payment is voided and shown as Cancelled', async () => {
    const payment = await driver.pay();
    const cancelled = await driver.cancel(payment);
    expectEnvelope(cancelled);
    expect(cancelled.status).toBe(201);
    expect(cancelled.json.data).toMatchObject({
      status: 'Completed',
      processedAs: 'Void',
      refundType: 'Full',
      amount: 100,
      reason: null,
    });
    expect(await driver.payment(payment)).toMatchObject({
      status: 'Cancelled',
      statusLabel: 'İptal',
      refundedAmount: 100,
      reservedAmount: 0,
      refundableAmount: 0,
    });
    for (const refused of [await driver.partial(payment, 1), await driver.request(payment, 1)]) {
      expectRejection(refused, {
        code: 'PAYMENT_NOT_REFUNDABLE',
        fields: ['transactionId'],
        facts: ['status', 'allowedStatuses'],
      });
    }
    await driver.checkBooks([payment]);
  });

  it('a payment with refunds cannot be cancelled until they are rejected', async () => {
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 30);
    const waits = await driver.cancel(payment);
    expectRejection(waits, { code: 'PAYMENT_HAS_REFUNDS', fields: ['transactionId'], advice: REJECT_OPEN });
    await driver.reject(refundId);
    expect((await driver.cancel(payment)).status).toBe(201);
    const refunded = await driver.pay();
    await driver.partial(refunded, 30);
    // A pending one besides changes no advice: rejecting it would allow no cancellation.
    await driver.request(refunded, 10);
    expectRejection(await driver.cancel(refunded), {
      code: 'PAYMENT_HAS_REFUNDS',
      fields: ['transactionId'],
    });
    // With nothing left to refund, only the pending ones can be decided.
    await driver.request(refunded, 60);
    expectRejection(await driver.cancel(refunded), {
      code: 'PAYMENT_HAS_REFUNDS',
      fields: ['transactionId'],
      advice: REJECT_OPEN,
    });
    await driver.checkBooks([payment, refunded]);
  });

  it('cancelling again returns the cancellation, and the bank gets nothing', async () => {
    const payment = await driver.pay();
    const { data } = (await driver.cancel(payment)).json;
    for (const body of [{}, { amount: 100, refundType: 'Full', reason: 'Yine' }]) {
      const again = await driver.cancel(payment, { body: { transactionId: payment, ...body } });
      expectEnvelope(again);
      expect([again.status, again.json.data]).toEqual([200, data]);
    }
    const keyed = { headers: { 'idempotency-key': 'CANCEL-AGAIN' } };
    const [first, second] = [await driver.cancel(payment, keyed), await driver.cancel(payment, keyed)];
    expect([first.status, second.text, second.headers['idempotent-replayed']]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect(driver.operations(payment)).toHaveLength(1);
    await driver.checkBooks([payment]);
  });

  it('cancelling again for another amount is not the same cancellation', async () => {
    const payment = await driver.pay();
    await driver.cancel(payment);
    for (const body of [{ amount: 99 }, { refundType: 'Partial' }]) {
      const refused = await driver.cancel(payment, { body: { transactionId: payment, ...body } });
      const of = { fields: ['transactionId'], facts: ['status', 'allowedStatuses'] };
      expectRejection(refused, { code: 'PAYMENT_NOT_REFUNDABLE', ...of });
    }
  });

  it('cancelling again while the first outcome is unknown is 202, later 200', async () => {
    const payment = await driver.pay();
    service.bank.script(['lost-after']);
    const first = await driver.cancel(payment);
    const again = await driver.cancel(payment);
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.json.data).toMatchObject({ refundId: first.json.data.refundId, status: 'Processing' });
    await harness.moveBy(5 * MINUTE);
    const done = await driver.cancel(payment);
    expect([done.status, done.json.data.refundId, done.json.data.status]).toEqual([
      200,
      first.json.data.refundId,
      'Completed',
    ]);
    expect(await driver.refundsOf(payment)).toHaveLength(1);
    await driver.checkBooks([payment]);
  });

  it('a payment that another refund gave back is not cancelled', async () => {
    const payment = await driver.pay();
    const failed = await driver.pay({ cardNumber: CARDS.irrevocable });
    await driver.partial(payment, 100);
    const refused = await driver.cancel(payment);
    const of = { fields: ['transactionId'], facts: ['status'] };
    expectRejection(refused, { code: 'PAYMENT_ALREADY_REFUNDED', ...of });
    // A cancellation that failed is none: the next one is tried.
    await driver.cancel(failed);
    const request = await driver.pendingRefundId(failed, 100);
    const held = await driver.cancel(failed);
    expectRejection(held, { code: 'PAYMENT_HAS_REFUNDS', fields: ['transactionId'], advice: REJECT_OPEN });
    await driver.reject(request);
    expect((await driver.cancel(failed)).json.errorCode).toBe('REFUND_DECLINED_BY_BANK');
    expect(await driver.refundsOf(failed)).toHaveLength(3);
  });

  it('a decline of the bank leaves the payment unchanged', async () => {
    const payment = await driver.pay({ cardNumber: CARDS.irrevocable });
    expect((await driver.cancel(payment)).json.errorCode).toBe('REFUND_DECLINED_BY_BANK');
    expect(await driver.payment(payment)).toMatchObject({ status: 'Successful', refundableAmount: 100 });
    await driver.checkBooks([payment]);
  });
});

it('a payment that failed or is still Processing can be neither refunded nor cancelled', async () => {
  const failed = await harness.createPage();
  const { buyer, api } = harness;
  await buyer.submit(await buyer.open(failed.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  const open = await harness.createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(open.hostedPageUrl));
  type Payments = { items: { paymentReferenceNumber: string; status: string }[] };
  const { items } = (await api<Payments>('GET', '/api/payment?limit=100')).json.data;
  for (const status of ['Failed', 'Processing']) {
    const reference = items.find((one) => one.status === status)?.paymentReferenceNumber ?? '';
    const answers = [
      await driver.request(reference, 1),
      await driver.partial(reference, 1),
      await driver.cancel(reference),
    ];
    for (const refused of answers)
      expectRejection(refused, {
        code: 'PAYMENT_NOT_REFUNDABLE',
        fields: ['transactionId'],
        facts: ['status', 'allowedStatuses'],
      });
  }
});
