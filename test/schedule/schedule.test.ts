// The charge schedules in EventBridge Scheduler: one-time, in UTC, named after their attempt, deleted after
// they have fired, with a dead-letter queue (recurring-payments.md R2 and R8).
import { describe, expect, it } from 'vitest';
import { createChargeSchedule } from '#schedule/schedule.ts';
import type { ScheduleDefinition } from '../../lib/local/aws/scheduler/definition.ts';
import { recurringPaymentDriver } from '../drivers/recurring-payment-driver.ts';
import { DAY, HOUR, MINUTE, SECOND, startHarness } from '../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-11-20T09:00:00Z') });
const { service, merchant, now, moveBy } = harness;
const driver = recurringPaymentDriver(harness);

/** The schedules of a recurring payment, by name. */
function schedulesOf(id: string): ScheduleDefinition[] {
  const schedules = service.scheduler.schedules().filter(({ Name }) => Name.startsWith(id));
  return schedules.sort((one, other) => (one.Name < other.Name ? -1 : 1));
}
const namesOf = (id: string) => schedulesOf(id).map(({ Name }) => Name);
const utc = (instantMs: number) => `at(${new Date(instantMs).toISOString().slice(0, 19)})`;

/** Creates a monthly plan that is due in an hour at a full minute. */
async function due(more: Record<string, unknown> = {}) {
  const dueMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
  return { ...(await driver.create({ startDate: new Date(dueMs).toISOString(), ...more })), dueMs };
}

describe('charge schedules', () => {
  it('a schedule is one-time, in UTC, deletes itself and has a dead-letter queue', async () => {
    const { id, customerId, cardStorageId, dueMs } = await due({ timeZone: 'America/New_York' });
    const [schedule] = schedulesOf(id);
    expect(schedule).toMatchObject({
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
    // The payload has no card number, no amount, and nothing that can change before the schedule fires.
    expect(JSON.parse(schedule?.Target.Input ?? '')).toEqual({
      merchantId: merchant.merchantId,
      recurringPaymentId: id,
      periodNumber: 1,
      attemptNumber: 1,
      contextKeys: {
        currency: 'TRY',
        customerId,
        cardStorageId,
        cardFingerprint: expect.stringMatching(/^v1_[\w-]{43}$/),
      },
    });
    await driver.cancel(id);
  });

  it('a schedule never fires before an instant with milliseconds', async () => {
    const atMs = Math.ceil(now().getTime() / MINUTE) * MINUTE + HOUR;
    const event = {
      merchantId: merchant.merchantId,
      recurringPaymentId: 'none',
      periodNumber: 1,
      attemptNumber: 1,
    };
    for (const ms of [0, 1, 500, 999]) {
      await createChargeSchedule(`rounded-${ms}`, event, { atMs: atMs + ms, nowMs: now().getTime() });
    }
    expect(schedulesOf('rounded').map(({ ScheduleExpression }) => ScheduleExpression)).toEqual([
      utc(atMs),
      ...[1, 2, 3].map(() => utc(atMs + SECOND)),
    ]);
  });

  it('a recurring payment has one schedule at a time, named after its attempt', async () => {
    const { id } = await due({ maxRetryAttempts: 1 });
    service.bank.script(['decline:51', 'approve']);
    expect(namesOf(id)).toEqual([`${id}-1-1`]);
    await moveBy(HOUR + MINUTE);
    expect(namesOf(id)).toEqual([`${id}-1-2`]);
    await moveBy(DAY);
    expect(namesOf(id)).toEqual([`${id}-2-1`]);
    await driver.cancel(id);
    expect(namesOf(id)).toEqual([]);
  });

  it('a schedule for a renewed card has another name, because that of the retry may be firing', async () => {
    const { id, cardStorageId } = await due();
    service.bank.script(['decline:51', 'decline:51']);
    await moveBy(HOUR + MINUTE);
    // The timeline is stopped, so that no schedule fires in between.
    await service.timeline.setRunning(false);
    await driver.renewCard(cardStorageId);
    const [retry, atOnce] = schedulesOf(id);
    expect(retry?.Name).toBe(`${id}-1-2`);
    expect(atOnce?.Name).toMatch(new RegExp(`^${id}-1-2-\\d{10}$`));
    expect(atOnce?.Name.length).toBeLessThanOrEqual(64);
    await service.timeline.setRunning(true);
    await moveBy(5 * SECOND);
    expect((await driver.attempts(id)).at(-1)).toMatchObject({ attemptNumber: 2, trigger: 'CardUpdate' });
    await driver.cancel(id);
  });

  it('a pause deletes the schedule of a retry; that of a due date fires and is ignored', async () => {
    const { id, dueMs } = await due({ frequency: 'daily', retryIntervalHours: 2 });
    await driver.pause(id);
    expect(namesOf(id)).toEqual([`${id}-1-1`]);
    await moveBy(2 * HOUR);
    expect(driver.sales(id)).toEqual([]);
    expect(namesOf(id)).toEqual([]);
    await driver.resume(id);
    const [next] = schedulesOf(id);
    expect([next?.Name, next?.ScheduleExpression]).toEqual([`${id}-2-1`, utc(dueMs + DAY)]);
    service.bank.script(['decline:51']);
    await service.timeline.moveTo(dueMs + DAY + MINUTE);
    expect(namesOf(id)).toEqual([`${id}-2-2`]);
    await driver.pause(id);
    expect(namesOf(id)).toEqual([]);
    await driver.cancel(id);
  });

  it('a try that the caps of its card delay is scheduled for the first allowed instant', async () => {
    const hourly = { maxRetryAttempts: 10, retryIntervalHours: 1 };
    const { id, dueMs } = await due(hourly);
    service.bank.script(Array.from({ length: 11 }, () => 'decline:51'));
    await service.timeline.moveTo(dueMs + 10 * HOUR);
    const [schedule] = schedulesOf(id);
    expect(schedule?.Name).toMatch(new RegExp(`^${id}-1-11-\\d{10}$`));
    expect(schedule?.ScheduleExpression).toBe(utc(dueMs + DAY));
    await service.timeline.moveTo(dueMs + DAY);
    expect(driver.sales(id)).toHaveLength(11);
    await driver.cancel(id);
  });
});

it('no schedule is left when all recurring payments have ended, and none is in the dead-letter queue', () => {
  expect(service.scheduler.schedules()).toEqual([]);
  expect(service.scheduler.deadLetters).toEqual([]);
});
