// All steps of the rehearsal on a deployed stage, from a rejected call to the comparison of the payments with
// the bank's ledger.
import { strict as assert } from 'node:assert';
import { SANDBOX_CARDS } from '../../../lib/bank/sandbox-cards.ts';
import { type BookedPayment, disagreements, movedAt } from '../../books/compare.ts';
import type { RehearsalContext } from '../context.ts';
import { type Stored, storeCard } from './card-steps.ts';
import { callEveryEndpoint } from './endpoint-steps.ts';
import { checkPaymentRecovered, loseResponse } from './lost-answer-steps.ts';
import { checkUnauthenticatedRejected, payOrder } from './payment-steps.ts';
import { checkCharged, createRecurringPayment } from './recurring-payment-steps.ts';
import { refundPart } from './refund-steps.ts';
import { smokeStage } from './smoke-steps.ts';

export async function runSteps(context: RehearsalContext): Promise<Stored> {
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
  return stored;
}

async function compareBooks({ report, merchant, bank }: RehearsalContext): Promise<void> {
  await report.step(
    "Our payments and the bank's ledger agree",
    async () => {
      const { items } = (await merchant.call('GET', '/api/payment')) as { items: BookedPayment[] };
      assert.deepEqual(disagreements([{ name: merchant.merchantId, payments: items }], bank.ledger()), []);
      return { payments: items.length, ...movedAt(bank.ledger()) };
    },
    ({ payments, taken, given }) => `${payments} payments, ${taken} TRY taken, ${given} TRY refunded`,
  );
}

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
