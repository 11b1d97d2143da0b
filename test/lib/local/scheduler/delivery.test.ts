import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateScheduleGroupCommand } from '@aws-sdk/client-scheduler';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fate } from '../../../../lib/local/scheduler/firing.ts';
import type { StoredGroup } from '../../../../lib/local/scheduler/groups.ts';
import type { StoredSchedule } from '../../../../lib/local/scheduler/occasion.ts';
import { openSnapshot } from '../../../../lib/local/snapshot.ts';
import {
  chargeArn,
  closeSchedulers,
  type Harness,
  queueArn,
  roleArn,
  scheduleInput,
  startScheduler,
} from './harness.ts';

afterEach(closeSchedulers);

describe('a target that cannot be invoked', () => {
  const refusing = { invoke: () => Promise.reject(new TypeError('no such function')) };
  const target = (retries: number, ageSeconds = 86_400) => ({
    Target: {
      Arn: chargeArn,
      RoleArn: roleArn,
      Input: '{"attempt":"<aws.scheduler.attempt-number>"}',
      DeadLetterConfig: { Arn: queueArn },
      RetryPolicy: { MaximumRetryAttempts: retries, MaximumEventAgeInSeconds: ageSeconds },
    },
  });

  it('is tried again as often as the policy says, then its payload goes to the dead letters', async () => {
    const harness = await startScheduler(refusing);
    await harness.create('one', { ...target(3), ActionAfterCompletion: 'DELETE' });
    expect(await harness.moveTo('2027-03-01T09:00:30Z')).toBe(1);
    expect(await harness.exists('one')).toBe(true);
    expect(await harness.moveTo('2027-03-02T00:00:00Z')).toBe(3);
    expect(await harness.exists('one')).toBe(false);
    expect(harness.scheduler.deadLetters).toMatchObject([
      {
        queueArn,
        body: '{"attempt":"4"}',
        attributes: {
          ERROR_CODE: 'TypeError',
          ERROR_MESSAGE: 'no such function',
          EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
          RETRY_ATTEMPTS: '3',
          SCHEDULED_TIME: '2027-03-01T09:00:00Z',
          TARGET_ARN: chargeArn,
        },
      },
    ]);
  });

  it('is given up when the event has become too old', async () => {
    const harness = await startScheduler(refusing);
    await harness.create('one', target(185, 600));
    const tries = await harness.moveTo('2027-03-02T00:00:00Z');
    expect(tries).toBe(4);
    const [letter] = harness.scheduler.deadLetters;
    expect(letter?.attributes['EXHAUSTED_RETRY_CONDITION']).toBe('MaximumEventAgeInSeconds');
  });

  it('does not stop a recurring schedule', async () => {
    const times: string[] = [];
    const harness: Harness = await startScheduler({
      invoke: async () => {
        times.push(harness.clock.now().toISOString().slice(11, 16));
        if (times.length < 3) throw new Error('throttled');
      },
    });
    await harness.create('hourly', { ...target(5), ScheduleExpression: 'cron(0 * * * ? *)' });
    expect(await harness.moveTo('2027-01-01T03:30:00Z')).toBe(5);
    expect(times).toEqual(['01:00', '01:01', '01:03', '02:00', '03:00']);
    expect(harness.scheduler.deadLetters).toEqual([]);
  });
});

