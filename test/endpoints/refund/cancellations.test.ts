// POST /api/Refund/cancellations cancels a whole payment. Some payments can neither be cancelled nor
// refunded.
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

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
    for (const refused of [
      await driver.cancel(payment),
      await driver.partial(payment, 1),
      await driver.request(payment, 1),
    ]) {
      expectRejection(refused, {
        code: 'PAYMENT_NOT_REFUNDABLE',
        fields: ['transactionId'],
        facts: ['status'],
      });
    }
    await driver.checkBooks([payment]);
  });

  it('a payment with refunds cannot be cancelled until they are rejected', async () => {
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 30);
    expectRejection(await driver.cancel(payment), { code: 'PAYMENT_HAS_REFUNDS', fields: ['transactionId'] });
    await driver.reject(refundId);
    expect((await driver.cancel(payment)).status).toBe(201);
    const refunded = await driver.pay();
    await driver.partial(refunded, 30);
    expectRejection(await driver.cancel(refunded), {
      code: 'PAYMENT_HAS_REFUNDS',
      fields: ['transactionId'],
    });
    await driver.checkBooks([payment, refunded]);
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
        facts: ['status'],
      });
  }
});
