// The sums of the amount metrics equal the bank's ledger, even if answers were late, doubled or lost. The
// heartbeat metric reports missing charges that cause no function error.
import { describe, expect, it } from 'vitest';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { FAULTS_TO_INJECT, openFaults } from '../harness/faults.ts';
import { CARDS, HOUR, MINUTE, startHarness } from '../harness/harness.ts';
import { rounds } from '../harness/thoroughness.ts';

const faults = openFaults();
/** While true, KMS does not answer the functions that charge. */
let keysAreDown = false;
const harness = await startHarness({
  around: async (invocation, run) => {
    const { functionName } = invocation;
    if (keysAreDown && ['charge', 'sweep'].includes(functionName)) faults.arm(functionName, 'keys', 'outage');
    return await faults.around(invocation, run);
  },
});
const { service, api, buyer, logs, now, createPage, payOrder, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

type MetricLine = Record<string, number> & {
  _aws?: { Timestamp: number };
  paymentReferenceNumber?: string;
  recurringPaymentId?: string;
};
const metricLines = (): MetricLine[] => logs.map((line) => JSON.parse(line)).filter((line) => '_aws' in line);
const sumOf = (name: string, lines = metricLines()) =>
  lines.reduce((sum, line) => sum + (line[name] ?? 0), 0);

function bankTotals() {
  const approved = service.bank.ledger().filter(({ outcome }) => outcome === 'approved');
  const minorOf = (operations: readonly string[]) =>
    approved
      .filter(({ operation }) => operations.includes(operation))
      .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return { taken: minorOf(['sale']), refunded: minorOf(['void', 'refund']) };
}
const metricTotals = () => ({ taken: sumOf('TakenMinor'), refunded: sumOf('RefundedMinor') });

/** The interval of the sweep and the period of the CloudWatch alarms. */
const SLOT = 5 * MINUTE;
const dueInAnHour = async () => {
  const dueMs = Math.ceil(now().getTime() / SLOT) * SLOT + HOUR;
  return { dueMs, record: await driver.create({ startDate: new Date(dueMs).toISOString() }) };
};

describe('the amount metrics', () => {
  it('the sums equal the bank’s totals of hosted page payments and refunds', async () => {
    for (const outcome of ['decline:51', 'lost-after', 'lost-before', 'approve']) {
      const page = await createPage({ amount: 19.9 });
      service.bank.script([outcome]);
      await buyer.submit(await buyer.open(page.hostedPageUrl));
      await moveBy(20 * MINUTE);
    }
    const [kept, whole, irrevocable] = [
      await payOrder(),
      await payOrder(),
      await payOrder({}, { cardNumber: CARDS.irrevocable }),
    ];
    const partial = (transactionId: string, amount: number) =>
      api('POST', '/api/Refund/partial', { body: { transactionId, amount, reason: 'Kırık geldi' } });
    await partial(kept, 10.5);
    service.bank.script(['lost-after']);
    await partial(kept, 20);
    await api('POST', '/api/Refund/cancellations', { body: { transactionId: whole } });
    await partial(irrevocable, 5);
    await moveBy(HOUR);
    expect(bankTotals().refunded).toBeGreaterThan(3000);
    expect(metricTotals()).toEqual(bankTotals());
    expect([sumOf('RefundsAsked'), sumOf('RefundsCompleted'), sumOf('RefundsFailed')]).toEqual([4, 3, 1]);
  });

  it('a payment that three sweeps recover at the same time counts once', async () => {
    service.bank.script(['lost-after']);
    await buyer.submit(await buyer.open((await createPage()).hostedPageUrl));
    await service.timeline.setRunning(false);
    await moveBy(2 * MINUTE);
    await Promise.all(Array.from({ length: 3 }, () => service.lambdas.invoke('sweep', {})));
    await service.timeline.setRunning(true);
    expect(metricTotals()).toEqual(bankTotals());
  });

  it('a charge that is triggered twenty times at the same time counts once', async () => {
    const { dueMs, record } = await dueInAnHour();
    const before = sumOf('ChargesAttempted');
    await service.timeline.moveTo(dueMs - MINUTE);
    const event = {
      merchantId: harness.merchant.merchantId,
      recurringPaymentId: record.id,
      periodNumber: 1,
      attemptNumber: 1,
    };
    await Promise.all(Array.from({ length: 20 }, () => service.lambdas.invoke('charge', event)));
    await moveBy(HOUR);
    expect(sumOf('ChargesAttempted') - before).toBe(1);
    expect(metricTotals()).toEqual(bankTotals());
    await driver.cancel(record.id);
  });

  it.each(FAULTS_TO_INJECT)('no charge counts twice if a call of it meets a "%s"', async (fault) => {
    for (let call = 1; call <= rounds(12, 7); call += 1) {
      const { dueMs, record } = await dueInAnHour();
      faults.arm('charge', call, fault);
      await service.timeline.moveTo(dueMs + HOUR);
      await driver.cancel(record.id);
    }
    const taken = metricLines().filter((line) => 'TakenMinor' in line);
    const references = taken.map(({ paymentReferenceNumber }) => paymentReferenceNumber);
    expect(new Set(references).size).toBe(references.length);
    expect(metricTotals().taken).toBeLessThanOrEqual(bankTotals().taken);
  });
});

describe('the heartbeat metric', () => {
  /** The condition of the CloudWatch alarm nothing-charged for the five minutes that contain the instant. */
  const isNothingCharged = (instantMs: number) => {
    const inSlot = metricLines().filter(
      ({ _aws }) => Math.floor((_aws?.Timestamp ?? 0) / SLOT) === Math.floor(instantMs / SLOT),
    );
    return sumOf('ChargesOverdue', inSlot) > 0 && sumOf('ChargesAttempted', inSlot) === 0;
  };

  it('each interval reports due charges of which none is made, until one is made', async () => {
    const { dueMs, record } = await dueInAnHour();
    keysAreDown = true;
    await service.timeline.moveTo(dueMs + 4 * SLOT);
    keysAreDown = false;
    expect([2, 3, 4].map((slot) => isNothingCharged(dueMs + slot * SLOT))).toEqual([true, true, true]);
    expect((await driver.attempts(record.id)).length).toBe(0);

    await service.timeline.moveTo(dueMs + 6 * SLOT);
    expect([5, 6].map((slot) => isNothingCharged(dueMs + slot * SLOT))).toEqual([false, false]);
    const late = metricLines().filter(
      (line) => line.recurringPaymentId === record.id && line['ChargesLate'] === 1,
    );
    expect(late.map((line) => Math.floor((line['ChargeDelay'] ?? 0) / 60))).toEqual([25]);
    await driver.cancel(record.id);
  });
});
