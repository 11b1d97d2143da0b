import {
  ConflictException,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chargeArn,
  closeSchedulers,
  type Harness,
  scheduleInput,
  startScheduler,
  targetOf,
} from './harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startScheduler();
});
afterEach(closeSchedulers);

const remove = (Name: string) => harness.client.send(new DeleteScheduleCommand({ Name }));

describe('embedded CreateSchedule', () => {
  it('CreateSchedule stores the schedule as it was sent and returns its ARN', async () => {
    const { ScheduleArn } = await harness.create('first', { ClientToken: 'c1' });
    expect(ScheduleArn).toBe('arn:aws:scheduler:eu-central-1:000000000000:schedule/default/first');
    expect(harness.scheduler.schedules()).toEqual([{ ...scheduleInput('first'), GroupName: 'default' }]);
  });

  it('CreateSchedule returns ConflictException if the name exists', async () => {
    await harness.create('one');
    await expect(harness.create('one')).rejects.toThrow(ConflictException);
  });

  it('CreateSchedule returns ResourceNotFoundException for groups other than default', async () => {
    await expect(harness.create('one', { GroupName: 'nowhere' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('CreateSchedule accepts every character that AWS allows in a name', async () => {
    await harness.create('Az09-_.');
    expect(harness.names()).toEqual(['Az09-_.']);
  });

  it.each([
    ['cron(...)', 'ScheduleExpression', { ScheduleExpression: 'cron(0 9 1 * ? *)' }],
    ['rate(...)', 'ScheduleExpression', { ScheduleExpression: 'rate(5 minutes)' }],
    ['a time zone', 'ScheduleExpressionTimezone', { ScheduleExpressionTimezone: 'Europe/Istanbul' }],
    [
      'a flexible window',
      'FlexibleTimeWindow.Mode',
      { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 } },
    ],
    ['a start date', 'StartDate', { StartDate: new Date(2000) }],
    ['an end date', 'EndDate', { EndDate: new Date(2000) }],
    ['a state', 'State', { State: 'DISABLED' }],
    ['a schedule that stays', 'ActionAfterCompletion', { ActionAfterCompletion: 'NONE' }],
    ['another parameter of a target', 'Target.SqsParameters', { Target: targetOf({ SqsParameters: {} }) }],
    ['a target without input', 'Target.Input', { Target: targetOf({ Input: undefined }) }],
    [
      'context attributes',
      'Target.Input',
      { Target: targetOf({ Input: '"<aws.scheduler.scheduled-time>"' }) },
    ],
    ['a target without retry policy', 'Target.RetryPolicy', { Target: targetOf({ RetryPolicy: undefined }) }],
  ] as const)(
    'CreateSchedule rejects an option that is not emulated by its name: %s',
    async (_case, field, given) => {
      const create = harness.create('x', given);
      await expect(create).rejects.toThrow(ValidationException);
      await expect(create).rejects.toThrow(field);
      expect(harness.names()).toEqual([]);
    },
  );

  it.each([
    ['a name with a slash', 'a/b', {}],
    ['a name of 65', 'x'.repeat(65), {}],
    ['no expression', 'x', { ScheduleExpression: '' }],
    ['a date that does not exist', 'x', { ScheduleExpression: 'at(2027-02-29T09:00:00)' }],
    ['an hour that does not exist', 'x', { ScheduleExpression: 'at(2027-03-01T24:00:00)' }],
    ['no seconds', 'x', { ScheduleExpression: 'at(2027-03-01T09:00)' }],
    ['a Z', 'x', { ScheduleExpression: 'at(2027-03-01T09:00:00Z)' }],
    ['no target', 'x', { Target: undefined }],
    ['a target that is not an ARN', 'x', { Target: targetOf({ Arn: 'charge' }) }],
    ['a role that is not an ARN', 'x', { Target: targetOf({ RoleArn: 'charge' }) }],
    ['an input that is not JSON', 'x', { Target: targetOf({ Input: '{' }) }],
    ['too many retries', 'x', { Target: targetOf({ RetryPolicy: { MaximumRetryAttempts: 186 } }) }],
    [
      'a dead-letter queue that is not a queue',
      'x',
      { Target: targetOf({ DeadLetterConfig: { Arn: chargeArn } }) },
    ],
  ])('CreateSchedule rejects %s', async (_case, name, given) => {
    await expect(harness.create(name, given)).rejects.toThrow(ValidationException);
    expect(harness.names()).toEqual([]);
  });
});

describe('embedded DeleteSchedule', () => {
  it('a deleted schedule never fires', async () => {
    await harness.create('one');
    await remove('one');
    expect(harness.names()).toEqual([]);
    expect(await harness.moveTo('2027-04-01T00:00:00Z')).toBe(0);
  });

  it('DeleteSchedule returns ResourceNotFoundException if the schedule does not exist', async () => {
    await expect(remove('nobody')).rejects.toThrow(ResourceNotFoundException);
  });
});

describe('protocol of the embedded Scheduler', () => {
  it('other operations are rejected by name', async () => {
    const { client } = harness;
    const expectRejected = (call: Promise<unknown>, name: string) =>
      expect(call).rejects.toMatchObject({
        name: 'ValidationException',
        message: expect.stringContaining(name),
      });
    await expectRejected(client.send(new UpdateScheduleCommand(scheduleInput('x'))), 'PUT /schedules/x');
    await expectRejected(client.send(new GetScheduleCommand({ Name: 'x' })), 'GET /schedules/x');
    await expectRejected(client.send(new ListSchedulesCommand({})), 'GET /schedules');
    await expectRejected(
      client.send(new CreateScheduleGroupCommand({ Name: 'x' })),
      'POST /schedule-groups/x',
    );
  });

  it.each([
    ['PATCH', '/schedules/x'],
    ['constructor', '/schedules/x'],
    ['GET', '/'],
    ['POST', '/schedules'],
    ['POST', '/schedules/x'],
    ['DELETE', '/schedules/%'],
  ])('a request %s %s returns an error of the Scheduler protocol', async (method, path) => {
    const request = { method, url: path, headers: {}, body: Buffer.alloc(0), address: '127.0.0.1' };
    const answer = await harness.scheduler.service(request);
    expect(answer.status).toBe(path === '/schedules/%' ? 404 : 400);
    expect(answer.headers?.['x-amzn-requestid']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(String(answer.body))).toMatchObject({ Message: expect.any(String) });
  });
});
