// No refund is sent unless the refunds in the bank's history equal ours in sum and reference. If the history
// lags the refund waits; if it shows more the call is refused (refunds.md 8).
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { connectBank } from '#flows/bank-connection.ts';
import { callBank, limitTime, prepareToSend } from '#flows/refund/bank-observation.ts';
import { loadDifference } from '#store/difference.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { entityKey } from '#store/table/keys.ts';
import { getItem, table, tableName } from '#store/table/table.ts';
import { submitReview } from '../../../lib/operator/review.ts';
import { paymentOf, sentRefundOf } from '../../domain/refund/refund-builder.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { refundInPortal, voidInPortal } from './bank-portal.ts';

const harness = await startHarness();
const { service, moveBy } = harness;
const { bank } = service;
const driver = refundDriver(harness);
bank.settings.batchClose = '22:00';
const { merchantId, operationLines } = driver;
const nextDayAt = calendar(service);

afterEach(() => {
  bank.script([]);
  bank.settings.historyLagMs = 0;
});

const differs = (answer: Awaited<ReturnType<typeof driver.partial>>, sums: object) => {
  const facts = ['refundId', 'refundedAmount', 'bankRefundedAmount'];
  expectRejection(answer, { code: 'REFUNDS_DIFFER', facts });
  expect(answer.json.data).toMatchObject(sums);
};

describe('a history that lags', () => {
  it('the second of two equal refunds waits until the history has the first, and is its own', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    const first = await driver.partial(payment, 30);
    bank.settings.historyLagMs = 3 * MINUTE;
    bank.script(['lost-before']);
    const second = await driver.partial(payment, 30);
    expect([second.status, second.json.data.status]).toEqual([202, 'Processing']);
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    await moveBy(2 * HOUR);
    expect(operationLines(payment)).toEqual(['refund approved 00', 'refund approved 00']);
    const references = (await driver.refundsOf(payment)).map((one) => one.bankReferenceNumber);
    expect(new Set(references).size).toBe(2);
    expect(references).toContain(first.json.data.bankReferenceNumber);
    await driver.checkBooks([payment]);
  });

  it('an approval answers 202, and the sweep sends the refund once the history has the first', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 40);
    await moveBy(DAY);
    await driver.partial(payment, 30);
    bank.settings.historyLagMs = 5 * MINUTE;
    const approved = await driver.approve(refundId);
    expect([approved.status, approved.json.data.status]).toEqual([202, 'Processing']);
    expect(operationLines(payment)).toHaveLength(1);
    await moveBy(15 * MINUTE);
    expect(await driver.show(refundId)).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
    await driver.checkBooks([payment]);
  });

  it('after 24 hours the refund waits for a person, and a new approval sends it if all agrees', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(5 * DAY);
    await driver.partial(payment, 30);
    bank.settings.historyLagMs = 3 * DAY;
    const { refundId } = (await driver.partial(payment, 40)).json.data;
    const reviews = async () => (await driver.refundsOf(payment)).filter((one) => one.manualReview);
    await moveBy(23 * HOUR);
    expect(await reviews()).toEqual([]);
    await moveBy(3 * HOUR);
    expect(await reviews()).toMatchObject([{ refundId }]);
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    bank.settings.historyLagMs = 0;
    await moveBy(DAY);
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    expect((await driver.approve(refundId)).status).toBe(200);
    await driver.checkBooks([payment]);
  });

  it('a refund that waits can be given up by a person at once, which releases its amount', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    await driver.partial(payment, 30);
    bank.settings.historyLagMs = DAY;
    const { refundId } = (await driver.partial(payment, 70)).json.data;
    const at = harness.now().toISOString();
    await submitReview({ merchantId, refundId }, harness.now(), { kind: 'declined', by: 'Elif', at });
    await harness.http({ method: 'POST', path: '/local/sweep', headers: {} });
    await moveBy(5 * MINUTE);
    bank.settings.historyLagMs = 0;
    expect((await driver.show(refundId)).status).toBe('Failed');
    expect(await driver.payment(payment)).toMatchObject({ refundableAmount: 70, reservedAmount: 0 });
    await driver.checkBooks([payment]);
  });
});

