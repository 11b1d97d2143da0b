// What reconciliation finds is told to the merchant: a field of the payment and an event, when it is found,
// when it changes, and when it is over (reconciliation.md 3.4).
import { describe, expect, it } from 'vitest';
import { loadDifference } from '#store/difference.ts';
import { adoptRefund } from '../../../lib/operator/review/adoption.ts';
import { closeDifference } from '../../../lib/operator/review/differences.ts';
import { eventsOf } from '../../drivers/events.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { MINUTE, startHarness } from '../../harness/harness.ts';
import { differInPortal, refundInPortal } from '../refund/bank-portal.ts';

const harness = await startHarness({ reconciles: true, events: true });
const { service, api, now, moveBy } = harness;
service.bank.settings.batchClose = '22:00';
const driver = refundDriver(harness);
const { merchantId } = driver;
const nextDayAt = calendar(service);
type Statistics = { byCurrency: { byStatus: { PartiallyRefunded: { count: number } } }[] };
const by = { by: 'Elif', reason: 'Refunded in the portal.' };

const capture = async () => {
  await harness.http({ method: 'POST', path: '/local/sweep', headers: {} });
  await moveBy(MINUTE);
};
const toldTypes = async (payment: string) => {
  await capture();
  const events = await eventsOf(merchantId, payment);
  return events.flatMap(({ type, data }) =>
    type === 'payment.difference' ? [data.object['difference'] === null ? 'over' : 'open'] : [],
  );
};

/** What the list of payments with a difference has of this one. */
const isListed = async (payment: string) => {
  const list = await api<{ items: { paymentReferenceNumber: string }[] }>(
    'GET',
    '/api/payment?difference=true',
  );
  return list.json.data.items.some((one) => one.paymentReferenceNumber === payment);
};

const differingPayment = () => differInPortal(harness, driver);

describe('a difference is told', () => {
  it('as a field of the payment, with the bank’s sums and the refunds that we do not have', async () => {
    const { payment, reference } = await differingPayment();
    const refunds = [{ bankReferenceNumber: reference, amount: 30, processedAs: 'Refund' }];
    const sums = { bankChargedAmount: 100, bankRefundedAmount: 30 };
    expect(await driver.payment(payment)).toMatchObject({
      difference: { kind: 'RefundsDiffer', foundAt: expect.any(String), ...sums, refunds },
    });
    expect([await toldTypes(payment), await isListed(payment)]).toEqual([['open'], true]);
    await refundInPortal(merchantId, payment, 1_000);
    await driver.partial(payment, 10);
    expect(await driver.payment(payment)).toMatchObject({ difference: { bankRefundedAmount: 40 } });
    expect(await toldTypes(payment)).toEqual(['open', 'open']);
  });

  it('and is over once the refund is adopted; the change with two events counts once', async () => {
    const { payment, reference } = await differingPayment();
    const path = '/api/payment/statistics';
    await capture();
    const partly = async () => {
      const { byCurrency } = (await api<Statistics>('GET', path)).json.data;
      return Number(byCurrency[0]?.byStatus.PartiallyRefunded.count);
    };
    const before = await partly();
    await adoptRefund(
      { merchantId, paymentReferenceNumber: payment, bankReferenceNumber: reference, ...by },
      now(),
    );
    expect([await toldTypes(payment), await isListed(payment)]).toEqual([['open', 'over'], false]);
    expect(await driver.payment(payment)).toMatchObject({ difference: null, refundedAmount: 30 });
    expect(await partly()).toBe(before + 1);
  });

  it('and is over once an operator closes it, or a later comparison agrees', async () => {
    const { payment } = await differingPayment();
    await closeDifference({ merchantId, paymentReferenceNumber: payment, ...by, at: now().toISOString() });
    expect(await toldTypes(payment)).toEqual(['open', 'over']);
    await driver.partial(payment, 10);
    expect(await toldTypes(payment)).toEqual(['open', 'over', 'open']);
  });

  it('an order that is only compared again later tells nothing', async () => {
    await nextDayAt('12:00');
    const payment = await driver.pay();
    service.bank.script(['lost-before', 'lost-before', 'lost-before', 'lost-before']);
    await nextDayAt('04:00');
    service.bank.script([]);
    expect((await loadDifference(merchantId, payment))?.state).not.toBe('Open');
    expect(await toldTypes(payment)).toEqual([]);
  });
});
