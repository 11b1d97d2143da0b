// What reads a payment whose amount was reserved: books, comparison with the bank, counters, refunds, and the
// recheck of one that has failed. Only what was captured is money.
import { describe, expect, it } from 'vitest';
import { compareOrder } from '#domain/reconciliation/comparison.ts';
import { compareRefunds } from '#domain/refund/refund-history.ts';
import { movementOfPayment, movementOfRefund } from '#domain/settlement/movement.ts';
import { recentApprovals } from '#store/payment/suspicion.ts';
import { loadRefund } from '#store/refund/refund.ts';
import { checkBooksAtEnd } from '../../drivers/books.ts';
import { captureDriver, HELD, KEPT } from '../../drivers/capture-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../../harness/harness.ts';
import { orderViews } from '../../journeys/order.ts';

const harness = await startHarness();
checkBooksAtEnd(harness);
const { service, merchant, api, buyer, now, createPage, moveBy } = harness;
const { merchantId } = merchant;
const { hold, post, show, stored, movesAt, historyOf } = captureDriver(harness);
const { paymentsOf } = orderViews(harness);

async function expectEqualBooks(reference: string): Promise<void> {
  const [payment, history] = [await stored(reference), await historyOf(reference)];
  expect(compareOrder(payment, history, false)).toEqual({ kind: 'agrees' });
}
const cancel = (transactionId: string) =>
  api('POST', '/api/Refund/cancellations', { body: { transactionId, reason: 'x' } });

describe('the books', () => {
  it('of what was captured, of a part of it, and of what was released equal the bank’s', async () => {
    for (const [step, body] of [
      ['capture', {}],
      ['capture', { amount: 100 }],
      ['release', {}],
    ] as const) {
      const { paymentReferenceNumber: reference } = await hold();
      expect(compareOrder(await stored(reference), await historyOf(reference), false).kind).toBe('inMotion');
      await post(reference, step, body);
      await expectEqualBooks(reference);
      await moveBy(2 * DAY);
      await expectEqualBooks(reference);
    }
  });

  it('have a capture on the day of the capture, also if its answer was found on the next', async () => {
    const { paymentReferenceNumber: reference } = await hold();
    // Two minutes before midnight in Istanbul.
    const sentMs = Math.ceil(now().getTime() / DAY) * DAY + DAY - 3 * HOUR - 2 * MINUTE;
    await moveBy(sentMs - now().getTime());
    service.bank.script(['lost-after']);
    await service.timeline.setRunning(false);
    expect((await post(reference, 'capture')).status).toBe(202);
    await moveBy(5 * MINUTE);
    await service.timeline.setRunning(true);
    await moveBy(HOUR);
    const payment = await stored(reference);
    expect(payment.status).toBe('Successful');
    const movement = movementOfPayment([], payment);
    const movedMs = Date.parse(movement?.at ?? '');
    expect(movedMs - sentMs).toBeLessThan(MINUTE);
    expect(movement?.grossMinor).toBe(14_990);
  });

  it.each([
    ['lost-after', 100],
    ['lost-before', 100],
    ['approve', 100],
    ['lost-after', HELD],
  ] as const)('of a cancellation that was %s of %s: all is free again', async (outcome, amount) => {
    const { paymentReferenceNumber: reference } = await hold();
    await post(reference, 'capture', { amount });
    service.bank.script([outcome]);
    await cancel(reference);
    await moveBy(HOUR);
    service.bank.script([]);
    expect((await show(reference)).status).toBe('Cancelled');
    const [payment, history] = [await stored(reference), await historyOf(reference)];
    expect(history.filter(({ status }) => status === 'approved')).toEqual([]);
    await expectEqualBooks(reference);
    expect(compareRefunds(payment, history).bankMinor).toBe(payment.refundedMinor);
  });
});

it('a page with 3-D Secure reserves the amount, which is captured', async () => {
  const shop = await service.addMerchant({ threeDSecure: 'always' });
  const own = <Data>(method: string, path: string, body?: object) =>
    api<Data>(method, path, { key: shop.apiKey, ...(body && { body }) });
  const page = await createPage({ capture: 'manual' }, { key: shop.apiKey });
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  const path = `/api/payment?orderNumber=${page.orderNumber}`;
  const listed = await own<{ items: { paymentReferenceNumber: string }[] }>('GET', path);
  expect(listed.json.data.items).toMatchObject([{ status: 'Authorized', threeDSecure: true }]);
  const [{ paymentReferenceNumber } = { paymentReferenceNumber: '' }] = listed.json.data.items;
  const captured = await own('POST', `/api/payment/${paymentReferenceNumber}/capture`, {});
  expect(captured.json.data).toMatchObject({ status: 'Successful', amount: HELD });
});

describe('an authorization that arrives after its payment has failed', () => {
  it('is released, and stands in no book', async () => {
    const page = await createPage({ capture: 'manual', expiresInMinutes: 1440 });
    service.bank.script(['late:900']);
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    await moveBy(14 * MINUTE);
    const [lost] = await paymentsOf(page.orderNumber);
    const reference = lost?.paymentReferenceNumber ?? '';
    expect(lost?.status).toBe('Failed');
    await moveBy(HOUR - 10 * MINUTE);
    expect(await movesAt(reference)).toEqual([KEPT]);
    service.bank.script(['lost-before', 'lost-before']);
    await moveBy(15 * MINUTE);
    expect((await stored(reference)).recheck?.foundAt).toBeDefined();
    expect(await movesAt(reference)).toEqual([KEPT]);
    await expectEqualBooks(reference);
    await moveBy(2 * HOUR);
    expect(await movesAt(reference)).toEqual([KEPT, `release ${HELD}`]);
    const payment = await stored(reference);
    expect(payment).toMatchObject({ status: 'Failed', reservedMinor: 0 });
    expect(movementOfPayment([], payment)).toBeUndefined();
    const refund = await loadRefund(merchantId, payment.recheck?.refundId ?? '');
    expect(refund && movementOfRefund([], refund.refund, payment)).toBeUndefined();
    await expectEqualBooks(reference);
  });
});

describe('what counts payments', () => {
  it('an authorization is an approval beside the declines of card testing', async () => {
    const page = await createPage({ capture: 'manual' });
    await buyer.submit(await buyer.open(page.hostedPageUrl));
    const [{ createdAt = '' } = {}] = await paymentsOf(page.orderNumber);
    const { payments } = await recentApprovals(merchantId, createdAt, now());
    expect(payments).toMatchObject([{ createdAt }]);
  });
});
