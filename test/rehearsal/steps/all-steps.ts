// All steps of the rehearsal on a deployed stage, from a rejected call to the comparison of the payments with
// the bank's ledger.
import { strict as assert } from 'node:assert';
import { SANDBOX_CARDS } from '../../../lib/bank/sandbox-cards.ts';
import type { RehearsalContext } from '../context.ts';
import { storeCard } from './card-steps.ts';
import { callEveryEndpoint } from './endpoint-steps.ts';
import { checkPaymentRecovered, loseResponse } from './lost-answer-steps.ts';
import { checkUnauthenticatedRejected, payOrder } from './payment-steps.ts';
import { checkCharged, createRecurringPayment } from './recurring-payment-steps.ts';
import { refundPart } from './refund-steps.ts';
import { smokeStage } from './smoke-steps.ts';

export async function runSteps(context: RehearsalContext): Promise<void> {
  await checkUnauthenticatedRejected(context);
  const lost = await loseResponse(context);
  const stored = await storeCard(context);
  // Its first charge falls due during the following steps.
  const recurringPaymentId = await createRecurringPayment(context, stored);
  const paid = await payOrder(context);
  await refundPart(context, paid);
  await checkCharged(context, recurringPaymentId);
  await callEveryEndpoint(context);
  await checkPaymentRecovered(context, lost);
  await compareBooks(context);
  await smokeStage(context);
  await readLogs(context);
}

type Payment = { amount: number; refundedAmount: number; status: string };

/** The sums of payments and refunds must equal the bank's. */
async function compareBooks({ report, merchant, bank }: RehearsalContext): Promise<void> {
  await report.step(
    "Our payments and the bank's ledger agree",
    async () => {
      const { items } = (await merchant.call('GET', '/api/payment')) as { items: Payment[] };
      const paid = items.filter(({ status }) => status !== 'Failed');
      const moved = bank.ledger().filter(({ outcome }) => outcome === 'approved');
      const bankSales = moved.filter(({ operation }) => operation === 'sale');
      const bankRefunds = moved.filter(({ operation }) => operation === 'refund');
      const ours = [cents(paid.map(({ amount }) => amount)), cents(paid.map((one) => one.refundedAmount))];
      const theirs = [
        cents(bankSales.map(({ amount }) => amount)),
        cents(bankRefunds.map(({ amount }) => amount)),
      ];
      assert.deepEqual(ours, theirs);
      return { payments: items.length, taken: (ours[0] ?? 0) / 100, given: (ours[1] ?? 0) / 100 };
    },
    ({ payments, taken, given }) => `${payments} payments, ${taken} TRY taken, ${given} TRY refunded`,
  );
}

const cents = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);

async function readLogs({ report, operator }: RehearsalContext): Promise<void> {
  await report.step(
    "The functions' logs are clean",
    async () => {
      const lines = await operator.logLines();
      assert.deepEqual(
        lines.filter((line) => line.includes('"level":"error"')),
        [],
      );
      const showsCard = (line: string) => SANDBOX_CARDS.some(({ number }) => line.includes(number));
      assert.deepEqual(lines.filter(showsCard), []);
      return lines;
    },
    (lines) => `${lines.length} lines, no error and no card number among them`,
  );
}
