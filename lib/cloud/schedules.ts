// EventBridge Scheduler: a role for each scheduled function, which can invoke only that function; a
// dead-letter queue; and the schedules of periodic functions.
import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge, OWN_POLICY } from './acknowledge.ts';
import { allow } from './allow.ts';
import { functionArn, scheduleGroupArn } from './arns.ts';
import { nameOf } from './deployment.ts';
import type { DeployedFunction } from './function/deployed-function.ts';
import { createQueue } from './function/queue.ts';
import { LIVE } from './function/traffic.ts';

/** A schedule of a function: when it runs, the schedule's name (default: the function's), and the event. */
export type ScheduledRun = { expression: string; name?: string; input?: Readonly<Record<string, string>> };
/** The group of the schedules of periodic functions, and the queue for what they could not deliver. */
type Beat = { stage: string; groupName: string; deadLetters: IQueue };

export class Schedules extends Construct {
  /** The group is in the data stack: charge schedules outlive the code that created them. */
  readonly groupName: string;
  /** The role of charge schedules. It can invoke the charge function only. */
  readonly chargeRole: Role;
  readonly deadLetters: Queue;
  /** A separate group, so a function that may delete charge schedules cannot stop the sweep. */
  readonly beat: Beat;

  /**
   * The charge function is referenced by name, because it is created later and gets the role and queue as
   * settings.
   */
  constructor(scope: Construct, id: string, stage: string) {
    super(scope, id);
    this.groupName = nameOf(stage);
    const queue = { queueName: nameOf(stage, 'dead-letters'), retentionPeriod: Duration.days(14) };
    this.deadLetters = createQueue(this, 'DeadLetters', queue, 'It is the dead-letter queue.');
    const targetArn = functionArn(this, nameOf(stage, 'charge'));
    // Schedules that were created before the function had an alias name the function itself.
    const targetArns = [targetArn, `${targetArn}:${LIVE}`];
    const { groupName, deadLetters } = this;
    this.chargeRole = createRole(this, 'ChargeRole', { groupName, deadLetters }, targetArns);
    const group = new CfnScheduleGroup(this, 'Beat', { name: beatName(stage) });
    this.beat = { stage, groupName: group.ref, deadLetters };
  }
}

export const beatName = (stage: string) => nameOf(stage, 'beat');

function createRole(
  scope: Construct,
  id: string,
  { groupName, deadLetters }: Omit<Beat, 'stage'>,
  targetArns: string[],
): Role {
  const sourceArn = scheduleGroupArn(scope, groupName);
  const role = new Role(scope, id, {
    // Only schedules of this group in this account can use the role.
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': sourceArn } },
    }),
    inlinePolicies: {
      invoke: new PolicyDocument({
        statements: [
          allow(['lambda:InvokeFunction'], targetArns),
          allow(['sqs:SendMessage'], [deadLetters.queueArn]),
        ],
      }),
    },
  });
  acknowledge(role, OWN_POLICY);
  return role;
}

/**
 * The schedules of a periodic function, in the stack of the function: a schedule that exists before its
 * function fills the dead-letter queue. An undelivered run is retried only briefly, because the next run does
 * the same work.
 */
export function repeat(
  scope: Construct,
  beat: Beat,
  { functionArn: targetArn, definition }: { functionArn: string; definition: DeployedFunction },
  runs: readonly ScheduledRun[],
): void {
  if (runs.length === 0) return;
  const role = createRole(scope, `Role-${definition.name}`, beat, [targetArn]);
  for (const { expression, name = definition.name, input } of runs) {
    new CfnSchedule(scope, `Every-${name}`, {
      name: nameOf(beat.stage, name),
      description: definition.impact,
      groupName: beat.groupName,
      scheduleExpression: expression,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: targetArn,
        roleArn: role.roleArn,
        ...(input && { input: JSON.stringify(input) }),
        deadLetterConfig: { arn: beat.deadLetters.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: 240, maximumRetryAttempts: 3 },
      },
    });
  }
}
