// Charge events are delivered twice, concurrently, early, late, outdated or never. The stored recurring
// payment decides, and the bank's ledger contains exactly the sales that the rules allow
// (recurring-payments.md R8 and R19, crash-safety.md C1 and C2).
import { describe, expect, it } from 'vitest';
import { openChargeDriver } from '../drivers/charge-driver.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../harness/harness.ts';

const { service, driver, api, logs, moveBy, ...charge } = await openChargeDriver();
const { dueInAnHour, chargeEventOf, invokeCharge, advanceTo, advanceToWith, saleCount, cancelAndCheckBooks } =
  charge;

describe('the charge function', () => {
  it('an event that is delivered twice charges once', async () => {
    const { record, dueMs } = await dueInAnHour();
    await advanceToWith('twice', dueMs + MINUTE);
    expect(saleCount(record)).toBe(1);
    await cancelAndCheckBooks(record);
  });

  it.each([2, 5, 20])('an event that is delivered %i times at once charges once', async (times) => {
    const { record, dueMs } = await dueInAnHour();
    await advanceToWith('drop', dueMs);
    const charges = Array.from({ length: times }, () => invokeCharge(chargeEventOf(record)));
    const results = await Promise.all(charges);
    expect(results.filter((end) => end === 'finalized')).toHaveLength(1);
    expect(results.filter((end) => end === 'ignored')).toHaveLength(times - 1);
    expect(saleCount(record)).toBe(1);
    await cancelAndCheckBooks(record);
  });

  it('an event is ignored while an attempt is in progress', async () => {
    const { record, dueMs } = await dueInAnHour();
    service.bank.script(['lost-after']);
    await advanceTo(dueMs);
    expect(await invokeCharge(chargeEventOf(record))).toBe('ignored');
    expect(await invokeCharge(chargeEventOf(record, 1, 2))).toBe('ignored');
    expect((await driver.attempts(record.id)).map(({ status }) => status)).toEqual(['Processing']);
    await moveBy(10 * MINUTE);
    expect(saleCount(record)).toBe(1);
    await cancelAndCheckBooks(record);
  });

  it('an event for an attempt that is over, not yet planned or impossible is ignored', async () => {
    const { record, dueMs } = await dueInAnHour();
    service.bank.script(['decline:51']);
    await advanceTo(dueMs + HOUR);
    for (const [period, attempt] of [
      [1, 1],
      [1, 3],
      [2, 1],
      [0, 1],
      [99, 7],
    ]) {
      expect(await invokeCharge(chargeEventOf(record, period, attempt))).toBe('ignored');
    }
    await advanceTo(dueMs + 25 * HOUR);
    expect(await invokeCharge(chargeEventOf(record, 1, 2))).toBe('ignored');
    expect(saleCount(record)).toBe(2);
    await cancelAndCheckBooks(record);
  });

  it('an event is ignored more than a minute early, and charges within the last minute', async () => {
    const { record, dueMs } = await dueInAnHour();
    await advanceTo(dueMs - MINUTE - SECOND);
    expect(await invokeCharge(chargeEventOf(record))).toBe('ignored');
    await advanceTo(dueMs - MINUTE + SECOND);
    expect(await invokeCharge(chargeEventOf(record))).toBe('finalized');
    await advanceTo(dueMs + HOUR);
    expect(saleCount(record)).toBe(1);
    expect((await driver.show(record.id)).nextPaymentDate).toBe(nextMonth(dueMs));
    await cancelAndCheckBooks(record);
  });

  it('an event that is late charges late and leaves the next due date unchanged', async () => {
    const { record, dueMs } = await dueInAnHour();
    await advanceToWith({ delayMs: 2 * MINUTE }, dueMs + 3 * MINUTE);
    const [attempt] = await driver.attempts(record.id);
    expect([attempt?.trigger, attempt?.status]).toEqual(['Schedule', 'Succeeded']);
    expect((await driver.show(record.id)).nextPaymentDate).toBe(nextMonth(dueMs));
    await cancelAndCheckBooks(record);
  });

  it('the sweep charges within ten minutes if no event is delivered, in every period', async () => {
    const { record, dueMs } = await dueInAnHour({ frequency: 'daily', maxPaymentCount: 5 });
    await advanceToWith('drop', dueMs + 6 * DAY);
    const attempts = await driver.attempts(record.id);
    expect(attempts.map(({ periodNumber, trigger }) => [periodNumber, trigger])).toEqual(
      [1, 2, 3, 4, 5].map((period) => [period, 'CatchUp']),
    );
    for (const { attemptedAt, dueDate } of attempts) {
      expect(Date.parse(attemptedAt) - Date.parse(dueDate)).toBeLessThanOrEqual(10 * MINUTE);
    }
    expect((await driver.show(record.id)).status).toBe('Completed');
    await driver.checkBooks(record.id);
  });

  it('an event is ignored if the recurring payment was paused or cancelled before it', async () => {
    const { record: paused, dueMs } = await dueInAnHour();
    const { record: cancelled } = await dueInAnHour();
    await driver.pause(paused.id);
    await driver.cancel(cancelled.id);
    await advanceTo(dueMs + HOUR);
    for (const record of [paused, cancelled]) {
      expect(await invokeCharge(chargeEventOf(record))).toBe('ignored');
      expect(saleCount(record)).toBe(0);
    }
    await cancelAndCheckBooks(paused);
  });

  it('an event for a retry is ignored after a pause, a cancel or a resume', async () => {
    for (const order of ['pause', 'cancel', 'resume'] as const) {
      const { record, dueMs } = await dueInAnHour();
      service.bank.script(['decline:51']);
      await advanceTo(dueMs + MINUTE);
      await driver[order === 'resume' ? 'pause' : order](record.id);
      if (order === 'resume') await driver.resume(record.id);
      await advanceTo(dueMs + 2 * DAY);
      expect(await invokeCharge(chargeEventOf(record, 1, 2))).toBe('ignored');
      expect(saleCount(record)).toBe(1);
      await cancelAndCheckBooks(record);
    }
  });

  it('an event is ignored after the recurring payment was cancelled and its card deleted', async () => {
    const { record, dueMs } = await dueInAnHour();
    await driver.cancel(record.id);
    expect((await api('DELETE', `/api/card/${record.cardStorageId}`)).status).toBe(200);
    await advanceTo(dueMs + HOUR);
    expect(await invokeCharge(chargeEventOf(record))).toBe('ignored');
    expect(saleCount(record)).toBe(0);
  });

  it('an event for an unknown recurring payment is ignored and logged', async () => {
    const event = {
      ...chargeEventOf(await driver.create()),
      recurringPaymentId: '01890000-0000-7000-8000-000000000009',
    };
    expect(await invokeCharge(event)).toBe('ignored');
    expect(logs.at(-1)).toContain('"reason":"NotFound"');
  });
});

/** Returns the same time a month later in Istanbul, which has no daylight saving time. */
function nextMonth(dueMs: number): string {
  const date = new Date(dueMs);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString();
}
