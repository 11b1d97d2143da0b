// The alarms of recurring payments as EventBridge Scheduler is given them: one-time, in UTC, named after
// their attempt, gone after they have rung, and never lost without a trace (recurring-payments.md R2 and
// R8).
import { describe, expect, it } from 'vitest';
import type { ScheduleDefinition } from '../../lib/local/aws/scheduler/definition.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, merchant, now, moveBy } = harness;
const desk = recurringPaymentDriver(harness);

/** The alarms of a recurring payment by name. */
function alarmsOf(id: string): ScheduleDefinition[] {
  const alarms = service.scheduler.schedules().filter(({ Name }) => Name.startsWith(id));
  return alarms.sort((one, other) => (one.Name < other.Name ? -1 : 1));
}
const namesOf = (id: string) => alarmsOf(id).map(({ Name }) => Name);
const utc = (instantMs: number) => `at(${new Date(instantMs).toISOString().slice(0, 19)})`;

/** Monthly, due in an hour at a full minute. */
async function due(more: Record<string, unknown> = {}) {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  return { ...(await desk.create({ startDate: new Date(dueMs).toISOString(), ...more })), dueMs };
}

describe('an alarm', () => {
  it('is one-time, in UTC, of one group, deletes itself, and is never lost without a trace', async () => {
    const { id, customerId, cardStorageId, dueMs } = await due({ timeZone: 'America/New_York' });
    const [alarm] = alarmsOf(id);
    expect(alarm).toMatchObject({
      Name: `${id}-1-1`,
      GroupName: process.env['SCHEDULE_GROUP'],
      ScheduleExpression: utc(dueMs),
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'DELETE',
      Target: {
        Arn: process.env['CHARGE_FUNCTION_ARN'],
        RoleArn: process.env['SCHEDULER_ROLE_ARN'],
        DeadLetterConfig: { Arn: process.env['SCHEDULE_DEAD_LETTER_ARN'] },
        RetryPolicy: {
          MaximumEventAgeInSeconds: expect.any(Number),
          MaximumRetryAttempts: expect.any(Number),
        },
      },
    });
    // What it wakes the charge with: no card number, no amount, nothing that could become wrong meanwhile.
    expect(JSON.parse(alarm?.Target.Input ?? '')).toEqual({
      merchantId: merchant.merchantId,
      recurringPaymentId: id,
      periodNumber: 1,
      attemptNumber: 1,
      means: { customerId, cardStorageId, cardFingerprint: expect.stringMatching(/^v1_[\w-]{43}$/) },
    });
    await desk.cancel(id);
  });

  it('is named after its attempt, and there is one at a time', async () => {
    const { id } = await due({ maxRetryAttempts: 1 });
    service.bank.script(['decline:51', 'approve']);
    expect(namesOf(id)).toEqual([`${id}-1-1`]);
    await moveBy(HOUR + MINUTE);
    expect(namesOf(id)).toEqual([`${id}-1-2`]);
    await moveBy(DAY);
    expect(namesOf(id)).toEqual([`${id}-2-1`]);
    await desk.cancel(id);
    expect(namesOf(id)).toEqual([]);
  });

  it('of a new card’s try has a name of its own, because that of the retry may be ringing', async () => {
    const { id, cardStorageId } = await due();
    service.bank.script(['decline:51', 'decline:51']);
    await moveBy(HOUR + MINUTE);
    // Nothing rings while we look.
    await service.timeline.setRunning(false);
    await desk.renewCard(cardStorageId);
    const [retry, atOnce] = alarmsOf(id);
    expect(retry?.Name).toBe(`${id}-1-2`);
    expect(atOnce?.Name).toMatch(new RegExp(`^${id}-1-2-\\d{10}$`));
    expect(atOnce?.Name.length).toBeLessThanOrEqual(64);
    await service.timeline.setRunning(true);
    await moveBy(5 * SECOND);
    expect((await desk.attempts(id)).at(-1)).toMatchObject({ attemptNumber: 2, trigger: 'CardUpdate' });
    await desk.cancel(id);
  });

  it('of a retry goes with a pause; that of a due date rings for nothing, and is set anew', async () => {
    const { id, dueMs } = await due({ frequency: 'daily', retryIntervalHours: 2 });
    await desk.pause(id);
    expect(namesOf(id)).toEqual([`${id}-1-1`]);
    await moveBy(2 * HOUR);
    expect(desk.sales(id)).toEqual([]);
    expect(namesOf(id)).toEqual([]);
    await desk.resume(id);
    const [next] = alarmsOf(id);
    expect([next?.Name, next?.ScheduleExpression]).toEqual([`${id}-2-1`, utc(dueMs + DAY)]);
    service.bank.script(['decline:51']);
    await service.timeline.moveTo(dueMs + DAY + MINUTE);
    expect(namesOf(id)).toEqual([`${id}-2-2`]);
    await desk.pause(id);
    expect(namesOf(id)).toEqual([]);
    await desk.cancel(id);
  });

  it('of a try that waits for the caps of its card is set for the first allowed moment', async () => {
    const hourly = { maxRetryAttempts: 10, retryIntervalHours: 1 };
    const { id, dueMs } = await due(hourly);
    service.bank.script(Array.from({ length: 11 }, () => 'decline:51'));
    await service.timeline.moveTo(dueMs + 10 * HOUR);
    const [alarm] = alarmsOf(id);
    expect(alarm?.Name).toMatch(new RegExp(`^${id}-1-11-\\d{10}$`));
    expect(alarm?.ScheduleExpression).toBe(utc(dueMs + DAY));
    await service.timeline.moveTo(dueMs + DAY);
    expect(desk.sales(id)).toHaveLength(11);
    await desk.cancel(id);
  });
});

it('nothing is left of any alarm when all recurring payments have ended, and none died', () => {
  expect(service.scheduler.schedules()).toEqual([]);
  expect(service.scheduler.deadLetters).toEqual([]);
});
