import { DeleteScheduleCommand, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { afterEach, describe, expect, it } from 'vitest';
import {
  chargeArn,
  closeSchedulers,
  type Harness,
  roleArn,
  scheduleInput,
  startScheduler,
} from './harness.ts';

afterEach(closeSchedulers);

describe('a one-time schedule', () => {
  it('fires once, at its instant in its time zone, and stays', async () => {
    const harness = await startScheduler();
    await harness.create('one', { ScheduleExpressionTimezone: 'Europe/Istanbul' });
    expect(await harness.moveTo('2027-03-01T05:59:59Z')).toBe(0);
    expect(await harness.moveTo('2030-01-01T00:00:00Z')).toBe(1);
    expect(harness.invocations).toEqual(['2027-03-01T06:00 "one"']);
    expect(await harness.exists('one')).toBe(true);
  });

  it('is gone after its firing when it is to be deleted then', async () => {
    const harness = await startScheduler();
    await harness.create('one', { ActionAfterCompletion: 'DELETE' });
    await harness.moveTo('2027-02-01T00:00:00Z');
    expect(await harness.exists('one')).toBe(true);
    await harness.moveTo('2027-03-02T00:00:00Z');
    expect(harness.invocations).toHaveLength(1);
    expect(await harness.exists('one')).toBe(false);
  });

  it('whose time is past fires at once', async () => {
    const harness = await startScheduler({ startAt: '2027-06-01T00:00:00Z' });
    await harness.create('one');
    expect(await harness.timeline.moveTo(harness.clock.nowMs())).toBe(1);
    expect(harness.invocations).toEqual(['2027-06-01T00:00 "one"']);
  });

  it('does not fire when it was deleted, disabled or moved before its time', async () => {
    const harness = await startScheduler();
    for (const name of ['deleted', 'disabled', 'moved']) await harness.create(name);
    await harness.client.send(new DeleteScheduleCommand({ Name: 'deleted' }));
    await harness.client.send(new UpdateScheduleCommand(scheduleInput('disabled', { State: 'DISABLED' })));
    const later = { ScheduleExpression: 'at(2027-05-01T09:00:00)' };
    await harness.client.send(new UpdateScheduleCommand(scheduleInput('moved', later)));
    expect(await harness.moveTo('2027-04-01T00:00:00Z')).toBe(0);
    await harness.client.send(new UpdateScheduleCommand(scheduleInput('disabled')));
    await harness.moveTo('2028-01-01T00:00:00Z');
    expect(harness.invocations).toEqual(['2027-04-01T00:00 "disabled"', '2027-05-01T09:00 "moved"']);
  });

  it('that has fired does not fire again for a new description, but does for a new time', async () => {
    const harness = await startScheduler();
    await harness.create('one');
    await harness.moveTo('2027-03-02T00:00:00Z');
    await harness.client.send(new UpdateScheduleCommand(scheduleInput('one', { Description: 'done' })));
    expect(await harness.moveTo('2027-03-03T00:00:00Z')).toBe(0);
    const again = { ScheduleExpression: 'at(2027-03-04T09:00:00)' };
    await harness.client.send(new UpdateScheduleCommand(scheduleInput('one', again)));
    expect(await harness.moveTo('2027-03-05T00:00:00Z')).toBe(1);
  });

  it('may be made again under its name by its own firing', async () => {
    const harness: Harness = await startScheduler({
      invoke: async () => {
        count += 1;
        await harness.client.send(new DeleteScheduleCommand({ Name: 'one' }));
        if (count < 3)
          await harness.create('one', { ScheduleExpression: `at(2027-03-0${count + 1}T09:00:00)` });
      },
    });
    let count = 0;
    await harness.create('one', { ActionAfterCompletion: 'DELETE' });
    expect(await harness.moveTo('2027-04-01T00:00:00Z')).toBe(3);
    expect(await harness.exists('one')).toBe(false);
  });
});

describe('a recurring schedule', () => {
  it('fires at every occurrence within its dates, then goes if it is to be deleted', async () => {
    const harness = await startScheduler();
    await harness.create('monthly', {
      ScheduleExpression: 'cron(0 9 1 * ? *)',
      ScheduleExpressionTimezone: 'Europe/Berlin',
      StartDate: new Date('2027-02-15T00:00:00Z'),
      EndDate: new Date('2027-05-01T07:00:00Z'),
      ActionAfterCompletion: 'DELETE',
    });
    expect(await harness.moveTo('2027-12-31T00:00:00Z')).toBe(3);
    // The summer hour begins in between; the wall clock says nine each time.
    const fired = ['2027-03-01T08:00 "monthly"', '2027-04-01T07:00 "monthly"', '2027-05-01T07:00 "monthly"'];
    expect(harness.invocations).toEqual(fired);
    expect(await harness.exists('monthly')).toBe(false);
  });

  it('by rate fires at once and then in even steps', async () => {
    const harness = await startScheduler();
    await harness.create('sweep', { ScheduleExpression: 'rate(5 minutes)' });
    expect(await harness.moveTo('2027-01-01T01:00:50Z')).toBe(13);
    const shift = { ScheduleExpression: 'rate(5 minutes)', Description: 'changed' };
    await harness.client.send(new UpdateScheduleCommand(scheduleInput('sweep', shift)));
    expect(await harness.moveTo('2027-01-01T01:05:20Z')).toBe(0);
    expect(await harness.moveTo('2027-01-01T01:05:50Z')).toBe(1);
  });

  it('after an outage fires once for all it missed, then goes on as planned', async () => {
    const harness = await startScheduler();
    await harness.create('daily', { ScheduleExpression: 'cron(0 9 * * ? *)' });
    await harness.timeline.setRunning(false);
    expect(await harness.moveTo('2027-01-10T12:00:00Z')).toBe(0);
    expect(await harness.timeline.setRunning(true)).toBe(1);
    await harness.moveTo('2027-01-11T12:00:00Z');
    expect(harness.invocations).toEqual(['2027-01-10T12:00 "daily"', '2027-01-11T09:00 "daily"']);
  });

  it('stays within its flexible window, at the same place in every run', async () => {
    const runs = [await minutesAndSeconds(), await minutesAndSeconds()];
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).toHaveLength(24);
    expect(runs[0]?.every((time) => time < '30:00')).toBe(true);
    expect(new Set(runs[0]).size).toBeGreaterThan(10);
  });

  async function minutesAndSeconds(): Promise<string[]> {
    const times: string[] = [];
    const harness: Harness = await startScheduler({
      invoke: async () => void times.push(harness.clock.now().toISOString().slice(14, 19)),
    });
    await harness.create('hourly', {
      ScheduleExpression: 'cron(0 * * * ? *)',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 30 },
    });
    await harness.moveTo('2027-01-02T00:45:00Z');
    return times;
  }
});

