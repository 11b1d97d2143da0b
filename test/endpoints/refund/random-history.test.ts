// Random commands on payments and refunds, compared with an arithmetic model: every answer and amount equals
// the model's at each step, and in the end the bank has refunded the amounts in our records.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connectBank } from '#flows/bank-connection.ts';
import { bankOrderIdOf, type RefundData, refundDriver } from '../../drivers/refund-driver.ts';
import { type ApiAnswer, DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import * as model from './random-history-model.ts';

const harness = await startHarness();
const { service, merchant, moveBy, now } = harness;
const driver = refundDriver(harness);

type Step = {
  call: 'request' | 'partial' | 'cancel' | 'approve' | 'reject' | 'wait';
  /** Selects the payment and the refund. */
  selection: number;
  /** Percentage of the order's amount, or all that the card paid. */
  percent: number | 'charged';
  outcome: model.BankOutcome;
};
const step: fc.Arbitrary<Step> = fc.record({
  call: fc.constantFrom(
    'request',
    'request',
    'partial',
    'partial',
    'cancel',
    'approve',
    'approve',
    'reject',
    'wait',
  ),
  selection: fc.nat(11),
  percent: fc.constantFrom<Step['percent'][]>(1, 25, 33, 50, 67, 99, 100, 100, 101, 'charged'),
  outcome: fc.constantFrom('approve', 'approve', 'approve', 'decline', 'lost-before', 'lost-after'),
});
const someSteps = fc.array(step, { minLength: 1, maxLength: 8, size: 'max' });
const someSales = fc.array(
  fc.record({
    orderMinor: fc.integer({ min: 100, max: 1_000_000 }),
    surchargeMinor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  }),
  { minLength: 1, maxLength: 2 },
);

const outcomeOf = ({ status, json }: ApiAnswer<RefundData>) =>
  json.errorCode ?? `${status} ${json.data.status}`;

/** Applies one step to the service and to the model, and compares their answers. */
async function applyStep(
  { call, selection, percent, outcome }: Step,
  payments: model.ModelPayment[],
): Promise<void> {
  const payment = payments[selection % payments.length] ?? expect.fail();
  const refund = payment.refunds[selection % Math.max(1, payment.refunds.length)];
  const amount =
    percent === 'charged' ? payment.amount : Math.max(1, Math.floor((payment.order * percent) / 100));
  // A refund waits while another one of its payment is at the bank. Other tests cover this; it would last too
  // long here.
  const goesToBank = call === 'partial' || call === 'cancel' || call === 'approve';
  if (goesToBank && model.isAtBank(payment)) return;
  service.bank.script([outcome === 'decline' ? 'decline:05' : outcome]);
  switch (call) {
    case 'request':
      recordRefund(
        payment,
        model.request(payment, amount),
        await driver.request(payment.reference, amount / 100),
      );
      break;
    case 'partial':
      recordRefund(
        payment,
        model.partial(payment, amount, outcome),
        await driver.partial(payment.reference, amount / 100),
      );
      break;
    case 'cancel':
      recordRefund(payment, model.cancel(payment, outcome), await driver.cancel(payment.reference));
      break;
    case 'approve':
      if (refund) expect(outcomeOf(await driver.approve(refund.id))).toBe(model.approve(refund, outcome));
      break;
    case 'reject':
      if (refund) expect(outcomeOf(await driver.reject(refund.id))).toBe(model.reject(refund));
      break;
    case 'wait':
      await recoverPending(payments);
  }
}

function recordRefund(
  payment: model.ModelPayment,
  expected: model.Expected,
  answer: ApiAnswer<RefundData>,
): void {
  expect(outcomeOf(answer)).toBe(expected.answer);
  if (expected.created === undefined) return;
  const id = answer.json.data.refundId;
  payment.refunds.push({ id, ...expected.created });
}

async function recoverPending(payments: model.ModelPayment[]): Promise<void> {
  service.bank.script([]);
  if (payments.some(model.isAtBank)) await moveBy(15 * MINUTE);
  for (const payment of payments) model.recoverPending(payment);
}

async function expectAsModelled(payment: model.ModelPayment): Promise<void> {
  const shown = await driver.payment(payment.reference);
  expect(shown).toMatchObject({
    status: model.statusOf(payment),
    amount: payment.order / 100,
    chargedAmount: payment.amount / 100,
    refundedAmount: model.refunded(payment) / 100,
    reservedAmount: model.reserved(payment) / 100,
  });
}

/** Reads the bank's history of the order, because the ledger of two thousand histories is long. */
async function refundedAtBank(reference: string): Promise<number> {
  const history = await (await connectBank(merchant.merchantId)).bank.inquire(bankOrderIdOf(reference));
  if (history.kind !== 'found') throw new Error(`The bank says ${history.kind}.`);
  return history.operations
    .filter(({ operation, status }) => (operation === 'refund' ? status === 'approved' : status === 'voided'))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * Waits until the next morning if the history would cross the bank's batch close, which turns voids into
 * refunds.
 */
async function avoidBatchClose(): Promise<void> {
  const sinceMidnight = (now().getTime() + 3 * HOUR) % DAY;
  if (sinceMidnight > 20 * HOUR) await moveBy(DAY + 6 * HOUR - sinceMidnight);
}

it('refunds follow the arithmetic model for any sequence of calls', async () => {
  const property = fc.asyncProperty(someSales, someSteps, async (sales, steps) => {
    await avoidBatchClose();
    service.bank.script([]);
    const payments: model.ModelPayment[] = [];
    for (const { orderMinor, surchargeMinor } of sales) {
      const amount = orderMinor + surchargeMinor;
      const reference = await driver.pay({ amountMinor: amount, orderMinor });
      payments.push({ reference, amount, order: orderMinor, refunds: [] });
    }
    for (const one of steps) {
      await applyStep(one, payments);
      for (const payment of payments) await expectAsModelled(payment);
    }
    await recoverPending(payments);
    for (const payment of payments) {
      await expectAsModelled(payment);
      expect(await refundedAtBank(payment.reference)).toBe(model.refunded(payment));
      for (const { id, status } of payment.refunds) expect((await driver.show(id)).status).toBe(status);
    }
  });
  // A failure prints its path, which is passed here as `path` to reproduce it.
  await fc.assert(property, { numRuns: rounds(100, 15) });
});
