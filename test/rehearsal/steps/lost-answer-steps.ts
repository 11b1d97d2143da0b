// The bank takes the money and its response is lost: the payment stays unknown until the sweep's inquiry.
import { strict as assert } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import type { RehearsalContext } from '../context.ts';
import { openPage } from './payment-steps.ts';

const CARD_NUMBER = '9792030000000000';
/** The sweep inquires about an unknown outcome after this time, which includes a margin. */
const INQUIRY_AFTER_MS = 62_000;
const TIMEOUT_MS = 45_000;

type LostPayment = { reference: string; askedAtMs: number };
type PaymentRow = { paymentReferenceNumber: string; status: string };

/** Creates a payment whose bank response is lost. */
export async function loseResponse(context: RehearsalContext): Promise<LostPayment> {
  const { report, merchant, bank, operator } = context;
  const orderNumber = 'REHEARSAL-2';
  return await report.step(
    "The bank's answer to a payment is lost",
    async () => {
      const pageUrl = await openPage(context, orderNumber);
      bank.script(['lost-after']);
      await merchant.pay(pageUrl, CARD_NUMBER);
      const { items } = await merchant.call('GET', `/api/payment?orderNumber=${orderNumber}`);
      const [payment] = items as PaymentRow[];
      assert.equal(payment?.status, 'Processing');
      const askedAtMs = Date.now() + INQUIRY_AFTER_MS;
      await operator.sweepAt(askedAtMs);
      return { reference: payment.paymentReferenceNumber, askedAtMs };
    },
    ({ reference, askedAtMs }) =>
      `${reference} is Processing; a sweep at ${new Date(askedAtMs).toISOString()}`,
  );
}

export async function checkPaymentRecovered(
  { report, merchant, signal }: RehearsalContext,
  lost: LostPayment,
): Promise<void> {
  await report.step(
    'The sweep recovers the payment by an inquiry',
    async () => {
      for (;;) {
        const payment = await merchant.call('GET', `/api/payment/${lost.reference}`);
        if (payment['status'] === 'Successful') return payment;
        assert.ok(Date.now() < lost.askedAtMs + TIMEOUT_MS, `it is still ${payment['status']}`);
        await pause(1_000, undefined, { signal });
      }
    },
    ({ status, paidAt }) => `${status}, paid at ${paidAt}`,
  );
}
