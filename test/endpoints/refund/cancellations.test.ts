// POST /api/Refund/cancellations: the whole payment or nothing; and what can neither be cancelled nor
// refunded.
import { describe, expect, it } from 'vitest';
import { refundDesk } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRefusal } from '../../drivers/refusal.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service } = harness;
const desk = refundDesk(harness);
const requested = async (payment: string, amount: number) =>
  (await desk.request(payment, amount)).json.data.refundId;

describe('a cancellation', () => {
  it('takes the whole payment back, and the payment is shown as İptal', async () => {
    const payment = await desk.pay();
    const cancelled = await desk.cancel(payment);
    expectEnvelope(cancelled);
    expect(cancelled.status).toBe(201);
    expect(cancelled.json.data).toMatchObject({
      status: 'Completed',
      processedAs: 'Void',
      refundType: 'Full',
      amount: 100,
      reason: null,
    });
    expect(await desk.payment(payment)).toMatchObject({
      status: 'Cancelled',
      statusLabel: 'İptal',
      refundedAmount: 100,
      reservedAmount: 0,
      refundableAmount: 0,
    });
    for (const refused of [
      await desk.cancel(payment),
      await desk.partial(payment, 1),
      await desk.request(payment, 1),
    ]) {
      expectRefusal(refused, { code: 'PAYMENT_NOT_REFUNDABLE' });
    }
    await desk.books([payment]);
  });

  it('is refused once there is a refund, and possible again once that is rejected', async () => {
    const payment = await desk.pay();
    const refundId = await requested(payment, 30);
    expectRefusal(await desk.cancel(payment), { code: 'PAYMENT_HAS_REFUNDS' });
    await desk.reject(refundId);
    expect((await desk.cancel(payment)).status).toBe(201);
    const refunded = await desk.pay();
    await desk.partial(refunded, 30);
    expectRefusal(await desk.cancel(refunded), { code: 'PAYMENT_HAS_REFUNDS' });
    await desk.books([payment, refunded]);
  });

  it('that the bank refuses leaves the payment as it was', async () => {
    const payment = await desk.pay({ cardNumber: CARDS.irrevocable });
    expect((await desk.cancel(payment)).json.errorCode).toBe('REFUND_DECLINED_BY_BANK');
    expect(await desk.payment(payment)).toMatchObject({ status: 'Successful', refundableAmount: 100 });
    await desk.books([payment]);
  });
});

it('a payment that failed or is not settled yet can be neither refunded nor cancelled', async () => {
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
      await desk.request(reference, 1),
      await desk.partial(reference, 1),
      await desk.cancel(reference),
    ];
    for (const refused of answers) expectRefusal(refused, { code: 'PAYMENT_NOT_REFUNDABLE' });
  }
});
