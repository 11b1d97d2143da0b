// A clock, a timeline and an embedded Scheduler on a real port. The target records its invocations.
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  SchedulerClient,
  type Target,
} from '@aws-sdk/client-scheduler';
import { createScheduler, type SchedulerOptions } from '../../../../../lib/local/aws/scheduler/scheduler.ts';
import { createClock } from '../../../../../lib/local/time/clock.ts';
import { createTimeline } from '../../../../../lib/local/time/timeline.ts';
import { awsClientOptions, serve } from '../../serve.ts';

export const chargeArn = 'arn:aws:lambda:eu-central-1:000000000000:function:charge';
const roleArn = 'arn:aws:iam::000000000000:role/scheduler';
const queueArn = 'arn:aws:sqs:eu-central-1:000000000000:dead-letters';

export type Harness = Awaited<ReturnType<typeof startScheduler>>;

const started: { close(): Promise<void> }[] = [];

/** Closes all ports; must be called in `afterEach`. */
export async function closeSchedulers(): Promise<void> {
  for (const harness of started.splice(0)) await harness.close();
}

type Settings = Partial<Omit<SchedulerOptions, 'clock'>> & { startAt?: string };

export async function startScheduler({ startAt = '2027-01-01T00:00:30Z', ...options }: Settings = {}) {
  const clock = createClock({ startAt: new Date(startAt) });
  const timeline = createTimeline(clock);
  /** `2027-01-01T09:00 payload`, in order. Without seconds, because real time passes too. */
  const invocations: string[] = [];
  const scheduler = createScheduler({
    clock,
    invoke: async (_targetArn, payload) => {
      invocations.push(`${clock.now().toISOString().slice(0, 16)} ${payload}`);
    },
    ...options,
  });
  timeline.add(scheduler.timedEvents);
  const { endpoint, close } = await serve(scheduler.service);
  const client = new SchedulerClient({ ...awsClientOptions, endpoint, maxAttempts: 1 });
  const harness = {
    clock,
    timeline,
    scheduler,
    client,
    endpoint,
    invocations,
    create: (Name: string, given: Partial<CreateScheduleCommandInput> = {}) =>
      client.send(new CreateScheduleCommand(scheduleInput(Name, given))),
    names: () => scheduler.schedules().map(({ Name }) => Name),
    moveTo: (instant: string) => timeline.moveTo(Date.parse(instant)),
    async close() {
      client.destroy();
      await close();
    },
  };
  started.push(harness);
  return harness;
}

/**
 * The input that functions/schedule/schedule.ts sends, for 09:00 on 1 March 2027; the payload is the name.
 */
export function scheduleInput(
  Name: string,
  given: Partial<CreateScheduleCommandInput> = {},
): CreateScheduleCommandInput {
  return {
    Name,
    ScheduleExpression: 'at(2027-03-01T09:00:00)',
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: targetOf({ Input: JSON.stringify(Name) }),
    ...given,
  };
}

export function targetOf(given: Partial<Target> = {}): Target {
  return {
    Arn: chargeArn,
    RoleArn: roleArn,
    Input: '{}',
    DeadLetterConfig: { Arn: queueArn },
    RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
    ...given,
  };
}
