// The refunds of one payment are sent one after the other. Waiting for the others costs a refund no inquiry,
// and a refund that was never sent needs no manual review (refunds.md 5.9).
import { describe, expect, it, vi } from 'vitest';
import { listOpenReviews, submitReview } from '../../../lib/operator/review.ts';
import { refundDriver, withShortLockWaits } from '../../drivers/refund-driver.ts';
import { DAY, HOUR, MINUTE } from '../../harness/harness.ts';
import { startWithSilentBank } from '../../harness/silent-bank.ts';

const { harness, bank: atBank, faults } = await startWithSilentBank();
const { service, merchant, moveBy, now } = harness;
const driver = refundDriver(harness);

/** Decides a partial refund and crashes before it is sent. */
async function leaveUnsent(payment: string, amount: number): Promise<void> {
  faults.arm('refund-partial', 'bank', 'crash before');
  await driver.partial(payment, amount);
}
const statusesOf = async (payment: string) =>
  (await driver.refundsOf(payment))
    .map(({ amountMinor, status }) => `${amountMinor / 100} ${status}`)
    .toSorted();
const reviews = async () => (await listOpenReviews()).length;

/** Lets the time of the inquiries about an unknown outcome pass; sweeps pause between them. */
async function waitForLastInquiry(): Promise<void> {
  await moveBy(40 * MINUTE);
  for (const pause of [HOUR, 6 * HOUR, DAY]) {
    await service.timeline.setRunning(false);
    await moveBy(pause);
    await service.timeline.setRunning(true);
    await moveBy(6 * MINUTE);
  }
}

describe('the refunds of one payment', () => {
  it('the waiting refunds of one payment are all sent in one sweep, however slow the bank is', async () => {
    const payment = await driver.pay();
    for (const amount of [10, 20, 30]) await leaveUnsent(payment, amount);
    // Each answer takes longer than a refund waits for the others.
    service.bank.script(['slow:250', 'slow:250', 'slow:250']);
    await withShortLockWaits(() => moveBy(6 * MINUTE));
    expect(await statusesOf(payment)).toEqual(['10 Completed', '20 Completed', '30 Completed']);
    await driver.checkBooks([payment]);
  });

  it('refunds of one payment that could not wait are sent a minute later, one by one', async () => {
    const payment = await driver.pay();
    service.bank.script(['slow:300', 'slow:300']);
    const all = Array.from({ length: 20 }, () => driver.partial(payment, 5));
    const statuses = (await withShortLockWaits(() => Promise.all(all))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThan(2);
    await moveBy(MINUTE);
    expect(await statusesOf(payment)).toEqual(all.map(() => '5 Completed'));
    await driver.checkBooks([payment]);
  });

  it('refunds wait behind one with an unknown outcome until its manual resolution', async () => {
    const payment = await driver.pay();
    service.bank.script(['lost-after']);
    const { refundId } = (await driver.partial(payment, 10)).json.data;
    atBank.isSilent = true;
    for (const amount of [20, 30]) await withShortLockWaits(() => leaveUnsent(payment, amount));
    await waitForLastInquiry();
    expect(await statusesOf(payment)).toEqual(['10 Processing', '20 Processing', '30 Processing']);
    expect(await reviews()).toBe(1);
    atBank.isSilent = false;
    await moveBy(HOUR);
    expect(await reviews()).toBe(1);
    await submitReview({ merchantId: merchant.merchantId, refundId }, now());
    await moveBy(10 * MINUTE);
    expect(await statusesOf(payment)).toEqual(['10 Completed', '20 Completed', '30 Completed']);
    await driver.checkBooks([payment]);
  });

  it('refunds that meet another refund of their payment stay due until it has ended', async () => {
    const payment = await driver.pay();
    await driver.partial(payment, 1);
    // The call that is observed and the one that is held read lease and settings anew.
    await moveBy(2 * MINUTE);
    const { calls } = faults.observe('refund-partial');
    await driver.partial(payment, 1);
    await leaveUnsent(payment, 10);
    await service.timeline.setRunning(false);
    await moveBy(2 * MINUTE);
    // At this call the endpoint has read the bank's history and holds the refund lock.
    const held = faults.hold('refund-partial', calls.findLastIndex(({ to }) => to === 'bank') + 1);
    const sent = driver.partial(payment, 20);
    await held.reached;
    const sweep = () => service.lambdas.invoke('sweep', {});
    await withShortLockWaits(sweep);
    expect(await statusesOf(payment)).toContain('10 Processing');
    held.release();
    await sent;
    await sweep();
    expect(await statusesOf(payment)).toEqual(['1 Completed', '1 Completed', '10 Completed', '20 Completed']);
    await service.timeline.setRunning(true);
    await driver.checkBooks([payment]);
  });

  it('refunds that a call has no time left to send are answered 202, and the sweep sends them', async () => {
    const payment = await driver.pay();
    const refundId = await driver.pendingRefundId(payment, 10);
    let elapsedMs = performance.now();
    // Each reading of the clock is five seconds later, as if the bank's history took that long.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (elapsedMs += 5_000));
    const answer = await driver.approve(refundId);
    clock.mockRestore();
    expect([answer.status, driver.operations(payment)]).toEqual([202, []]);
    await moveBy(6 * MINUTE);
    expect(await statusesOf(payment)).toEqual(['10 Completed']);
    await driver.checkBooks([payment]);
  });

  it('refunds that were never sent are sent after an outage of days', async () => {
    const payment = await driver.pay();
    atBank.isSilent = true;
    for (const amount of [10, 20]) await leaveUnsent(payment, amount);
    await waitForLastInquiry();
    expect(await reviews()).toBe(0);
    atBank.isSilent = false;
    await moveBy(HOUR);
    expect(await statusesOf(payment)).toEqual(['10 Completed', '20 Completed']);
    await driver.checkBooks([payment]);
  });
});
