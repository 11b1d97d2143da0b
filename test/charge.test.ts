// Alarms that ring twice, together, early, late, for a past that is over, or never: the table decides, and the
// bank's books hold exactly the sales that the rules allow (rules 8 and 19, faults C1, C2, races 7 to 12 and 18).
import { describe, expect, it } from 'vitest';
import type { ChargeAlarm } from '#schedule/schedule.ts';
import type { Fate } from '../lib/local/scheduler/firing.ts';
import { openFaults } from './faults.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from './harness.ts';
import { type RecurringData, recurringDesk } from './recurring-desk.ts';

let fate: Fate = 'deliver';
const faults = openFaults();
const harness = await startHarness({
  startAt: new Date('2026-11-20T09:00:00Z'),
  around: faults.around,
  triggerFate: () => fate,
});
const { service, merchant, api, logs, now, moveBy } = harness;
const desk = recurringDesk(harness);

/** Created at a full minute, due an hour later. */
async function dueInAnHour(more: Record<string, unknown> = {}) {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  return { dueMs, record: await desk.create({ startDate: new Date(dueMs).toISOString(), ...more }) };
}
const alarmOf = ({ id }: RecurringData, periodNumber = 1, attemptNumber = 1): ChargeAlarm => ({
  merchantId: merchant.merchantId,
  recurringPaymentId: id,
  periodNumber,
  attemptNumber,
});
const ring = async (alarm: ChargeAlarm) =>
  ((await service.lambdas.invoke('charge', alarm)) as { end: string }).end;
const to = async (instantMs: number) => await service.timeline.moveTo(instantMs);
const soldTimes = ({ id }: RecurringData) => desk.sales(id).length;

async function ends({ id }: RecurringData): Promise<void> {
  await desk.cancel(id);
  await desk.books(id);
}

describe('an alarm', () => {
  it('that is delivered twice charges once', async () => {
    const { record, dueMs } = await dueInAnHour();
    fate = 'twice';
    await to(dueMs + MINUTE);
    fate = 'deliver';
    expect(soldTimes(record)).toBe(1);
    await ends(record);
  });

  it.each([2, 5, 20])('that rings %i times at once charges once', async (times) => {
    const { record, dueMs } = await dueInAnHour();
    fate = 'drop';
    await to(dueMs);
    fate = 'deliver';
    const rings = Array.from({ length: times }, () => ring(alarmOf(record)));
    const results = await Promise.all(rings);
    expect(results.filter((end) => end === 'settled')).toHaveLength(1);
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
    expect(await ring(alarmOf(record))).toBe('settled');
    await to(dueMs + HOUR);
    expect(soldTimes(record)).toBe(1);
    expect((await desk.show(record.id)).nextPaymentDate).toBe(nextMonth(dueMs));
    await ends(record);
  });

  it('that comes late charges late, and the next due date stays where it was', async () => {
    const { record, dueMs } = await dueInAnHour();
    fate = { delayMs: 2 * MINUTE };
    await to(dueMs + 3 * MINUTE);
    fate = 'deliver';
    const [attempt] = await desk.attempts(record.id);
    expect([attempt?.trigger, attempt?.status]).toEqual(['Schedule', 'Succeeded']);
    expect((await desk.show(record.id)).nextPaymentDate).toBe(nextMonth(dueMs));
    await ends(record);
  });

  it('that never comes is made up for by the sweep within ten minutes, again and again', async () => {
    const { record, dueMs } = await dueInAnHour({ frequency: 'daily', maxPaymentCount: 5 });
    fate = 'drop';
    await to(dueMs + 6 * DAY);
    fate = 'deliver';
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

  it('rings for a retry whose recurring payment was paused, cancelled or resumed, and nothing is charged', async () => {
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

describe('at the same moment', () => {
  const ROUNDS = 12;
  /** Everything at once, each call of each worker held back for a while of its own. */
  async function race(seed: number, ...work: (() => Promise<unknown>)[]): Promise<void> {
    faults.jitter(8, seed);
    await Promise.all(work.map((one) => one()));
    faults.jitter(0);
  }

  it.each(['pause', 'cancel'] as const)('a %s and a charge: charged first, or not at all', async (order) => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      fate = 'drop';
      await to(dueMs);
      fate = 'deliver';
      await race(
        seed,
        () => ring(alarmOf(record)),
        async () => expect((await desk[order](record.id)).status).toBe(200),
      );
      await moveBy(2 * HOUR);
      const after = await desk.show(record.id);
      expect(after.status).toBe(order === 'pause' ? 'Paused' : 'Cancelled');
      expect(after.successfulPaymentCount).toBe(soldTimes(record));
      seen.add(soldTimes(record));
      await ends(record);
    }
    expect(seen.size, 'both ends were seen').toBe(2);
  });

  it('two workers, the sweep and its repetition: one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      fate = 'drop';
      await to(dueMs + 4 * MINUTE);
      fate = 'deliver';
      const sweep = () => service.lambdas.invoke('sweep', {});
      await race(
        seed,
        () => ring(alarmOf(record)),
        sweep,
        () => ring(alarmOf(record)),
        sweep,
      );
      expect(soldTimes(record)).toBe(1);
      await ends(record);
    }
  });

  it('two resumes plan one charge', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      await desk.pause(record.id);
      await race(
        seed,
        ...[1, 2].map(() => async () => {
          expect((await desk.resume(record.id)).json.data.status).toBe('Active');
        }),
      );
      await to(dueMs + HOUR);
      expect(soldTimes(record)).toBe(1);
      await ends(record);
    }
  });

  it('a cancel with the deletion of the card, and a charge: never a sale that was not claimed before', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      fate = 'drop';
      await to(dueMs);
      fate = 'deliver';
      const cancelAndDelete = async () => {
        await desk.cancel(record.id);
        expect((await api('DELETE', `/api/card/${record.cardStorageId}`)).status).toBe(200);
      };
      await race(seed, () => ring(alarmOf(record)).catch(() => 'failed'), cancelAndDelete);
      await moveBy(DAY);
      expect((await desk.attempts(record.id)).length).toBeGreaterThanOrEqual(soldTimes(record));
      await desk.books(record.id);
    }
  });

  it('a new expiry and a charge: the old card or the new one, and one sale', async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { record, dueMs } = await dueInAnHour();
      fate = 'drop';
      await to(dueMs);
      fate = 'deliver';
      const renew = async () => {
        expect([200, 409]).toContain((await desk.renewCard(record.cardStorageId)).status);
      };
      await race(seed, () => ring(alarmOf(record)), renew);
      await moveBy(HOUR);
      expect(soldTimes(record)).toBe(1);
      await ends(record);
    }
  });

  it('the last charge that the count allows, rung for by many, is made once and completes', async () => {
    const { record, dueMs } = await dueInAnHour({ maxPaymentCount: 1 });
    fate = 'drop';
    await to(dueMs);
    fate = 'deliver';
    await race(1, ...Array.from({ length: 6 }, () => () => ring(alarmOf(record))));
    expect(await desk.show(record.id)).toMatchObject({ status: 'Completed', successfulPaymentCount: 1 });
    expect(soldTimes(record)).toBe(1);
  });
});

/** A month later on the clocks of Istanbul, which know no daylight saving. */
function nextMonth(dueMs: number): string {
  const date = new Date(dueMs);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString();
}
