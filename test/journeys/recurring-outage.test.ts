// The scheduler and the sweep stop for hours or weeks and start again (recurring-payments.md R19).
import { describe, expect, it } from 'vitest';
import { loadRecurringPayment } from '#store/recurring-payment/recurring-payment.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, http, now } = harness;
const driver = recurringPaymentDriver(harness);
const day = (instant: string) => instant.slice(0, 10);

const setSchedulerRunning = async (running: boolean) => {
  const body = JSON.stringify({ running });
  const headers = { 'content-type': 'application/json' };
  const answer = await http({ method: 'POST', path: '/local/scheduler', headers, body });
  expect(answer.status).toBe(200);
};
/** Delivers no schedule between the two instants. */
async function outage(fromMs: number, toMs: number): Promise<void> {
  await service.timeline.moveTo(fromMs);
  await setSchedulerRunning(false);
  await service.timeline.moveTo(toMs);
  await setSchedulerRunning(true);
}
const startDate = () => Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
async function daily(more: Record<string, unknown> = {}) {
  const dueMs = startDate();
  const { id } = await driver.create({
    startDate: new Date(dueMs).toISOString(),
    frequency: 'daily',
    ...more,
  });
  return { id, dueMs };
}
const rows = async (id: string) =>
  (await driver.attempts(id)).map(({ periodNumber, attemptNumber, trigger, status }) => [
    periodNumber,
    attemptNumber,
    trigger,
    status,
  ]);
async function cancelAndCheckBooks(id: string): Promise<void> {
  await driver.cancel(id);
  await driver.checkBooks(id);
}

describe('after an outage of the scheduler', () => {
  it('a due date missed by hours is charged late, and the next one on time', async () => {
    const { id, dueMs } = await daily();
    await outage(dueMs - MINUTE, dueMs + 5 * HOUR);
    await service.timeline.moveTo(dueMs + DAY + HOUR);
    const attempts = await driver.attempts(id);
    expect(attempts.map(({ periodNumber, status }) => [periodNumber, status])).toEqual([
      [1, 'Succeeded'],
      [2, 'Succeeded'],
    ]);
    // Real time passes during the call that starts the scheduler.
    const lateMs = Date.parse(attempts[0]?.attemptedAt ?? '') - dueMs - 5 * HOUR;
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(MINUTE);
    expect(Date.parse(attempts[1]?.attemptedAt ?? '')).toBe(dueMs + DAY);
    await cancelAndCheckBooks(id);
  });

  it('a due date whose spread ends during it is charged late, after the next due date', async () => {
    const { merchantId, apiKey } = await service.addMerchant({ spreadWindowMinutes: 1439 });
    const spreading = recurringPaymentDriver(harness, apiKey);
    const dueMs = startDate();
    const plan = { startDate: new Date(dueMs).toISOString(), frequency: 'daily' };
    let [id, spreadMs] = ['', 0];
    // The id determines the spread: one in 120 plans has less.
    while (spreadMs < 12 * MINUTE) {
      ({ id } = await spreading.create(plan));
      spreadMs = (await loadRecurringPayment(merchantId, id))?.record.spreadMs ?? 0;
    }
    await outage(dueMs + spreadMs - MINUTE, dueMs + DAY + MINUTE);
    await service.timeline.moveTo(dueMs + 2 * DAY);
    const attempts = await spreading.attempts(id);
    expect(attempts.map(({ periodNumber, status }) => [periodNumber, status])).toEqual([
      [1, 'Succeeded'],
      [2, 'Succeeded'],
    ]);
    await spreading.cancel(id);
    await spreading.checkBooks(id);
  });

  it('only the newest of several missed due dates is charged and counted', async () => {
    const { id, dueMs } = await daily({ maxPaymentCount: 3 });
    await outage(dueMs + HOUR, dueMs + 4 * DAY + HOUR);
    expect(await rows(id)).toEqual([
      [1, 1, 'Schedule', 'Succeeded'],
      [5, 1, 'CatchUp', 'Succeeded'],
    ]);
    expect(await driver.show(id)).toMatchObject({ successfulPaymentCount: 2, currentPeriodNumber: 5 });
    await service.timeline.moveTo(dueMs + 6 * DAY);
    expect((await rows(id)).at(-1)).toEqual([6, 1, 'Schedule', 'Succeeded']);
    expect((await driver.show(id)).status).toBe('Completed');
    await driver.checkBooks(id);
  });

  it('a retry that fell due during the outage is made at once', async () => {
    const { id, dueMs } = await daily({ frequency: 'monthly' });
    service.bank.script(['decline:51']);
    await outage(dueMs + HOUR, dueMs + 5 * DAY);
    expect(await rows(id)).toEqual([
      [1, 1, 'Schedule', 'Failed'],
      [1, 2, 'Retry', 'Succeeded'],
    ]);
    await cancelAndCheckBooks(id);
  });

  it('a missed retry is dropped if a later due date was missed too', async () => {
    const { id, dueMs } = await daily({ frequency: 'weekly' });
    service.bank.script(['decline:51']);
    await outage(dueMs + HOUR, dueMs + 8 * DAY);
    expect(await rows(id)).toEqual([
      [1, 1, 'Schedule', 'Failed'],
      [2, 1, 'CatchUp', 'Succeeded'],
    ]);
    await cancelAndCheckBooks(id);
  });

  it('a due date of less than seven days ago is charged and an older one is skipped', async () => {
    const [inTime, tooLate] = [await daily({ frequency: 'monthly' }), await daily({ frequency: 'monthly' })];
    // One minute less, because real time passes during the call that starts the scheduler.
    await outage(inTime.dueMs - MINUTE, inTime.dueMs + 7 * DAY - MINUTE);
    expect(await rows(inTime.id)).toEqual([[1, 1, 'Schedule', 'Succeeded']]);
    expect(await rows(tooLate.id)).toEqual([[1, 1, 'Schedule', 'Succeeded']]);
    const late = await daily({ frequency: 'monthly' });
    await outage(late.dueMs - MINUTE, late.dueMs + 7 * DAY + MINUTE);
    expect(await rows(late.id)).toEqual([]);
    expect((await driver.show(late.id)).nextPaymentDate?.slice(0, 10)).not.toBe(
      day(new Date(late.dueMs).toISOString()),
    );
    await service.timeline.moveTo(late.dueMs + 33 * DAY);
    expect(await rows(late.id)).toEqual([[2, 1, 'Schedule', 'Succeeded']]);
    for (const { id } of [inTime, tooLate, late]) await cancelAndCheckBooks(id);
  });

  it('a recurring payment that was paused or cancelled during the outage is not charged', async () => {
    const [paused, cancelled] = [await daily(), await daily()];
    await service.timeline.moveTo(paused.dueMs - MINUTE);
    await setSchedulerRunning(false);
    await service.timeline.moveTo(paused.dueMs + 3 * DAY);
    await driver.pause(paused.id);
    await driver.cancel(cancelled.id);
    await setSchedulerRunning(true);
    await service.timeline.moveTo(paused.dueMs + 5 * DAY);
    expect(await rows(paused.id)).toEqual([]);
    expect(await rows(cancelled.id)).toEqual([]);
    await cancelAndCheckBooks(paused.id);
  });

  it('forty recurring payments that fell due together are charged once each', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, () => daily({ frequency: 'monthly' })));
    const [first] = many;
    await outage((first?.dueMs ?? 0) - MINUTE, (first?.dueMs ?? 0) + 3 * DAY);
    for (const { id } of many) {
      expect(driver.sales(id)).toHaveLength(1);
      await cancelAndCheckBooks(id);
    }
  });
});