describe('a history with more than our books', () => {
  it('a refund that ends between the reads of payment and history is ours, not one more', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    const known = await loadPayment(merchantId, payment);
    const connected = (await connectBank(merchantId)).bank;
    let reads = 0;
    const inquire: typeof connected.inquire = async (order) => {
      reads += 1;
      if (reads === 1) await driver.partial(payment, 30);
      return await connected.inquire(order);
    };
    const { sent: _, ...decided } = sentRefundOf({ merchantId, transactionId: payment });
    const limits = limitTime(10_000, 5_000);
    if (known === undefined) throw new Error('The payment is missing.');
    const { observation } = await prepareToSend(decided, known, { ...connected, inquire }, limits);
    expect(observation).toMatchObject({ kind: 'readyToSend', before: { count: 1, sumMinor: 3_000 } });
    expect(await loadDifference(merchantId, payment)).toBeUndefined();
  });

  it('an approval is 409 with both sums, the refund stays Pending, and a difference is open', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 30);
    await moveBy(DAY);
    const portal = await refundInPortal(merchantId, payment, 3_000);
    const keyed = { headers: { 'idempotency-key': 'APPROVE-DIFFERS' } };
    for (let call = 0; call < 2; call += 1) {
      const sums = { refundId, refundedAmount: 0, bankRefundedAmount: 30 };
      differs(await driver.approve(refundId, keyed), sums);
    }
    expect(await driver.show(refundId)).toMatchObject({
      status: 'Pending',
      processedAs: null,
      decidedAt: null,
    });
    expect(operationLines(payment)).toEqual(['refund approved 00']);
    expect(await loadDifference(merchantId, payment)).toMatchObject({
      state: 'Open',
      kind: 'RefundsDiffer',
      ours: { takenMinor: 10_000, givenBackMinor: 0 },
      bank: { takenMinor: 10_000, givenBackMinor: 3_000 },
      refunds: [{ bankReferenceNumber: portal, amountMinor: 3_000, as: 'Refund' }],
    });
  });

  it('a one-step refund fails, releases its amount, and may be repeated with its key', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    await driver.partial(payment, 20);
    await refundInPortal(merchantId, payment, 3_000);
    const keyed = { headers: { 'idempotency-key': 'PARTIAL-DIFFERS' } };
    const refused = await driver.partial(payment, 10, keyed);
    differs(refused, { refundedAmount: 20, bankRefundedAmount: 50 });
    const again = await driver.partial(payment, 10, keyed);
    differs(again, { refundedAmount: 20, bankRefundedAmount: 50 });
    expect(await driver.show(again.json.data.refundId)).toMatchObject({
      status: 'Failed',
      errorCode: 'REFUNDS_DIFFER',
    });
    expectRejection(await driver.approve(again.json.data.refundId), {
      code: 'REFUND_INVALID_STATE',
      facts: ['refundId', 'status', 'allowedStatuses'],
    });
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 0, refundableAmount: 80 });
    expect(operationLines(payment)).toHaveLength(2);
  });

  it('a cancellation whose void becomes a refund is refused, and keeps no lock', async () => {
    await nextDayAt('20:00');
    const payment = await driver.pay();
    await refundInPortal(merchantId, payment, 3_000);
    await moveBy(3 * HOUR);
    differs(await driver.cancel(payment), { refundedAmount: 0, bankRefundedAmount: 30 });
    expect(operationLines(payment)).toEqual(['refund approved 00', 'void declined CORE-2008']);
    expect((await loadPayment(merchantId, payment))?.refundLock).toBeUndefined();
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 0, status: 'Successful' });
  });

  it('an approval whose void becomes a refund is refused, and may be rejected after', async () => {
    await nextDayAt('20:00');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 100);
    await refundInPortal(merchantId, payment, 3_000);
    await moveBy(3 * HOUR);
    for (let call = 0; call < 2; call += 1) {
      differs(await driver.approve(refundId), { refundedAmount: 0, bankRefundedAmount: 30 });
      expect((await loadPayment(merchantId, payment))?.refundLock).toBeUndefined();
      expect((await driver.show(refundId)).status).toBe('Pending');
    }
    expect((await driver.reject(refundId)).status).toBe(200);
    expect(await driver.payment(payment)).toMatchObject({ reservedAmount: 0 });
  });

  it('a sale that was voided in the portal counts as given back', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await voidInPortal(merchantId, payment);
    differs(await driver.partial(payment, 30), { refundedAmount: 0, bankRefundedAmount: 100 });
    expect(await loadDifference(merchantId, payment)).toMatchObject({
      refunds: [{ amountMinor: 10_000, as: 'Void' }],
    });
  });

  it('a refund that was made before the table was restored is not made again', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    const before = await getItem(entityKey(merchantId, 'PAYMENT', payment));
    const { refundId } = (await driver.partial(payment, 30)).json.data;
    const { version } = (await loadPayment(merchantId, payment)) ?? { version: 0 };
    const Item = { ...before, version: version + 1 };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
    const Key = entityKey(merchantId, 'REFUND', refundId);
    await table.send(new DeleteCommand({ TableName: tableName(), Key }));
    differs(await driver.partial(payment, 30), { refundedAmount: 0, bankRefundedAmount: 30 });
    expect(operationLines(payment)).toEqual(['refund approved 00']);
  });
});

it('an approval with the reference of another refund is no outcome: the history decides', async () => {
  const payment = { ...paymentOf({ refundReferences: new Set(['A']) }), pk: '', sk: '', version: 1 };
  const approved = { kind: 'approved', hostReference: 'A' } as const;
  const line = { ...(await connectBank(merchantId)).bank, refund: async () => approved };
  const times = limitTime(1_000, 1);
  const sent = sentRefundOf({ processedAs: 'Refund' });
  expect(await callBank(sent, payment, line, times)).toEqual({ kind: 'unknown' });
  expect(await callBank(sent, { ...payment, refundReferences: new Set(['B']) }, line, times)).toEqual(
    approved,
  );
});