describe('an injected fault', () => {
  const hourlyWithFirst = async (fate: Fate) => {
    let asked = 0;
    const harness = await startScheduler({
      faults: ({ Name }) => {
        asked += 1;
        return asked === 1 && Name === 'hourly' ? fate : 'deliver';
      },
    });
    await harness.create('hourly', { ScheduleExpression: 'cron(0 * * * ? *)' });
    const fired = await harness.moveTo('2027-01-01T03:30:00Z');
    return { fired, at: harness.invocations.map((line) => line.slice(11, 16)) };
  };

  it('delivers a trigger twice, the others once', async () => {
    expect(await hourlyWithFirst('twice')).toEqual({ fired: 4, at: ['01:00', '01:00', '02:00', '03:00'] });
  });

  it('loses a trigger, not the ones after it', async () => {
    expect(await hourlyWithFirst('drop')).toEqual({ fired: 2, at: ['02:00', '03:00'] });
  });

  it('delays a trigger beyond the next one, and only once', async () => {
    const late = await hourlyWithFirst({ delayMs: 90 * 60_000 });
    expect(late).toEqual({ fired: 3, at: ['02:00', '02:30', '03:00'] });
  });

  it('delivers the two at the same time, so that they can race', async () => {
    let [inside, most] = [0, 0];
    const harness = await startScheduler({
      faults: () => 'twice',
      invoke: async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      },
    });
    await harness.create('one');
    await harness.moveTo('2027-03-02T00:00:00Z');
    expect(most).toBe(2);
  });

  it('keeps a schedule that is to be deleted until its delayed trigger has fired', async () => {
    const harness = await startScheduler({ faults: () => ({ delayMs: 3_600_000 }) });
    await harness.create('one', { ActionAfterCompletion: 'DELETE' });
    await harness.moveTo('2027-03-01T09:30:00Z');
    expect(await harness.exists('one')).toBe(true);
    await harness.moveTo('2027-03-01T10:30:00Z');
    expect(harness.invocations).toEqual(['2027-03-01T10:00 "one"']);
    expect(await harness.exists('one')).toBe(false);
  });
});

describe('a restart', () => {
  it('keeps schedules, groups, retries under way and what was missed meanwhile', async () => {
    const [snapshot, groupSnapshot] = [openSnapshot<StoredSchedule>(), openSnapshot<StoredGroup>()];
    const before = await startScheduler({
      snapshot,
      groupSnapshot,
      invoke: () => Promise.reject(new Error('throttled')),
    });
    await before.client.send(new CreateScheduleGroupCommand({ Name: 'plans' }));
    await before.create('retried', { GroupName: 'plans' });
    await before.create('missed', { ScheduleExpression: 'at(2027-03-05T09:00:00)' });
    await before.create('monthly', { ScheduleExpression: 'cron(0 9 20 * ? *)', State: 'DISABLED' });
    await before.moveTo('2027-03-01T09:00:30Z');
    const after = await startScheduler({ snapshot, groupSnapshot, startAt: '2027-03-10T00:00:00Z' });
    expect(await after.timeline.moveTo(after.clock.nowMs())).toBe(2);
    expect(after.invocations).toEqual(['2027-03-10T00:00 "retried"', '2027-03-10T00:00 "missed"']);
    await after.create('another', { GroupName: 'plans' });
    expect(await after.moveTo('2027-06-01T00:00:00Z')).toBe(1);
  });
});

describe('many schedules', () => {
  it('ten thousand of them cost moments to move over, and survive a kill', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scheduler-'));
    const file = join(folder, 'schedules.jsonl');
    try {
      const first = await startScheduler({ snapshot: openSnapshot<StoredSchedule>(file) });
      await createMany(first, 10_000);
      const before = performance.now();
      expect(await first.moveTo('2027-03-01T12:00:00Z')).toBe(5000);
      expect(performance.now() - before).toBeLessThan(4000);
      // Nothing is closed: this is what a kill leaves.
      const second = await startScheduler({
        snapshot: openSnapshot<StoredSchedule>(file),
        startAt: '2027-03-01T12:00:00Z',
      });
      expect(await second.moveTo('2027-03-03T00:00:00Z')).toBe(5000);
      expect(new Set([...first.invocations, ...second.invocations].map((line) => line.slice(17))).size).toBe(
        10_000,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Straight into the service: ten thousand HTTP calls would measure something else. */
async function createMany(harness: Harness, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const day = index % 2 === 0 ? '01' : '02';
    const input = scheduleInput(`plan-${index}`, {
      ScheduleExpression: `at(2027-03-${day}T0${index % 7}:00:00)`,
      ActionAfterCompletion: 'DELETE',
    });
    const answer = await harness.scheduler.service({
      method: 'POST',
      url: `/schedules/${input.Name}`,
      headers: {},
      body: Buffer.from(JSON.stringify(input)),
      address: '127.0.0.1',
    });
    expect(answer.status).toBe(200);
  }
}
