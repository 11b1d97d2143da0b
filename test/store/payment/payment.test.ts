// An outcome is stored once: the condition on the payment's own row, without its page and order.
import { expect, it } from 'vitest';
import type { Payment } from '#domain/payment/payment.ts';
import { loadPayment } from '#store/payment/payment.ts';
import {
  type PaymentOutcome,
  writePaymentClaim,
  writePaymentOutcome,
  writeSaleStart,
} from '#store/payment/payment-writes.ts';
import { commit } from '#store/table/commit.ts';
import { paymentOf } from '../../domain/refund/refund-builder.ts';
import { startHarness } from '../../harness/harness.ts';

await startHarness();
let payments = 0;

async function claimed(more: Partial<Payment> = {}): Promise<Payment> {
  payments += 1;
  const paymentReferenceNumber = `PAY-${String(payments).padStart(26, '0')}`;
  const payment = paymentOf({ ...more, status: 'Processing', paymentReferenceNumber });
  await commit([writePaymentClaim(payment)]);
  return payment;
}
const end = async (payment: Payment, outcome: PaymentOutcome) =>
  (await commit([writePaymentOutcome(payment, outcome)])).kind;
const statusOf = async ({ merchantId, paymentReferenceNumber }: Payment) =>
  (await loadPayment(merchantId, paymentReferenceNumber))?.status;

it('the first outcome of a payment stays, success or failure', async () => {
  const paid = await claimed();
  expect(await end(paid, { status: 'Successful', bankReferenceNumber: '1' })).toBe('committed');
  expect(await end(paid, { status: 'Failed', errorCode: 'GENERAL_DECLINE' })).toBe('conflict');
  expect(await statusOf(paid)).toBe('Successful');
  const declined = await claimed();
  expect(await end(declined, { status: 'Failed', errorCode: 'GENERAL_DECLINE' })).toBe('committed');
  expect(await end(declined, { status: 'Successful', bankReferenceNumber: '1' })).toBe('conflict');
  expect(await statusOf(declined)).toBe('Failed');
});

it('a challenge cannot be ended after its proof has begun the sale', async () => {
  const challenge = await claimed({ threeDSecure: true, step: 'Challenge' });
  const later = new Date(Date.parse(challenge.createdAt) + 60_000);
  const start = writeSaleStart(challenge, 'worker', later, later.toISOString());
  expect((await commit([start])).kind).toBe('committed');
  expect(await end(challenge, { status: 'Failed', errorCode: 'THREE_D_SECURE_FAILED' })).toBe('conflict');
  expect(await end({ ...challenge, step: 'Sale' }, { status: 'Successful' })).toBe('committed');
});
