// The bank declines to give the money of a late sale back. A decline that may pass is tried again by the
// timetable of inquiries, at last as a refund; any other waits for a person (payments.md 5.5).
import { expect, it } from 'vitest';
import { nextRefundStep } from '#domain/refund/refund-step.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadRefund, writeRefund } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { NOON, paymentOf, sentRefundOf } from '../../domain/refund/refund-builder.ts';
import { calendar } from '../../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const harness = await startHarness();
const { service, api, buyer, createPage, moveBy, merchant } = harness;
const { paymentsOf } = orderViews(harness);
const nextDayAt = calendar(service);

const times = (length: number, outcome: string) => Array.from({ length }, () => outcome);

/** A late sale that the sweep has found and begun to give back; the bank answered with these outcomes. */
async function declinedLateSale(outcomes: string[]) {
  await nextDayAt('12:00');
  const page = await createPage({ expiresInMinutes: 1440 });
  service.bank.script(['late:900', ...outcomes]);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  await moveBy(HOUR + 20 * MINUTE);
  const [payment] = await paymentsOf(page.orderNumber);
  const reference = String(payment?.paymentReferenceNumber);
  const show = async () => {
    const path = `/api/Refund?transactionId=${reference}`;
    const [refund] = (await api<{ items: Record<string, unknown>[] }>('GET', path)).json.data.items;
    return refund ?? {};
  };
  const { bankOrderId } = (await loadPayment(merchant.merchantId, reference)) ?? {};
  const givenBack = () =>
    service.bank
      .ledger()
      .filter(({ orderId, operation }) => orderId === bankOrderId && /void|refund/.test(operation))
      .map(({ operation, code }) => `${operation} ${code}`);
  const held = async () => (await loadPayment(merchant.merchantId, reference))?.reservedMinor;
  return { show, givenBack, held };
}

it.each(['96', '51', '05'])('a void that is declined by %s is sent again within minutes', async (code) => {
  const { show, givenBack, held } = await declinedLateSale([`decline:${code}`, `decline:${code}`]);
  await moveBy(15 * MINUTE);
  expect(givenBack()).toEqual([`void ${code}`, `void ${code}`, 'void 00']);
  expect(await show()).toMatchObject({ status: 'Completed', processedAs: 'Void' });
  expect(await held()).toBe(0);
});

it('a void and a refund that are declined for a day are sent until the bank accepts', async () => {
  const { show, givenBack } = await declinedLateSale(times(10, 'decline:96'));
  expect(await show()).toMatchObject({ status: 'Processing', waitingFor: 'bank' });
  await moveBy(2 * DAY);
  expect(givenBack().filter((one) => one === 'void 96').length).toBeGreaterThanOrEqual(7);
  expect(givenBack().at(-1)).toBe('refund 00');
  expect(await show()).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
});

it('a void that is declined until the last inquiry goes back as a refund', async () => {
  const { show, givenBack } = await declinedLateSale(times(3, 'decline:96'));
  const stored = await loadRefund(merchant.merchantId, String((await show())['refundId']));
  if (stored === undefined) throw new Error('There is no refund.');
  await commit([writeRefund(stored, { ...stored.refund, inquiries: 8 })]);
  service.bank.script([]);
  await moveBy(10 * MINUTE);
  expect(givenBack().at(-1)).toBe('refund 00');
  expect(await show()).toMatchObject({ status: 'Completed', processedAs: 'Refund' });
});

it('a refund that is declined to the end waits for a person and keeps its amount', async () => {
  const { show, givenBack, held } = await declinedLateSale(times(60, 'decline:51'));
  await moveBy(3 * DAY);
  expect(await show()).toMatchObject({ status: 'Processing', waitingFor: 'review' });
  const sent = givenBack().length;
  service.bank.script([]);
  await moveBy(3 * DAY);
  expect([givenBack().length, await held()]).toEqual([sent, 14_990]);
});

it('a decline that cannot pass waits for a person at once', async () => {
  const { show, held } = await declinedLateSale(['decline:57']);
  expect(await show()).toMatchObject({ status: 'Processing', waitingFor: 'review' });
  expect(await held()).toBe(14_990);
});

it('a refund waits for a person and keeps its amount if the bank gave back other amounts', () => {
  const refund = sentRefundOf({
    isOfLateSale: true,
    amountMinor: 10_000,
    isWhole: true,
    processedAs: 'Refund',
  });
  const sale = { operation: 'sale', status: 'approved', amountMinor: 10_000, hostReference: 'S' } as const;
  const part = { operation: 'refund', status: 'approved', amountMinor: 6_000 } as const;
  const history = [{ ...part, hostReference: 'B' }, { ...part, hostReference: 'A' }, sale];
  const observed = { kind: 'alreadyRefunded', code: 'CORE-2504', history } as const;
  const payment = paymentOf();
  const decision = { now: NOON, canUndo: false };
  expect(nextRefundStep(refund, observed, payment, decision)).toMatchObject({
    refund: { status: 'Processing', manualReview: true },
    balance: 'Keep',
    isGivenBackElsewhere: true,
  });
  const { isOfLateSale: _, ...usual } = refund;
  expect(nextRefundStep(usual, observed, payment, decision)?.refund.status).toBe('Failed');
});
