import { DeleteScheduleCommand } from '@aws-sdk/client-scheduler';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeliveryResult } from '../../../../../lib/local/aws/scheduler/delivery.ts';
import { closeSchedulers, type Harness, startScheduler, targetOf } from './harness.ts';

afterEach(closeSchedulers);

describe('embedded Scheduler delivery', () => {
  it('a schedule invokes its target once, at its time in UTC, and is then deleted', async () => {
    const harness = await startScheduler();
    await harness.create('one');
    expect(await harness.moveTo('2027-03-01T08:59:59Z')).toBe(0);
    expect(harness.names()).toEqual(['one']);
    expect(await harness.moveTo('2030-01-01T00:00:00Z')).toBe(1);
    expect(harness.invocations).toEqual(['2027-03-01T09:00 "one"']);
    expect(harness.names()).toEqual([]);
  });

  it('a schedule in the past invokes its target at once', async () => {
    const harness = await startScheduler({ startAt: '2027-06-01T00:00:00Z' });
    await harness.create('one');
    expect(await harness.timeline.moveTo(harness.clock.nowMs())).toBe(1);
    expect(harness.invocations).toEqual(['2027-06-01T00:00 "one"']);
  });

  it('an invocation can delete its schedule and create it again', async () => {
    let count = 0;
    const harness: Harness = await startScheduler({
      invoke: async () => {
        count += 1;
        await harness.client.send(new DeleteScheduleCommand({ Name: 'one' }));
        const next = `at(2027-03-0${count + 1}T09:00:00)`;
        if (count < 3) await harness.create('one', { ScheduleExpression: next });
      },
    });
    await harness.create('one');
    expect(await harness.moveTo('2027-04-01T00:00:00Z')).toBe(3);
    expect(harness.names()).toEqual([]);
  });

  it('a schedule that became due during an outage fires afterwards', async () => {
    const harness = await startScheduler();
    await harness.create('one');
    await harness.timeline.setRunning(false);
    expect(await harness.moveTo('2027-03-10T12:00:00Z')).toBe(0);
    expect(await harness.timeline.setRunning(true)).toBe(1);
    expect(harness.invocations).toEqual(['2027-03-10T12:00 "one"']);
  });
});

describe('embedded Scheduler retries', () => {
  const retrying = (retries: number, ageSeconds = 86_400) => ({
    Target: targetOf({
      Input: '{"a":1}',
      RetryPolicy: { MaximumRetryAttempts: retries, MaximumEventAgeInSeconds: ageSeconds },
    }),
  });
  const startRefusing = async () => {
    const times: string[] = [];
    const harness: Harness = await startScheduler({
      invoke: () => {
        times.push(harness.clock.now().toISOString().slice(11, 16));
        return Promise.reject(new TypeError('no such function'));
      },
    });
    return { harness, times };
  };

  it('a target that cannot be invoked is retried by the policy, then a dead letter is stored', async () => {
    const { harness, times } = await startRefusing();
    await harness.create('one', retrying(4));
    expect(await harness.moveTo('2027-03-01T09:00:30Z')).toBe(1);
    expect(harness.names()).toEqual(['one']);
    expect(await harness.moveTo('2027-03-02T00:00:00Z')).toBe(4);
    expect(times).toEqual(['09:00', '09:01', '09:03', '09:07', '09:12']);
    expect(harness.names()).toEqual([]);
    expect(harness.scheduler.deadLetters).toMatchObject([{ Name: 'one', Target: { Input: '{"a":1}' } }]);
  });

  it('a target is not retried beyond the maximum age of the policy', async () => {
    const { harness } = await startRefusing();
    await harness.create('one', retrying(185, 600));
    expect(await harness.moveTo('2027-03-02T00:00:00Z')).toBe(4);
    expect(harness.scheduler.deadLetters).toHaveLength(1);
  });

  it('a target is not invoked again after a successful retry', async () => {
    let attempts = 0;
    const harness = await startScheduler({
      invoke: async () => {
        attempts += 1;
        if (attempts < 3) throw new Error('throttled');
      },
    });
    await harness.create('one', retrying(5));
    expect(await harness.moveTo('2027-03-02T00:00:00Z')).toBe(3);
    expect(harness.scheduler.deadLetters).toEqual([]);
    expect(harness.names()).toEqual([]);
  });
});

describe('embedded Scheduler fault injection', () => {
  const invocationsWith = async (result: DeliveryResult) => {
    const harness = await startScheduler({
      faults: ({ Name }) => (Name === 'first' ? result : 'deliver'),
    });
    await harness.create('first');
    await harness.create('second', { ScheduleExpression: 'at(2027-03-01T10:00:00)' });
    const fired = await harness.moveTo('2027-03-02T00:00:00Z');
    expect(harness.names()).toEqual([]);
    return { fired, at: harness.invocations.map((line) => line.slice(11)) };
  };

  it('an invocation can be delivered twice, without effect on others', async () => {
    const at = ['09:00 "first"', '09:00 "first"', '10:00 "second"'];
    expect(await invocationsWith('twice')).toEqual({ fired: 3, at });
  });

  it('an invocation can be dropped, without effect on others', async () => {
    expect(await invocationsWith('drop')).toEqual({ fired: 1, at: ['10:00 "second"'] });
  });

  it('an invocation can be delayed beyond a later one, once', async () => {
    const at = ['10:00 "second"', '10:30 "first"'];
    expect(await invocationsWith({ delayMs: 90 * 60_000 })).toEqual({ fired: 2, at });
  });

  it('an invocation that is delivered twice is delivered concurrently', async () => {
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

  it('a schedule exists until its delayed invocation is made', async () => {
    const harness = await startScheduler({ faults: () => ({ delayMs: 3_600_000 }) });
    await harness.create('one');
    await harness.moveTo('2027-03-01T09:30:00Z');
    expect(harness.names()).toEqual(['one']);
    await harness.moveTo('2027-03-01T10:30:00Z');
    expect(harness.invocations).toEqual(['2027-03-01T10:00 "one"']);
    expect(harness.names()).toEqual([]);
  });
});
