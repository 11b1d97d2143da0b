// A refund that was made in the bank's portal is adopted by an operator as a completed one, once, with who,
// why and the bank's reference; then the API refunds what is left (refunds.md 8).
import { afterEach, describe, expect, it } from 'vitest';
import { loadDifference, saveDifference } from '#store/difference.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { adoptRefund } from '../../../lib/operator/review/adoption.ts';
import { submitReview } from '../../../lib/operator/review.ts';
import { runCommand } from '../../bin/driver/command.ts';
import { eventsOf } from '../../drivers/events.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { differInPortal, refundInPortal, voidInPortal } from './bank-portal.ts';

const harness = await startHarness({ reconciles: true, events: true });
const { service, api, now, moveBy } = harness;
const { bank } = service;
const driver = refundDriver(harness);
bank.settings.batchClose = '22:00';
const { merchantId, operationLines } = driver;
const nextDayAt = calendar(service);

const adopting = (paymentReferenceNumber: string, bankReferenceNumber: string, by = 'Elif') => ({
  merchantId,
  paymentReferenceNumber,
  bankReferenceNumber,
  by,
  reason: 'Refunded in the portal for ticket 17.',
});
const adopt = async (payment: string, reference: string, by?: string) =>
  (await adoptRefund(adopting(payment, reference, by), now())).refund;
const runReview = async (...args: string[]) =>
  JSON.parse((await runCommand('review', ...args, '--local', service.baseUrl)).text);
const codeOf = ({ status, json }: Awaited<ReturnType<typeof driver.partial>>) => [status, json.errorCode];
const REFUSED = [409, 'REFUNDS_DIFFER'];

const refusedPayment = (amountMinor?: number) => differInPortal(harness, driver, amountMinor);

/** The bank's refund stands in an open difference, as the comparison of the night leaves it. */
async function nameInDifference(payment: string, bankReferenceNumber: string): Promise<void> {
  const before = await loadDifference(merchantId, payment);
  if (before === undefined) throw new Error('There is no difference.');
  const refunds = [{ bankReferenceNumber, amountMinor: 2_000, as: 'Refund' as const }];
  const bankSums = { takenMinor: 10_000, givenBackMinor: 6_000 };
  const { closedAt: _, closedBy: __, reason: ___, ...kept } = before;
  await saveDifference(before, { ...kept, state: 'Open', bank: bankSums, refunds });
}

/** A sale that landed after its payment had failed, and that was refunded in the portal after the close. */
async function lateSaleRefundedInPortal() {
  await nextDayAt('21:20');
  const page = await harness.createPage({ expiresInMinutes: 1440 });
  bank.script(['late:900']);
  await harness.buyer.submit(await harness.buyer.open(page.hostedPageUrl));
  await moveBy(30 * MINUTE);
  const path = `/api/payment?orderNumber=${page.orderNumber}`;
  const { items } = (await api<{ items: { paymentReferenceNumber: string }[] }>('GET', path)).json.data;
  const payment = String(items[0]?.paymentReferenceNumber);
  const reference = await refundInPortal(merchantId, payment, 14_990);
  await moveBy(2 * HOUR);
  const [refund] = await driver.refundsOf(payment);
  expect(refund).toMatchObject({ isOfLateSale: true, status: 'Processing', processedAs: 'Refund' });
  return { payment, reference, refundId: refund?.refundId ?? '' };
}

afterEach(() => {
  bank.script([]);
  bank.settings.historyLagMs = 0;
});

