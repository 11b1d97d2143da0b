// Refunds while the bank cannot be reached, and refunds of payments that were refunded or voided at the bank
// without us. Differences that cannot be reconciled are logged (refunds.md 4 and 5, nestpay.md 7).
import { describe, expect, it } from 'vitest';
import { connectBank } from '#flows/bank-connection.ts';
import { bankOrderIdOf, calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { openFaults } from '../../harness/faults.ts';
import { DAY, HOUR, startHarness } from '../../harness/harness.ts';
import { refundInPortal } from './bank-portal.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, merchant, logs, moveBy } = harness;
const driver = refundDriver(harness);
const { operationLines } = driver;
const nextDayAt = calendar(service);

describe('a refund whose bank cannot be reached', () => {
  it.each([30, 100])(
    'a refund of %i stays Pending, and its approval fails with BANK_UNAVAILABLE',
    async (amount) => {
      await nextDayAt('12:00');
      const payment = await driver.pay();
      const refundId = await driver.pendingRefundId(payment, amount);
      const keyed = { headers: { 'idempotency-key': `AGAIN-${amount}` } };
      faults.arm('refund-approve', 'bank', 'outage');
      const rejected = await driver.approve(refundId, keyed);
      expectRejection(rejected, { code: 'BANK_UNAVAILABLE', facts: ['refundId'] });
      expect(await driver.show(refundId)).toMatchObject({
        status: 'Pending',
        processedAs: null,
        decidedAt: null,
      });
      const again = await driver.approve(refundId, keyed);
      expect([again.status, again.json.data.status]).toEqual([200, 'Completed']);
      await driver.checkBooks([payment]);
    },
  );

  it('a one-step refund fails, releases its amount and may be repeated with its key', async () => {
    await nextDayAt('12:00');
    const payments = [await driver.pay(), await driver.pay()];
    const [first = '', second = ''] = payments;
    const keyed = { headers: { 'idempotency-key': 'ONE-STEP' } };
    faults.arm('refund-partial', 'bank', 'outage');
    const partial = await driver.partial(first, 30, keyed);
    faults.arm('refund-cancellations', 'bank', 'outage');
    for (const rejected of [partial, await driver.cancel(second, keyed)]) {
      expectRejection(rejected, { code: 'BANK_UNAVAILABLE', facts: ['refundId'] });
      const { refundId } = rejected.json.data;
      expect(await driver.show(refundId)).toMatchObject({ status: 'Failed', errorCode: 'BANK_UNAVAILABLE' });
      expectRejection(await driver.approve(refundId), {
        code: 'REFUND_INVALID_STATE',
        facts: ['refundId', 'status', 'allowedStatuses'],
      });
    }
    for (const payment of payments) {
      expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 100 });
      expect(driver.operations(payment)).toEqual([]);
    }
    expect((await driver.partial(first, 30, keyed)).status).toBe(201);
    expect((await driver.cancel(second, keyed)).status).toBe(201);
    await driver.checkBooks(payments);
  });
});

describe('a payment that the bank gives back without us while our refund is on its way', () => {
  /** Runs `meanwhile` after the call has read the bank's history and before it sends its refund. */
  async function whileSending(
    name: 'refund-approve' | 'refund-partial',
    call: () => ReturnType<typeof driver.partial>,
    meanwhile: (line: Awaited<ReturnType<typeof connectBank>>['bank']) => Promise<unknown>,
  ) {
    const probe = await driver.pay();
    const refundId = await driver.pendingRefundId(probe, 10);
    const { calls } = faults.observe(name);
    await (name === 'refund-approve' ? driver.approve(refundId) : driver.partial(probe, 10));
    const held = faults.hold(name, calls.findLastIndex(({ to }) => to === 'bank') + 1);
    const sent = call();
    await held.reached;
    await meanwhile((await connectBank(merchant.merchantId)).bank);
    held.release();
    return await sent;
  }

  it('our refund of the same amount is Completed', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 100);
    await moveBy(DAY);
    const order = { bankOrderId: bankOrderIdOf(payment), currency: 'TRY' } as const;
    const approved = await whileSending(
      'refund-approve',
      () => driver.approve(refundId),
      (line) => line.refund({ ...order, amountMinor: 10_000 }),
    );
    expect([approved.status, approved.json.data.status]).toEqual([200, 'Completed']);
    expect(operationLines(payment)).toEqual(['refund approved 00', 'refund declined CORE-2504']);
    await driver.checkBooks([payment]);
  });

  it('our refund stays Processing while the bank’s history lacks it, and is Completed after', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 100);
    await moveBy(DAY);
    await refundInPortal(merchant.merchantId, payment, 10_000);
    service.bank.settings.historyLagMs = HOUR;
    const approved = await driver.approve(refundId);
    expect([approved.status, approved.json.data.status]).toEqual([202, 'Processing']);
    expect(operationLines(payment)).toEqual(['refund approved 00', 'refund declined CORE-2504']);
    service.bank.settings.historyLagMs = 0;
    await moveBy(HOUR);
    expect((await driver.show(refundId)).status).toBe('Completed');
    expect(operationLines(payment)).toHaveLength(2);
    await driver.checkBooks([payment]);
  });

  it('our smaller refund is declined, and the difference is logged', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const rejected = await whileSending(
      'refund-partial',
      () => driver.partial(payment, 30),
      (line) => line.voidSale({ bankOrderId: bankOrderIdOf(payment), amountMinor: 10_000, currency: 'TRY' }),
    );
    expect([rejected.status, rejected.json.errorCode]).toEqual([422, 'REFUND_DECLINED_BY_BANK']);
    expect(rejected.json.data).toMatchObject({ bankResponseCode: 'CORE-2504' });
    expect(logs.join('\n')).toContain('the bank has given back what our books do not show');
  });
});

describe('a payment that was voided at the bank without us', () => {
  it('our cancellation is Completed if the bank voided the whole payment', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const { bank: connection } = await connectBank(merchant.merchantId);
    await connection.voidSale({ bankOrderId: bankOrderIdOf(payment), amountMinor: 10_000, currency: 'TRY' });
    const cancelled = await driver.cancel(payment);
    expect(cancelled.status).toBe(201);
    expect(cancelled.json.data).toMatchObject({ processedAs: 'Void', bankReferenceNumber: null });
    expect(operationLines(payment)).toEqual(['void approved 00', 'void declined CORE-2008']);
    await driver.checkBooks([payment]);
  });
});
