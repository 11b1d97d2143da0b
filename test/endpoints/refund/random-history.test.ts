// Random commands over payments and refunds against a plain arithmetic model: every answer and every amount
// is the model's at every step, and in the end the bank has given back exactly what our books say.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bankOf } from '#flows/bank-connection.ts';
import { bankOrderIdOf, type RefundData, refundDriver } from '../../drivers/refund-driver.ts';
import { type ApiAnswer, DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { rounds } from '../../harness/thoroughness.ts';
import * as model from './random-history-model.ts';

const harness = await startHarness();
const { service, merchant, moveBy, now } = harness;
const driver = refundDriver(harness);

type Step = {
  call: 'request' | 'partial' | 'cancel' | 'approve' | 'reject' | 'wait';
  /** Chooses the payment, the refund. */
  which: number;
  /** Share of the payment in hundredths. */
  percent: number;
  mood: model.BankMood;
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
  which: fc.nat(11),
  percent: fc.constantFrom(1, 25, 33, 50, 67, 99, 100, 101),
  mood: fc.constantFrom('approve', 'approve', 'approve', 'decline', 'lost-before', 'lost-after'),
});
const someSteps = fc.array(step, { minLength: 1, maxLength: 8, size: 'max' });
const someAmounts = fc.array(fc.integer({ min: 100, max: 1_000_000 }), { minLength: 1, maxLength: 2 });

const told = ({ status, json }: ApiAnswer<RefundData>) => json.errorCode ?? `${status} ${json.data.status}`;

/** One step in the service and in the model; both must say the same. */
async function take({ call, which, percent, mood }: Step, payments: model.ModelPayment[]): Promise<void> {
  const payment = payments[which % payments.length] ?? expect.fail();
  const refund = payment.refunds[which % Math.max(1, payment.refunds.length)];
  const amount = Math.max(1, Math.floor((payment.amount * percent) / 100));
  // A refund that meets another at the bank waits for it: other tests show that, this one has no time.
  const goesToBank = call === 'partial' || call === 'cancel' || call === 'approve';
  if (goesToBank && model.isAtBank(payment)) return;
  service.bank.script([mood === 'decline' ? 'decline:05' : mood]);
  switch (call) {
    case 'request':
      book(payment, model.request(payment, amount), await driver.request(payment.reference, amount / 100));
      break;
    case 'partial':
      book(
        payment,
        model.partial(payment, amount, mood),
        await driver.partial(payment.reference, amount / 100),
      );
      break;
    case 'cancel':
      book(payment, model.cancel(payment, mood), await driver.cancel(payment.reference));
      break;
    case 'approve':
      if (refund) expect(told(await driver.approve(refund.id))).toBe(model.approve(refund, mood));
      break;
    case 'reject':
      if (refund) expect(told(await driver.reject(refund.id))).toBe(model.reject(refund));
      break;
    case 'wait':
      await quiet(payments);
  }
}

function book(payment: model.ModelPayment, expected: model.Expected, answer: ApiAnswer<RefundData>): void {
  expect(told(answer)).toBe(expected.answer);
  if (expected.made === undefined) return;
  const id = answer.json.data.refundId;
  payment.refunds.push({ id, ...expected.made });
}

async function quiet(payments: model.ModelPayment[]): Promise<void> {
  service.bank.script([]);
  if (payments.some(model.isAtBank)) await moveBy(15 * MINUTE);
  for (const payment of payments) model.settle(payment);
}

async function expectAsModelled(payment: model.ModelPayment): Promise<void> {
  const shown = await driver.payment(payment.reference);
  expect(shown).toMatchObject({
    status: model.statusOf(payment),
    refundedAmount: model.refunded(payment) / 100,
    reservedAmount: model.reserved(payment) / 100,
  });
}

/** By the bank's own history of the order: the ledger of two thousand lives would be long to read. */
async function givenBack(reference: string): Promise<number> {
  const history = await (await bankOf(merchant.merchantId)).inquire(bankOrderIdOf(reference));
  if (history.kind !== 'found') throw new Error(`The bank says ${history.kind}.`);
  return history.operations
    .filter(({ operation, status }) => (operation === 'refund' ? status === 'approved' : status === 'voided'))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** A life must not cross the bank's close, which would make refunds of voids; the next morning it begins. */
async function morning(): Promise<void> {
  const sinceMidnight = (now().getTime() + 3 * HOUR) % DAY;
  if (sinceMidnight > 18 * HOUR) await moveBy(DAY + 6 * HOUR - sinceMidnight);
}

it('refunds are plain arithmetic, whatever is asked in whatever order', { timeout: 900_000 }, async () => {
  const property = fc.asyncProperty(someAmounts, someSteps, async (amounts, steps) => {
    await morning();
    service.bank.script([]);
    const payments: model.ModelPayment[] = [];
    for (const amountMinor of amounts) {
      payments.push({ reference: await driver.pay({ amountMinor }), amount: amountMinor, refunds: [] });
    }
    for (const one of steps) {
      await take(one, payments);
      for (const payment of payments) await expectAsModelled(payment);
    }
    await quiet(payments);
    for (const payment of payments) {
      await expectAsModelled(payment);
      expect(await givenBack(payment.reference)).toBe(model.refunded(payment));
      for (const { id, status } of payment.refunds) expect((await driver.show(id)).status).toBe(status);
    }
  });
  // A failure prints its seed and path; put them here as `seed` and `path` to see it again.
  await fc.assert(property, { numRuns: rounds(2_000, 60) });
});