describe('an adopted refund', () => {
  it('the commands of the runbook list it and adopt it, and what is left can be refunded', async () => {
    const { payment, reference } = await refusedPayment();
    const listed = await runReview('list');
    expect(listed).toContainEqual(
      expect.objectContaining({
        paymentReferenceNumber: payment,
        difference: 'RefundsDiffer',
        refunds: [{ bankReferenceNumber: reference, as: 'Refund', amount: 30 }],
      }),
    );
    const { by, reason } = adopting(payment, reference);
    const target = ['--merchant', merchantId, '--payment', payment, '--bank-reference', reference];
    const adopted = await runReview('adopt', ...target, '--by', by, '--note', reason);
    expect(adopted).toMatchObject({ adopted: true, amount: 30, currency: 'TRY', refundableAmount: 70 });
    expect(await driver.show(adopted.refundId)).toMatchObject({
      status: 'Completed',
      refundType: 'Partial',
      processedAs: 'Refund',
      amount: 30,
      reason,
      bankReferenceNumber: reference,
      requestedBy: null,
      decidedBy: null,
    });
    expect(
      (await driver.refundsOf(payment)).find(({ refundId }) => refundId === adopted.refundId),
    ).toMatchObject({
      resolution: { kind: 'approved', by, bankReferenceNumber: reference, at: expect.any(String) },
    });
    expect(await driver.payment(payment)).toMatchObject({
      status: 'PartiallyRefunded',
      refundedAmount: 30,
      refundableAmount: 70,
    });
    expect(await loadDifference(merchantId, payment)).toMatchObject({
      state: 'Closed',
      closedBy: by,
      reason,
    });
    expect((await driver.partial(payment, 70)).status).toBe(201);
    await driver.checkBooks([payment]);
  });

  it('events and statistics have it, and the comparison of the night agrees', async () => {
    const { payment, reference } = await refusedPayment();
    const { refundId, createdAt } = await adopt(payment, reference);
    const day = new Date(Date.parse(createdAt) + 3 * HOUR).toISOString().slice(0, 10);
    for (const by of ['createdAt', 'completedAt']) {
      const path = `/api/Refund/statistics?startDate=${day}&endDate=${day}&by=${by}`;
      const { byCurrency } = (await api('GET', path)).json.data;
      expect(byCurrency).toMatchObject([
        { refundedAmount: 30, byStatus: { Completed: { count: 1, amount: 30 } } },
      ]);
    }
    await harness.http({ method: 'POST', path: '/local/sweep', headers: {} });
    await moveBy(MINUTE);
    const types = async (id: string) => (await eventsOf(merchantId, id)).map(({ type }) => type);
    expect(await types(refundId)).toEqual(['refund.completed']);
    expect(await types(payment)).toContain('payment.partially_refunded');
    await nextDayAt('04:00');
    expect(await loadDifference(merchantId, payment)).toMatchObject({ state: 'Closed' });
  });

  it('a refund that waits for the sweep is sent once the difference is adopted', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    await driver.partial(payment, 10);
    bank.settings.historyLagMs = MINUTE;
    const waiting = await driver.partial(payment, 20);
    expect(waiting.status).toBe(202);
    const reference = await refundInPortal(merchantId, payment, 3_000);
    await moveBy(10 * MINUTE);
    expect(operationLines(payment)).toHaveLength(2);
    expect(await loadDifference(merchantId, payment)).toMatchObject({ state: 'Open', kind: 'RefundsDiffer' });
    await adopt(payment, reference);
    await moveBy(HOUR);
    expect((await driver.show(waiting.json.data.refundId)).status).toBe('Completed');
    expect(await driver.payment(payment)).toMatchObject({ refundedAmount: 60, reservedAmount: 0 });
    await driver.checkBooks([payment]);
  });

  it('a sale that was voided in the portal is adopted as a void of everything', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await voidInPortal(merchantId, payment);
    expect(codeOf(await driver.partial(payment, 10))).toEqual(REFUSED);
    const [found] = (await loadDifference(merchantId, payment))?.refunds ?? [];
    const refund = await adopt(payment, found?.bankReferenceNumber ?? '');
    expect(refund).toMatchObject({ processedAs: 'Void', refundType: 'Full', amountMinor: 10_000 });
    expect(refund.bankReferenceNumber).toBeUndefined();
    expect((await loadPayment(merchantId, payment))?.refundReferences).toBeUndefined();
    expect(await driver.payment(payment)).toMatchObject({ status: 'FullyRefunded', refundableAmount: 0 });
    await driver.checkBooks([payment]);
  });

  it('two refunds of the portal are adopted one by one; the second ends the difference', async () => {
    const { payment, reference } = await refusedPayment();
    const second = await refundInPortal(merchantId, payment, 2_000);
    expect(codeOf(await driver.partial(payment, 10))).toEqual(REFUSED);
    await adopt(payment, reference);
    const { refunds, state } = (await loadDifference(merchantId, payment)) ?? {};
    expect([state, refunds?.map((one) => one.bankReferenceNumber)]).toEqual(['Open', [second]]);
    expect(codeOf(await driver.partial(payment, 10))).toEqual(REFUSED);
    await adopt(payment, second);
    expect((await loadDifference(merchantId, payment))?.state).toBe('Closed');
    expect((await driver.partial(payment, 50)).status).toBe(201);
    await driver.checkBooks([payment]);
  });
});

