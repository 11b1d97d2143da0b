// POST /api/Refund/{id}/approve: the operation at the bank, the answer, and the status of the payment.
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { service } = harness;
const driver = refundDriver(harness);
const STATE = ['refundId', 'status', 'allowedStatuses'];

describe('POST /api/Refund/{id}/approve', () => {
  it('a full refund on the day of the payment is a void, and the payment is FullyRefunded', async () => {
    const payment = await driver.pay({ amountMinor: 14_990 });
    const approved = await driver.approve(await driver.pendingRefundId(payment, 149.9));
    expectEnvelope(approved);
    expect(approved.status).toBe(200);
    const [operation] = driver.operations(payment);
    expect(approved.json.data).toMatchObject({
      status: 'Completed',
      processedAs: 'Void',
      bankReferenceNumber: operation?.hostReference,
      decidedAt: expect.stringContaining('2026-11-20T09:'),
      completedAt: expect.stringContaining('2026-11-20T09:'),
    });
    expect(operation).toMatchObject({ operation: 'void', outcome: 'approved', amount: 149.9 });
    expect(await driver.payment(payment)).toMatchObject({
      status: 'FullyRefunded',
      statusLabel: 'İade',
      refundedAmount: 149.9,
      reservedAmount: 0,
      refundableAmount: 0,
    });
    await driver.checkBooks([payment]);
  });

  it('a partial refund leaves the rest of the payment refundable', async () => {
    const payment = await driver.pay();
    const approved = await driver.approve(await driver.pendingRefundId(payment, 30));
    expect(approved.json.data).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
    expect(await driver.payment(payment)).toMatchObject({
      status: 'PartiallyRefunded',
      statusLabel: 'Kısmi İade',
      refundedAmount: 30,
      reservedAmount: 0,
      refundableAmount: 70,
    });
    await driver.approve(await driver.pendingRefundId(payment, 70));
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded', statusLabel: 'İade' });
    expect(driver.operations(payment).map(({ operation }) => operation)).toEqual(['refund', 'refund']);
    await driver.checkBooks([payment]);
  });

  it('a second approval gives the same answer and does not call the bank', async () => {
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 30);
    const first = await driver.approve(refundId);
    const again = await driver.approve(refundId);
    expect([again.status, again.json.data]).toEqual([200, first.json.data]);
    expect(driver.operations(payment)).toHaveLength(1);
  });

  it('a decline of the bank is returned with its reason, releases the amount and is repeated', async () => {
    const payment = await driver.pay({ cardNumber: CARDS.irrevocable });
    for (const amount of [30, 100]) {
      const refundId = await driver.pendingRefundId(payment, amount);
      const facts = ['refundId', 'bankErrorCode', 'bankResponseCode', 'bankMessage'];
      const refused = await driver.approve(refundId);
      expectRejection(refused, { code: 'REFUND_DECLINED_BY_BANK', facts });
      expect(refused.json.data).toMatchObject({ refundId, bankMessage: expect.stringMatching(/./) });
      expectRejection(await driver.approve(refundId), { code: 'REFUND_DECLINED_BY_BANK', facts });
      const shown = await driver.show(refundId);
      expect(shown).toMatchObject({ status: 'Failed', completedAt: null, bankReferenceNumber: null });
      expect(shown.errorCode).toBe((refused.json.data as unknown as Record<string, string>)['bankErrorCode']);
    }
    expect(await driver.payment(payment)).toMatchObject({
      status: 'Successful',
      reservedAmount: 0,
      refundableAmount: 100,
    });
    expect(driver.operations(payment).map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['refund', 'declined'],
      ['void', 'declined'],
    ]);
    await driver.checkBooks([payment]);
  });

  it('a rejected refund and an unknown one cannot be approved', async () => {
    const refundId = await driver.pendingRefundId(await driver.pay(), 30);
    await driver.reject(refundId);
    const refused = await driver.approve(refundId);
    expectRejection(refused, { code: 'REFUND_INVALID_STATE', facts: STATE });
    expect(refused.json.data).toMatchObject({ refundId, status: 'Rejected', allowedStatuses: ['Pending'] });
    const unknown = await driver.approve('01890000-0000-7000-8000-000000000009');
    expectRejection(unknown, { code: 'REFUND_NOT_FOUND' });
  });

  it('two refunds of one payment approved together are executed one after the other', async () => {
    const payment = await driver.pay();
    const ids = [await driver.pendingRefundId(payment, 50), await driver.pendingRefundId(payment, 50)];
    service.bank.script(['slow:150']);
    const answers = await Promise.all(ids.map((refundId) => driver.approve(refundId)));
    service.bank.script([]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded' });
    await driver.checkBooks([payment]);
  });
});
