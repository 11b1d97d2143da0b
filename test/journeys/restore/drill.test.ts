// The restore drill (docs/recovery.md): the table goes back to an earlier second, the bank keeps its books,
// and everything is done again. No money moves twice, and every sale of the gap that is tried again has a
// payment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPayment } from '../../drivers/books.ts';
import { recurringPaymentDriver } from '../../drivers/recurring-payment-driver.ts';
import { refundDriver } from '../../drivers/refund-driver.ts';
import { statusIn } from '../../drivers/result.ts';
import { CARDS, DAY, HOUR, MINUTE, openHarness, SHARDS_SWEPT } from '../../harness/harness.ts';
import { copyTable } from './table-copy.ts';

// The events of the gap are lost with the table, so they are not compared with its changes.
const harness = await openHarness({ dueShards: SHARDS_SWEPT });
afterAll(harness.close);
const { service, buyer, createPage, payOrder, moveBy, moveTo } = harness;
const plans = recurringPaymentDriver(harness);
const refunds = refundDriver(harness);

const moves = () => service.bank.ledger().filter(({ operation }) => operation !== 'inquiry');
const approved = (operation: 'sale' | 'void' | 'refund') =>
  moves().filter((one) => one.operation === operation && one.outcome === 'approved');
const submit = async (url: string, cardNumber: string) =>
  await buyer.submit(await buyer.open(url), { cardNumber });

describe('the restore drill', () => {
  const ids: string[] = [];
  let page: Awaited<ReturnType<typeof createPage>>;
  let [cancelled, partly] = ['', ''];
  let soldBefore: ReturnType<typeof approved>;

  beforeAll(async () => {
    const startDate = '2026-11-20T12:00:00Z';
    for (let at = 0; at < 10; at += 1) ids.push((await plans.create({ frequency: 'daily', startDate })).id);
    page = await createPage({ expiresInMinutes: 1440 });
    [cancelled, partly] = [await payOrder(), await payOrder()];
    const copy = await copyTable();
    const everything = async (cardNumber: string): Promise<number> => {
      const paid = await submit(page.hostedPageUrl, cardNumber);
      expect(statusIn(paid.location)).toBe('Successful');
      expect((await refunds.cancel(cancelled)).json.data.status).toBe('Completed');
      return (await refunds.partial(partly, 10)).status;
    };
    await moveTo('2026-11-20T12:05:00Z');
    expect(await everything(CARDS.approved)).toBe(201);
    soldBefore = approved('sale');
    await copy.putBack();
    service.rescheduleTimers();
    await moveBy(HOUR);
    // The bank has given back what our books do not know (refunds.md 5).
    expect(await everything(CARDS.approvedVisa)).toBe(409);
  });

  it('no sale is made twice, nothing is given back twice', () => {
    expect(soldBefore).toHaveLength(13);
    expect(approved('sale')).toEqual(soldBefore);
    expect([approved('void').length, approved('refund').length]).toEqual([1, 1]);
  });

  it('every sale of the bank is named by one payment, with the bank’s reference and time', async () => {
    const payments = await everyPayment();
    const ours = payments.map(({ bankOrderId, bankReferenceNumber, status }) => [
      bankOrderId,
      bankReferenceNumber,
      status === 'Cancelled' ? 'Successful' : status,
    ]);
    expect(ours.sort()).toEqual(
      soldBefore.map(({ orderId, hostReference }) => [orderId, hostReference, 'Successful']).sort(),
    );
    const soldAt = new Map(soldBefore.map(({ orderId, at }) => [orderId, Date.parse(at)]));
    for (const { bankOrderId, paidAt = '' } of payments) {
      // The bank's history has whole seconds.
      expect(Math.abs(Date.parse(paidAt) - (soldAt.get(bankOrderId) ?? 0))).toBeLessThan(2_000);
    }
  });

  it('every plan goes on after one paid period, and the order shows the card of its sale', async () => {
    for (const id of ids) {
      const { status, successfulPaymentCount, totalCollectedAmount } = await plans.show(id);
      expect({ status, successfulPaymentCount, totalCollectedAmount }).toEqual({
        status: 'Active',
        successfulPaymentCount: 1,
        totalCollectedAmount: 100,
      });
    }
    const payments = await everyPayment();
    const ofPage = payments.find(({ orderNumber }) => orderNumber === page.orderNumber);
    expect(ofPage).toMatchObject({ maskedCardNumber: '552879******0008', cardAssociation: 'MASTERCARD' });
    await moveBy(DAY);
    for (const id of ids)
      expect((await plans.attempts(id)).map(({ status }) => status)).toEqual(['Succeeded', 'Succeeded']);
    expect(approved('sale')).toHaveLength(soldBefore.length + ids.length);
    await moveBy(MINUTE);
  });
});
