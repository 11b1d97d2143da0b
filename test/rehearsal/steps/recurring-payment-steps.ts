// A recurring payment whose first charge EventBridge Scheduler makes: it invokes the charge function at the
// due time on the real clock.
import { strict as assert } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import type { RehearsalContext } from '../context.ts';
import type { Stored } from './card-steps.ts';

const SOON_MS = 10_000;
/** A schedule fires within a minute of its time. */
const TIMEOUT_MS = 75_000;
const AMOUNT = 40.5;

export type Attempt = {
  status: string;
  trigger: string;
  attemptedAt: string;
  paymentReferenceNumber: string;
  periodNumber: number;
};

/** Returns the id of the recurring payment. */
export async function createRecurringPayment(
  { report, merchant }: Pick<RehearsalContext, 'report' | 'merchant'>,
  stored: Stored,
  startDate = new Date(Date.now() + SOON_MS).toISOString(),
): Promise<string> {
  const recurring = await report.step(
    'A recurring payment is created',
    () =>
      merchant.call('POST', '/api/RecurringPayment', {
        ...stored,
        subscriptionName: 'Coffee of the month',
        amount: AMOUNT,
        currency: 'TRY',
        frequency: 'monthly',
        startDate,
        maxPaymentCount: 3,
      }),
    ({ status, startDate }) => `${status}, first due at ${startDate}`,
  );
  return String(recurring['id']);
}

/** Returns the reference number of the scheduled charge's payment. */
export async function checkCharged(
  { report, merchant, signal }: RehearsalContext,
  id: string,
): Promise<string> {
  const attempt = await report.step(
    'A schedule fires and charges the card',
    async () => {
      const deadline = Date.now() + TIMEOUT_MS;
      for (;;) {
        const { items } = (await merchant.call('GET', `/api/RecurringPayment/${id}/transactions`)) as {
          items: Attempt[];
        };
        const [attempt] = items;
        if (attempt?.status === 'Succeeded') return attempt;
        assert.ok(Date.now() < deadline, `no charge within ${TIMEOUT_MS / 1000} s: ${JSON.stringify(items)}`);
        await pause(500, undefined, { signal });
      }
    },
    ({ status, trigger, attemptedAt }) => `${status} at ${attemptedAt}, trigger ${trigger}`,
  );
  assert.equal(attempt.trigger, 'Schedule');
  await report.step(
    'Its payment is shown',
    async () => {
      const payment = await merchant.call('GET', `/api/payment/${attempt.paymentReferenceNumber}`);
      assert.equal(payment['source'], 'RecurringPayment');
      assert.equal(payment['status'], 'Successful');
      assert.equal(payment['amount'], AMOUNT);
      return payment;
    },
    ({ paymentReferenceNumber, status, amount }) => `${paymentReferenceNumber}, ${status}, ${amount} TRY`,
  );
  await report.step(
    'The recurring payment is cancelled',
    async () => {
      const before = await merchant.call('GET', `/api/RecurringPayment/${id}`);
      assert.equal(before['successfulPaymentCount'], 1);
      const after = await merchant.call('POST', `/api/RecurringPayment/${id}/cancel`, {});
      assert.equal(after['status'], 'Cancelled');
      return before;
    },
    (before) => `next was due at ${before['nextPaymentDate']}`,
  );
  return attempt.paymentReferenceNumber;
}
