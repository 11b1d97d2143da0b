import {
  ConflictException,
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  type ListSchedulesCommandInput,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chargeArn,
  closeSchedulers,
  type Harness,
  queueArn,
  roleArn,
  scheduleInput,
  startScheduler,
} from './harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await startScheduler();
});
afterEach(closeSchedulers);

const get = (Name: string, GroupName?: string) =>
  harness.client.send(new GetScheduleCommand({ Name, ...(GroupName ? { GroupName } : {}) }));

describe('a schedule', () => {
  it('is shown as it was made, with the defaults AWS fills in', async () => {
    const created = await harness.create('first');
    const shown = await get('first');
    expect(created.ScheduleArn).toBe('arn:aws:scheduler:eu-central-1:000000000000:schedule/default/first');
    expect(shown).toMatchObject({
      Arn: created.ScheduleArn,
      Name: 'first',
      GroupName: 'default',
      State: 'ENABLED',
      ScheduleExpressionTimezone: 'UTC',
      ActionAfterCompletion: 'NONE',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 } },
    });
    expect(shown.CreationDate?.toISOString()).toMatch(/^2027-01-01T00:00/);
    expect(shown.StartDate).toBeUndefined();
  });

  it('keeps everything it was given', async () => {
    const given = {
      Description: 'every month',
      ScheduleExpression: 'cron(0 9 1 * ? *)',
      ScheduleExpressionTimezone: 'Europe/Istanbul',
      StartDate: new Date('2027-02-01T00:00:00Z'),
      EndDate: new Date('2028-02-01T00:00:00Z'),
      State: 'DISABLED',
      ActionAfterCompletion: 'DELETE',
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
      Target: {
        Arn: chargeArn,
        RoleArn: roleArn,
        Input: '{"a":1}',
        DeadLetterConfig: { Arn: queueArn },
        RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 },
      },
    } as const;
    await harness.create('full', given);
    expect(await get('full')).toMatchObject(given);
  });

  it('exists once: another of its name is a ConflictException, unless in another group', async () => {
    await harness.create('one');
    await expect(harness.create('one')).rejects.toThrow(ConflictException);
    await harness.client.send(new CreateScheduleGroupCommand({ Name: 'else' }));
    await harness.create('one', { GroupName: 'else', Description: 'the other' });
    expect((await get('one')).Description).toBeUndefined();
    expect((await get('one', 'else')).Description).toBe('the other');
  });

  it('is replaced as a whole by an update, its creation date kept', async () => {
    await harness.create('one', { Description: 'old' });
    await harness.moveTo('2027-01-02T00:00:00Z');
    const next = scheduleInput('one', { ScheduleExpression: 'rate(5 minutes)' });
    await harness.client.send(new UpdateScheduleCommand(next));
    const shown = await get('one');
    expect(shown.ScheduleExpression).toBe('rate(5 minutes)');
    expect(shown.Description).toBeUndefined();
    expect(shown.CreationDate?.toISOString()).toMatch(/^2027-01-01/);
    expect(shown.LastModificationDate?.toISOString()).toMatch(/^2027-01-02/);
  });

  it('that does not exist cannot be shown, updated or deleted', async () => {
    const { client } = harness;
    await expect(get('nobody')).rejects.toThrow(ResourceNotFoundException);
    await expect(client.send(new UpdateScheduleCommand(scheduleInput('nobody')))).rejects.toThrow(
      ResourceNotFoundException,
    );
    await expect(client.send(new DeleteScheduleCommand({ Name: 'nobody' }))).rejects.toThrow(
      ResourceNotFoundException,
    );
    await expect(harness.create('one', { GroupName: 'nowhere' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('may have every character AWS allows in its name', async () => {
    await harness.create('Az09-_.');
    expect((await get('Az09-_.')).Name).toBe('Az09-_.');
  });

  it.each([
    ['a name with a slash', 'a/b', {}],
    ['a name of 65', 'x'.repeat(65), {}],
    ['no expression', 'x', { ScheduleExpression: '' }],
    ['an expression that is none', 'x', { ScheduleExpression: 'at(2027-02-30T09:00:00)' }],
    ['a zone that is none', 'x', { ScheduleExpressionTimezone: 'Mars/Olympus' }],
    ['an end before its start', 'x', { StartDate: new Date(2000), EndDate: new Date(1000) }],
    ['a flexible window without length', 'x', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' as const } }],
    [
      'a length without flexible window',
      'x',
      { FlexibleTimeWindow: { Mode: 'OFF' as const, MaximumWindowInMinutes: 1 } },
    ],
    ['an unknown state', 'x', { State: 'PAUSED' as 'ENABLED' }],
    ['no target', 'x', { Target: undefined }],
    ['a target that is no ARN', 'x', { Target: { Arn: 'charge', RoleArn: roleArn } }],
    ['a role that is none', 'x', { Target: { Arn: chargeArn, RoleArn: 'charge' } }],
    ['an input that is no JSON', 'x', { Target: { Arn: chargeArn, RoleArn: roleArn, Input: '{' } }],
    [
      'more retries than AWS makes',
      'x',
      { Target: { Arn: chargeArn, RoleArn: roleArn, RetryPolicy: { MaximumRetryAttempts: 186 } } },
    ],
    [
      'a dead-letter queue that is none',
      'x',
      { Target: { Arn: chargeArn, RoleArn: roleArn, DeadLetterConfig: { Arn: chargeArn } } },
    ],
  ])('is refused with %s', async (_case, name, given) => {
    await expect(harness.create(name, given)).rejects.toThrow(ValidationException);
    expect(await harness.timeline.moveTo(Date.UTC(2030, 0, 1))).toBe(0);
  });
});

describe('a client token', () => {
  it('makes a repeated call the same call, as when the SDK retries after a lost answer', async () => {
    const { client } = harness;
    const create = new CreateScheduleCommand(scheduleInput('one', { ClientToken: 'c1' }));
    const first = await client.send(create);
    expect((await client.send(create)).ScheduleArn).toBe(first.ScheduleArn);
    const remove = new DeleteScheduleCommand({ Name: 'one', ClientToken: 'd1' });
    await client.send(remove);
    await client.send(remove);
    await expect(get('one')).rejects.toThrow(ResourceNotFoundException);
  });

  it('used for another call is refused', async () => {
    await harness.create('one', { ClientToken: 'c1' });
    await expect(harness.create('two', { ClientToken: 'c1' })).rejects.toThrow(ConflictException);
  });

  it('is not spent by a call that was refused', async () => {
    const one = { ClientToken: 'c1', GroupName: 'later' };
    await expect(harness.create('one', one)).rejects.toThrow(ResourceNotFoundException);
    await harness.client.send(new CreateScheduleGroupCommand({ Name: 'later' }));
    await harness.create('one', one);
  });
});

describe('the list of schedules', () => {
  const list = async (input: ListSchedulesCommandInput) => {
    const page = await harness.client.send(new ListSchedulesCommand(input));
    return { names: page.Schedules?.map((schedule) => schedule.Name), next: page.NextToken };
  };

  it('filters by prefix, state and group', async () => {
    await harness.client.send(new CreateScheduleGroupCommand({ Name: 'other' }));
    await harness.create('rp-1');
    await harness.create('rp-2', { State: 'DISABLED' });
    await harness.create('rp-3', { GroupName: 'other' });
    await harness.create('sweep');
    expect((await list({})).names).toEqual(['rp-1', 'rp-2', 'sweep', 'rp-3']);
    expect((await list({ NamePrefix: 'rp' })).names).toEqual(['rp-1', 'rp-2', 'rp-3']);
    expect((await list({ State: 'DISABLED' })).names).toEqual(['rp-2']);
    expect((await list({ GroupName: 'other' })).names).toEqual(['rp-3']);
    await expect(list({ GroupName: 'nowhere' })).rejects.toThrow(ResourceNotFoundException);
  });

  it('shows every schedule once over its pages, although some come and go in between', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await harness.create(name);
    const first = await list({ MaxResults: 3 });
    expect(first.names).toEqual(['a', 'b', 'c']);
    await harness.client.send(new DeleteScheduleCommand({ Name: 'c' }));
    await harness.create('aa');
    const second = await list({ MaxResults: 2, NextToken: first.next });
    expect(second.names).toEqual(['d', 'e']);
    const third = await list({ MaxResults: 2, NextToken: second.next });
    expect(third).toEqual({ names: ['f', 'g'], next: undefined });
    await expect(list({ NextToken: '%%' })).rejects.toThrow(ValidationException);
    await expect(list({ MaxResults: 101 })).rejects.toThrow(ValidationException);
  });
});

describe('a schedule group', () => {
  it('is made once, shown, listed, and takes its schedules with it when it goes', async () => {
    const { client } = harness;
    const made = await client.send(new CreateScheduleGroupCommand({ Name: 'plans' }));
    await expect(client.send(new CreateScheduleGroupCommand({ Name: 'plans' }))).rejects.toThrow(
      ConflictException,
    );
    const shown = await client.send(new GetScheduleGroupCommand({ Name: 'plans' }));
    expect(shown).toMatchObject({ Arn: made.ScheduleGroupArn, Name: 'plans', State: 'ACTIVE' });
    const listed = await client.send(new ListScheduleGroupsCommand({}));
    expect(listed.ScheduleGroups?.map((group) => group.Name)).toEqual(['default', 'plans']);
    await harness.create('goes', { GroupName: 'plans' });
    await harness.create('stays');
    await client.send(new DeleteScheduleGroupCommand({ Name: 'plans' }));
    await expect(get('goes', 'plans')).rejects.toThrow(ResourceNotFoundException);
    await harness.moveTo('2027-04-01T00:00:00Z');
    expect(harness.invocations).toEqual(['2027-03-01T09:00 "stays"']);
  });

  it('named default is always there and cannot be deleted', async () => {
    const remove = harness.client.send(new DeleteScheduleGroupCommand({ Name: 'default' }));
    await expect(remove).rejects.toThrow(ValidationException);
  });
});

describe('the service', () => {
  it.each([
    ['PATCH', '/schedules/x', 404],
    ['GET', '/', 404],
    ['POST', '/schedules', 404],
    ['GET', '/constructor', 404],
    ['POST', '/schedules/x', 400],
    ['GET', '/schedules/%', 400],
  ])('answers %s %s in the shape of the protocol', async (method, path, status) => {
    const answer = await fetch(`${harness.endpoint}${path}`, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.json()).toMatchObject({ Message: expect.any(String) });
  });
});
