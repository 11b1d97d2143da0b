// The sweep that finds a late sale, and the sweep that gives it back, meet a fault at each of their calls:
// the money goes back once, and the payment shows it (payments.md 5).
import { expect, it } from 'vitest';
import { atEachCall, callsToFault, FAULTS_TO_INJECT, openFaults } from '../../harness/faults.ts';
import { HOUR, MINUTE, SHARDS_SWEPT, startHarness } from '../../harness/harness.ts';
import { orderIdsOf, orderViews } from '../../journeys/order.ts';

const faults = openFaults();
const harness = await startHarness({ around: faults.around });
const { service, merchant, buyer, createPage, moveBy } = harness;
const { paymentsOf } = orderViews(harness);

async function withoutSweeps(ms: number): Promise<void> {
  await service.timeline.setRunning(false);
  await moveBy(ms);
}

/** A sale that is at the bank, although its payment has failed; its first look is due. */
async function dueLateSale() {
  await service.timeline.setRunning(true);
  const page = await createPage({ expiresInMinutes: 1440 });
  service.bank.script(['late:900']);
  await buyer.submit(await buyer.open(page.hostedPageUrl));
  await moveBy(14 * MINUTE);
  await withoutSweeps(2 * HOUR);
  return page.orderNumber;
}

const sweep = () => service.lambdas.invoke('sweep', {}).catch(() => undefined);

async function expectGivenBackOnce(orderNumber: string, where: string): Promise<void> {
  await service.timeline.setRunning(true);
  await moveBy(2 * HOUR);
  const [payment] = await paymentsOf(orderNumber);
  expect(payment, where).toMatchObject({ status: 'Failed', refundedAmount: 149.9, reservedAmount: 0 });
  const orderIds = orderIdsOf(merchant.merchantId, orderNumber);
  const undone = service.bank
    .ledger()
    .filter(
      (one) => one.orderId.startsWith(orderIds) && one.outcome === 'approved' && one.operation !== 'inquiry',
    );
  // The bank operation is a refund if the clock has passed the close of the batch.
  expect(undone.map(({ operation }) => operation).join(), where).toMatch(/^sale,(?:void|refund)$/);
}

// The first test, at noon: the others pass the close of the bank's day, after which the money is refunded.
it('a late sale whose void the bank refuses waits for manual review', async () => {
  const orderNumber = await dueLateSale();
  await sweep();
  service.bank.script(['decline:57']);
  await sweep();
  await service.timeline.setRunning(true);
  await moveBy(HOUR);
  const [payment] = await paymentsOf(orderNumber);
  expect(payment).toMatchObject({ status: 'Failed', refundedAmount: 0, reservedAmount: 149.9 });
  const { listOpenReviews } = await import('../../../lib/operator/review.ts');
  expect(await listOpenReviews()).toMatchObject([{ orderNumber, amountMinor: 14_990 }]);
});

it.each(FAULTS_TO_INJECT)(
  'a late sale is given back once if the sweep that finds it meets a "%s" at any call',
  async (fault) => {
    await atEachCall(callsToFault(fault, { skipped: SHARDS_SWEPT }), 5, async (at) => {
      const orderNumber = await dueLateSale();
      const report = faults.arm('sweep', at, fault);
      await sweep();
      await expectGivenBackOnce(orderNumber, `look, call ${at}`);
      return report;
    });
  },
);

it.each(FAULTS_TO_INJECT)(
  'a late sale is given back once if the sweep that returns the money meets a "%s" at any call',
  async (fault) => {
    await atEachCall(callsToFault(fault, { skipped: SHARDS_SWEPT }), 5, async (at) => {
      const orderNumber = await dueLateSale();
      await sweep();
      const report = faults.arm('sweep', at, fault);
      await sweep();
      await expectGivenBackOnce(orderNumber, `refund, call ${at}`);
      return report;
    });
  },
);

it('a late sale that two sweeps find at once is given back once', async () => {
  const orderNumber = await dueLateSale();
  await Promise.all([sweep(), sweep()]);
  await Promise.all([sweep(), sweep()]);
  await expectGivenBackOnce(orderNumber, 'two sweeps');
});
