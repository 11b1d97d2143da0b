// A refund of ours that waits explains a difference for three nights, because the bank may have made it
// (reconciliation.md 3).
import { expect, it } from 'vitest';
import { listOpenDifferences } from '#store/difference.ts';
import { calendar, refundDriver } from '../../drivers/refund-driver.ts';
import { startHarness } from '../../harness/harness.ts';
import { refundInPortal } from '../refund/bank-portal.ts';

const harness = await startHarness({ reconciles: true });
const refunds = refundDriver(harness);
const nextDayAt = calendar(harness.service);

it('a difference beside a refund that waits is reported in the fourth night', async () => {
  await nextDayAt('10:00');
  const payment = await refunds.pay();
  await refunds.pendingRefundId(payment, 40);
  await refundInPortal(refunds.merchantId, payment, 3_000);
  for (let night = 1; night <= 3; night += 1) {
    // This call counts as traffic: the local service skips days without any.
    await refunds.payment(payment);
    await nextDayAt('03:30');
    expect(await listOpenDifferences(), `night ${night}`).toEqual([]);
  }
  await refunds.payment(payment);
  await nextDayAt('03:30');
  expect(await listOpenDifferences()).toMatchObject([
    { paymentReferenceNumber: payment, kind: 'RefundsDiffer' },
  ]);
});
