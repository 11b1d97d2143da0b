// Refunds part of a payment in two steps, request and approval, and checks the statistics.
import { strict as assert } from 'node:assert';
import type { RehearsalContext } from '../context.ts';

const AMOUNT = 49.9;

export async function refundPart(
  { report, merchant }: RehearsalContext,
  transactionId: string,
): Promise<void> {
  const refund = await report.step(
    'A refund is requested',
    async () => {
      const requested = await merchant.call('POST', '/api/Refund', {
        transactionId,
        amount: AMOUNT,
        reason: 'One cup arrived broken',
      });
      assert.equal(requested['status'], 'Pending');
      return requested;
    },
    ({ status, amount, refundType }) => `${status}, ${amount} TRY, ${refundType}`,
  );
  await report.step(
    'It is approved',
    async () => {
      const approved = await merchant.call('POST', `/api/Refund/${refund['refundId']}/approve`, {});
      assert.equal(approved['status'], 'Completed');
      return approved;
    },
    ({ status, processedAs }) => `${status}, processed as ${processedAs}`,
  );
  await report.step(
    'The payment and the statistics show it',
    async () => {
      const payment = await merchant.call('GET', `/api/payment/${transactionId}`);
      assert.equal(payment['status'], 'PartiallyRefunded');
      assert.equal(payment['refundedAmount'], AMOUNT);
      const { byCurrency } = (await merchant.call('GET', '/api/Refund/statistics')) as { byCurrency: Day[] };
      assert.deepEqual(
        byCurrency.map(({ refundedAmount }) => refundedAmount),
        [AMOUNT],
      );
      return payment;
    },
    ({ status, refundedAmount }) => `${status}, ${refundedAmount} TRY refunded`,
  );
}

type Day = { refundedAmount: number };