describe('the payload', () => {
  it('has the context attributes filled in', async () => {
    const harness = await startScheduler();
    const Input = JSON.stringify({
      arn: '<aws.scheduler.schedule-arn>',
      at: '<aws.scheduler.scheduled-time>',
      id: '<aws.scheduler.execution-id>',
      attempt: '<aws.scheduler.attempt-number>',
      twice: '<aws.scheduler.scheduled-time> <aws.scheduler.scheduled-time>',
    });
    await harness.create('one', { Target: { Arn: chargeArn, RoleArn: roleArn, Input } });
    await harness.moveTo('2027-03-02T00:00:00Z');
    const payload = JSON.parse(harness.invocations[0]?.replace(/^\S+ /, '') ?? '');
    expect(payload).toEqual({
      arn: 'arn:aws:scheduler:eu-central-1:000000000000:schedule/default/one',
      at: '2027-03-01T09:00:00Z',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      attempt: '1',
      twice: '2027-03-01T09:00:00Z 2027-03-01T09:00:00Z',
    });
  });

  it('is the scheduled event of AWS where no input was given', async () => {
    const harness = await startScheduler();
    await harness.create('one', { Target: { Arn: chargeArn, RoleArn: roleArn } });
    await harness.moveTo('2027-03-02T00:00:00Z');
    expect(JSON.parse(harness.invocations[0]?.replace(/^\S+ /, '') ?? '')).toMatchObject({
      source: 'aws.scheduler',
      'detail-type': 'Scheduled Event',
      time: '2027-03-01T09:00:00Z',
      resources: ['arn:aws:scheduler:eu-central-1:000000000000:schedule/default/one'],
    });
  });
});
