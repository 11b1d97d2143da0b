// Alarms that ring twice, together, early, late, for a past that is over, or never: the table decides, and
// the bank's books hold exactly the sales that the rules allow (recurring-payments.md R8 and R19,
// crash-safety.md C1 and C2).
import { describe, expect, it } from 'vitest';
import { openChargeDesk } from '../drivers/charge-driver.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../harness/harness.ts';

const { service, desk, api, logs, moveBy, ...charge } = await openChargeDesk();
const { dueInAnHour, alarmOf, ring, to, toWith, soldTimes, ends } = charge;

describe('an alarm', () => {
  it('that is delivered twice charges once', async () => {
    const { record, dueMs } = await dueInAnHour();
    await toWith('twice', dueMs + MINUTE);
    expect(soldTimes(record)).toBe(1);
    await ends(record);
  });

  it.each([2, 5, 20])('that rings %i times at once charges once', async (times) => {
    const { record, dueMs } = await dueInAnHour();
    await toWith('drop', dueMs);
    const rings = Array.from({ length: times }, () => ring(alarmOf(record)));
    const results = await Promise.all(rings);
    expect(results.filter((end) => end === 'finalized')).toHaveLength(1);
    expect(results.filter((end) => end === 'ignored')).toHaveLength(times - 1);
    expect(soldTimes(record)).toBe(1);
    await ends(record);
  });

  it('rings into a running attempt and does nothing', async () => {
    const { record, dueMs } = await dueInAnHour();
    service.bank.script(['lost-after']);
    await to(dueMs);
    expect(await ring(alarmOf(record))).toBe('ignored');
    expect(await ring(alarmOf(record, 1, 2))).toBe('ignored');
    expect((await desk.attempts(record.id)).map(({ status }) => status)).toEqual(['Processing']);
    await moveBy(10 * MINUTE);
    expect(soldTimes(record)).toBe(1);
    await ends(record);
  });

  it('for an attempt that is over, or not yet planned, or never will be, does nothing', async () => {
    const { record, dueMs } = await dueInAnHour();
    service.bank.script(['decline:51']);
    await to(dueMs + HOUR);
    for (const [period, attempt] of [
      [1, 1],
      [1, 3],
      [2, 1],
      [0, 1],
      [99, 7],
    ]) {
      expect(await ring(alarmOf(record, period, attempt))).toBe('ignored');
    }
    await to(dueMs + 25 * HOUR);
    expect(await ring(alarmOf(record, 1, 2))).toBe('ignored');
    expect(soldTimes(record)).toBe(2);
    await ends(record);
  });

  it('that rings more than a minute early does nothing; within the minute it charges', async () => {
    const { record, dueMs } = await dueInAnHour();
    await to(dueMs - MINUTE - SECOND);
    expect(await ring(alarmOf(record))).toBe('ignored');
    await to(dueMs - MINUTE + SECOND);
    expect(await ring(alarmOf(record))).toBe('finalized');
    await to(dueMs + HOUR);
    expect(soldTimes(record)).toBe(1);
    expect((await desk.show(record.id)).nextPaymentDate).toBe(nextMonth(dueMs));
    await ends(record);
  });

  it('that comes late charges late, and the next due date stays where it was', async () => {
    const { record, dueMs } = await dueInAnHour();
    await toWith({ delayMs: 2 * MINUTE }, dueMs + 3 * MINUTE);
    const [attempt] = await desk.attempts(record.id);
    expect([attempt?.trigger, attempt?.status]).toEqual(['Schedule', 'Succeeded']);
    expect((await desk.show(record.id)).nextPaymentDate).toBe(nextMonth(dueMs));
    await ends(record);
  });

  it('that never comes is made up for by the sweep within ten minutes, again and again', async () => {
    const { record, dueMs } = await dueInAnHour({ frequency: 'daily', maxPaymentCount: 5 });
    await toWith('drop', dueMs + 6 * DAY);
    const attempts = await desk.attempts(record.id);
    expect(attempts.map(({ periodNumber, trigger }) => [periodNumber, trigger])).toEqual(
      [1, 2, 3, 4, 5].map((period) => [period, 'CatchUp']),
    );
    for (const { attemptedAt, dueDate } of attempts) {
      expect(Date.parse(attemptedAt) - Date.parse(dueDate)).toBeLessThanOrEqual(10 * MINUTE);
    }
    expect((await desk.show(record.id)).status).toBe('Completed');
    await desk.books(record.id);
  });

  it('rings for what was paused, cancelled or completed meanwhile, and nothing is charged', async () => {
    const { record: paused, dueMs } = await dueInAnHour();
    const { record: cancelled } = await dueInAnHour();
    await desk.pause(paused.id);
    await desk.cancel(cancelled.id);
    await to(dueMs + HOUR);
    for (const record of [paused, cancelled]) {
      expect(await ring(alarmOf(record))).toBe('ignored');
      expect(soldTimes(record)).toBe(0);
    }
    await ends(paused);
  });

  it('rings for a retry after a pause, a cancel or a resume, and nothing is charged', async () => {
    for (const order of ['pause', 'cancel', 'resume'] as const) {
      const { record, dueMs } = await dueInAnHour();
      service.bank.script(['decline:51']);
      await to(dueMs + MINUTE);
      await desk[order === 'resume' ? 'pause' : order](record.id);
      if (order === 'resume') await desk.resume(record.id);
      await to(dueMs + 2 * DAY);
      expect(await ring(alarmOf(record, 1, 2))).toBe('ignored');
      expect(soldTimes(record)).toBe(1);
      await ends(record);
    }
  });

  it('rings after the card was deleted, which needs the recurring payment to have ended', async () => {
    const { record, dueMs } = await dueInAnHour();
    await desk.cancel(record.id);
    expect((await api('DELETE', `/api/card/${record.cardStorageId}`)).status).toBe(200);
    await to(dueMs + HOUR);
    expect(await ring(alarmOf(record))).toBe('ignored');
    expect(soldTimes(record)).toBe(0);
  });

  it('of nobody’s recurring payment is only logged', async () => {
    const alarm = {
      ...alarmOf(await desk.create()),
      recurringPaymentId: '01890000-0000-7000-8000-000000000009',
    };
    expect(await ring(alarm)).toBe('ignored');
    expect(logs.at(-1)).toContain('"reason":"NotFound"');
  });
});

/** A month later on the clocks of Istanbul, which know no daylight saving. */
function nextMonth(dueMs: number): string {
  const date = new Date(dueMs);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString();
}
