// The fields of a refund request in the calls for which the specification shows no body: taken if they agree
// with the call and the payment, otherwise refused before anything is stored or sent (refunds.md 1.6).
import { describe, expect, it } from 'vitest';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { openFaults } from '../../harness/faults.ts';
import { startHarness } from '../../harness/harness.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { api, service } = harness;
const driver = refundDriver(harness);
const partial = (transactionId: string, more: object) =>
  driver.partial(transactionId, 0, { body: { transactionId, reason: 'Eksik geldi', ...more } });
const cancel = (transactionId: string, more: object) =>
  driver.cancel(transactionId, { body: { transactionId, ...more } });

describe('POST /api/Refund/partial with a refundType', () => {
  it('Partial is taken for a part and for the whole remainder, Full for the whole remainder', async () => {
    const payment = await driver.pay();
    const part = await partial(payment, { amount: 30, refundType: 'Partial' });
    expect([part.status, part.json.data.refundType]).toEqual([201, 'Partial']);
    const rest = await partial(payment, { amount: 70, refundType: 'Partial' });
    expect([rest.status, rest.json.data.refundType]).toEqual([201, 'Partial']);
    const other = await driver.pay();
    const whole = await partial(other, { amount: 100, refundType: 'Full' });
    expect([whole.status, whole.json.data.refundType]).toEqual([201, 'Full']);
    await driver.checkBooks([payment, other]);
  });

  it('Full for a part is refused with the remaining amount, and nothing is sent', async () => {
    const payment = await driver.pay();
    const refused = await partial(payment, { amount: 30, refundType: 'Full' });
    const facts = ['refundableAmount', 'reservedAmount'];
    expectRejection(refused, { code: 'REFUND_TYPE_MISMATCH', fields: ['refundType'], facts });
    expect(refused.json.data).toMatchObject({
      refundableAmount: 100,
      advice: expect.stringMatching(/^`refundType` alanını çıkarın/),
    });
    expect(await driver.refundsOf(payment)).toEqual([]);
    expect(driver.operations(payment)).toEqual([]);
  });
});

describe('POST /api/Refund/cancellations with the fields of a refund', () => {
  it('the whole amount, the type Full and a description are taken', async () => {
    const payment = await driver.pay();
    const told = {
      amount: 100,
      refundType: 'Full',
      reason: 'Yanlış sipariş',
      description: 'İki kez basıldı',
    };
    const { status, json } = await cancel(payment, told);
    expect([status, json.data]).toMatchObject([201, { ...told, status: 'Completed' }]);
    expect(await driver.show(json.data.refundId)).toMatchObject(told);
  });

  it.each([
    [{ amount: 99.99 }, 'REFUND_TYPE_MISMATCH', 'amount'],
    [{ amount: 100.01 }, 'REFUND_AMOUNT_EXCEEDED', 'amount'],
    [{ refundType: 'Partial' }, 'REFUND_TYPE_MISMATCH', 'refundType'],
    [{ amount: 100, refundType: 'Partial' }, 'REFUND_TYPE_MISMATCH', 'refundType'],
  ] as const)('%j is refused with %s, and nothing is sent', async (more, code, field) => {
    const payment = await driver.pay();
    const refused = await cancel(payment, more);
    const advice = expect.stringMatching(/^`amount` ve `refundType` alanlarını çıkarın/);
    expectRejection(refused, { code, fields: [field], facts: ['refundableAmount'], advice });
    expect(refused.json.data).toMatchObject({ refundableAmount: 100 });
    expect(await driver.refundsOf(payment)).toEqual([]);
    expect(driver.operations(payment)).toEqual([]);
    expect((await driver.payment(payment)).refundableAmount).toBe(100);
  });
});

describe('POST /api/Refund/{id}/approve with a reason', () => {
  it('the reason is kept as the decision note', async () => {
    const refundId = await driver.pendingRefundId(await driver.pay(), 30);
    const approved = await driver.approve(refundId, { body: { reason: 'Fatura kontrol edildi' } });
    expect(approved.status).toBe(200);
    expect(approved.json.data).toMatchObject({
      decisionNote: 'Fatura kontrol edildi',
      reason: 'Kırık geldi',
    });
    expect(await driver.show(refundId)).toMatchObject({ decisionNote: 'Fatura kontrol edildi' });
    const again = await driver.approve(refundId, { body: { reason: 'Başka' } });
    expect(again.json.data).toMatchObject({ decisionNote: 'Fatura kontrol edildi' });
  });

  it('it is kept while the bank is asked, and goes with an approval that is undone', async () => {
    const unknown = await driver.pendingRefundId(await driver.pay(), 30);
    service.bank.script(['lost-after']);
    const pending = await driver.approve(unknown, { body: { reason: 'Uygun' } });
    expect([pending.status, pending.json.data.decisionNote]).toEqual([202, 'Uygun']);
    const undone = await driver.pendingRefundId(await driver.pay(), 30);
    faults.arm('refund-approve', 'bank', 'outage');
    expect((await driver.approve(undone, { body: { reason: 'Uygun' } })).status).toBe(503);
    expect(await driver.show(undone)).toMatchObject({ status: 'Pending', decisionNote: null });
  });

  it('a reason has at most 500 characters; none is needed', async () => {
    const refundId = await driver.pendingRefundId(await driver.pay(), 30);
    const refused = await api('POST', `/api/Refund/${refundId}/approve`, {
      body: { reason: 'x'.repeat(501) },
    });
    expect(refused.json.data['errors']).toMatchObject([{ field: 'reason', code: 'TOO_LONG' }]);
    expect((await driver.approve(refundId, { body: { reason: '' } })).json.data.decisionNote).toBeNull();
  });
});