describe('what cannot be adopted', () => {
  it('a refund that was adopted is refused, also if two operators adopt it at once', async () => {
    const { payment, reference } = await refusedPayment();
    const both = await Promise.allSettled(['Elif', 'Can'].map((by) => adopt(payment, reference, by)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(adopt(payment, reference)).rejects.toThrow('ADJUSTMENT_EXISTS');
    expect(await driver.payment(payment)).toMatchObject({ refundedAmount: 30 });
    await driver.checkBooks([payment]);
  });

  it('our own refund, a number that the bank does not show, and an unknown payment are refused', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    await moveBy(DAY);
    const { bankReferenceNumber } = (await driver.partial(payment, 20)).json.data;
    await refundInPortal(merchantId, payment, 3_000);
    expect(codeOf(await driver.partial(payment, 10))).toEqual(REFUSED);
    await expect(adopt(payment, String(bankReferenceNumber))).rejects.toThrow('ADJUSTMENT_EXISTS');
    await expect(adopt(payment, '999999999999')).rejects.toThrow('ADJUSTMENT_NOT_NAMED');
    await expect(adopt('PAY-01M97VPEM0S1VC0168T63GZRF9', '1')).rejects.toThrow('PAYMENT_NOT_FOUND');
    const other = await service.addMerchant();
    const foreign = { ...adopting(payment, '1'), merchantId: other.merchantId };
    await expect(adoptRefund(foreign, now())).rejects.toThrow('PAYMENT_NOT_FOUND');
  });

  it('more than is left, until the refund that reserves it is rejected', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 80);
    await moveBy(DAY);
    const reference = await refundInPortal(merchantId, payment, 3_000);
    expect(codeOf(await driver.approve(refundId))).toEqual(REFUSED);
    await expect(adopt(payment, reference)).rejects.toThrow('"reservedAmount":80');
    await driver.reject(refundId);
    await adopt(payment, reference);
    expect((await driver.partial(payment, 70)).status).toBe(201);
    await driver.checkBooks([payment]);
  });

  it('while another refund of the payment is at the bank', async () => {
    const { payment, reference } = await refusedPayment();
    await adopt(payment, reference);
    bank.script(['lost-after']);
    const lost = await driver.partial(payment, 10);
    expect(lost.status).toBe(202);
    // The comparison of the night names what was found while the refund is on its way.
    const second = await refundInPortal(merchantId, payment, 2_000);
    await nameInDifference(payment, second);
    await expect(adopt(payment, second)).rejects.toThrow('CONCURRENT_UPDATE');
    await moveBy(HOUR);
    expect((await driver.show(lost.json.data.refundId)).status).toBe('Completed');
  });

  it('what a later comparison found to agree again', async () => {
    const { payment, reference } = await refusedPayment();
    const difference = await loadDifference(merchantId, payment);
    if (difference === undefined) throw new Error('There is no difference.');
    await saveDifference(difference, { ...difference, state: 'Closed', closedAt: now().toISOString() });
    await expect(adopt(payment, reference)).rejects.toThrow('ADJUSTMENT_NOT_NAMED');
  });
});

describe('the late sale of a failed payment', () => {
  it('a refund in the portal is adopted after ours was given up; the payment stays Failed', async () => {
    const { payment, reference, refundId } = await lateSaleRefundedInPortal();
    const at = now().toISOString();
    await submitReview({ merchantId, refundId }, now(), { kind: 'declined', by: 'Elif', at });
    await harness.http({ method: 'POST', path: '/local/sweep', headers: {} });
    await moveBy(5 * MINUTE);
    await adopt(payment, reference);
    expect(await driver.payment(payment)).toMatchObject({ status: 'Failed', refundedAmount: 149.9 });
    expect((await loadPayment(merchantId, payment))?.reservedMinor).toBe(0);
  });
});
