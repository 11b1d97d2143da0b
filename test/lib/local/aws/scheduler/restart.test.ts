import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredSchedule } from '../../../../../lib/local/aws/scheduler/schedule-store.ts';
import { openSnapshot } from '../../../../../lib/local/snapshot.ts';
import { rounds } from '../../../../harness/thoroughness.ts';
import { closeSchedulers, type Harness, scheduleInput, startScheduler } from './harness.ts';

const MANY = rounds(10_000, 2_000);

afterEach(closeSchedulers);

describe('embedded Scheduler restart', () => {
  const inFile = async (test: (file: string) => Promise<void>) => {
    const folder = mkdtempSync(join(tmpdir(), 'scheduler-'));
    try {
      await test(join(folder, 'schedules.jsonl'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('a restart keeps schedules, pending retries and missed invocations', async () => {
    const snapshot = openSnapshot<StoredSchedule>();
    const before = await startScheduler({ snapshot, invoke: () => Promise.reject(new Error('throttled')) });
    await before.create('retried');
    await before.create('missed', { ScheduleExpression: 'at(2027-03-05T09:00:00)' });
    await before.create('later', { ScheduleExpression: 'at(2027-05-01T09:00:00)' });
    await before.moveTo('2027-03-01T09:00:30Z');
    const after = await startScheduler({ snapshot, startAt: '2027-03-10T00:00:00Z' });
    expect(await after.timeline.moveTo(after.clock.nowMs())).toBe(2);
    expect(after.invocations).toEqual(['2027-03-10T00:00 "retried"', '2027-03-10T00:00 "missed"']);
    expect(await after.moveTo('2027-06-01T00:00:00Z')).toBe(1);
  });

  it('a file of an earlier version is loaded', async () => {
    const definition = { ...scheduleInput('one'), GroupName: 'default', State: 'ENABLED' };
    const executionId = '4f0c7c1e-5d0e-4a55-9d3c-0a3cbb1f3a11';
    const dueMs = Date.UTC(2027, 2, 1, 9);
    const waiting = [{ executionId, scheduledMs: dueMs, dueMs, attempt: 1 }];
    const dates = { createdAtMs: dueMs - 1, modifiedAtMs: dueMs - 1, anchorMs: dueMs - 1 };
    const schedule = { definition, ...dates, revision: 'fb0c7c1e-5d0e-4a55-9d3c-0a3cbb1f3a11', waiting };
    await inFile(async (file) => {
      writeFileSync(file, `${JSON.stringify(['default/one', schedule])}\n`);
      const harness = await startScheduler({ snapshot: openSnapshot<StoredSchedule>(file) });
      expect(await harness.moveTo('2027-03-02T00:00:00Z')).toBe(1);
      expect(harness.invocations).toEqual(['2027-03-01T09:00 "one"']);
      expect(harness.names()).toEqual([]);
    });
  });

  it('a kill loses none of thousands of schedules', async () => {
    await inFile(async (file) => {
      const first = await startScheduler({ snapshot: openSnapshot<StoredSchedule>(file) });
      await createMany(first, MANY);
      expect(await first.moveTo('2027-03-01T12:00:00Z')).toBe(MANY / 2);
      // The first service is not closed, as after a kill.
      const second = await startScheduler({
        snapshot: openSnapshot<StoredSchedule>(file),
        startAt: '2027-03-01T12:00:00Z',
      });
      expect(await second.moveTo('2027-03-03T00:00:00Z')).toBe(MANY / 2);
      const names = [...first.invocations, ...second.invocations].map((line) => line.slice(17));
      expect(new Set(names).size).toBe(MANY);
    });
  });
});

/** Calls the service without HTTP, because thousands of HTTP calls take long. */
async function createMany(harness: Harness, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const day = index % 2 === 0 ? '01' : '02';
    const { Name, ...input } = scheduleInput(`plan-${index}`, {
      ScheduleExpression: `at(2027-03-${day}T0${index % 7}:00:00)`,
    });
    const answer = await harness.scheduler.service({
      method: 'POST',
      url: `/schedules/${Name}`,
      headers: {},
      body: Buffer.from(JSON.stringify(input)),
      address: '127.0.0.1',
    });
    expect(answer.status).toBe(200);
  }
}
