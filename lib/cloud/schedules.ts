// EventBridge Scheduler: a role for each scheduled function, which can invoke only that function; a
// dead-letter queue; and the schedules of periodic functions.
import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { functionArn, scheduleGroupArn } from './arns.ts';
import { nameOf } from './deployment.ts';
import type { DeployedFunction } from './function/deployed-function.ts';
import { LIVE } from './function/traffic.ts';

/** A schedule of a function: when it runs, the schedule's name (default: the function's), and the event. */
export type ScheduledRun = { expression: string; name?: string; input?: Readonly<Record<string, string>> };
type Repeated = Pick<ScheduledRun, 'expression'> & {
  input: ScheduledRun['input'] | undefined;
  functionArn: string;
  definition: DeployedFunction;
  role: Role;
};

export class Schedules extends Construct {
  /** The group is in the data stack: charge schedules outlive the code that created them. */
  readonly groupName: string;
  /** The role of charge schedules. It can invoke the charge function only. */
  readonly chargeRole: Role;
  readonly deadLetters: Queue;
  /** A separate group, so a function that may delete charge schedules cannot stop the sweep. */
  readonly #sweepGroup: CfnScheduleGroup;
  readonly #stage: string;

  /**
   * The charge function is referenced by name, because it is created later and gets the role and queue as
   * settings.
   */
  constructor(scope: Construct, id: string, stage: string) {
    super(scope, id);
    this.#stage = stage;
    this.groupName = nameOf(stage);
    this.deadLetters = new Queue(this, 'DeadLetters', {
      queueName: nameOf(stage, 'dead-letters'),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.deadLetters, {
      'AwsSolutions-SQS3': 'It is the dead-letter queue.',
      'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue.',
    });
    const targetArn = functionArn(this, nameOf(stage, 'charge'));
    // Schedules that were created before the function had an alias name the function itself.
    this.chargeRole = this.#createRole('ChargeRole', this.groupName, [targetArn, `${targetArn}:${LIVE}`]);
    this.#sweepGroup = new CfnScheduleGroup(this, 'Beat', { name: nameOf(stage, 'beat') });
  }

  #createRole(id: string, group: string, targetArns: string[]): Role {
    const sourceArn = scheduleGroupArn(this, group);
    const role = new Role(this, id, {
      // Only schedules of this group in this account can use the role.
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': sourceArn } },
      }),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: targetArns }),
            new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.deadLetters.queueArn] }),
          ],
        }),
      },
    });
    acknowledge(role, {
      'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for this one policy; nothing else may share it.',
    });
    return role;
  }

  /** An undelivered sweep is retried only briefly, because the next sweep does the same work. */
  repeat(
    { functionArn: targetArn, definition }: { functionArn: string; definition: DeployedFunction },
    runs: readonly ScheduledRun[],
  ): void {
    if (runs.length === 0) return;
    const role = this.#createRole(`Role-${definition.name}`, this.#sweepGroup.ref, [targetArn]);
    for (const { expression, name = definition.name, input } of runs) {
      this.#repeat(name, { expression, input, functionArn: targetArn, definition, role });
    }
  }

  #repeat(name: string, { expression, input, functionArn: targetArn, definition, role }: Repeated): void {
    new CfnSchedule(this, `Every-${name}`, {
      name: nameOf(this.#stage, name),
      description: definition.impact,
      groupName: this.#sweepGroup.ref,
      scheduleExpression: expression,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: targetArn,
        roleArn: role.roleArn,
        ...(input && { input: JSON.stringify(input) }),
        deadLetterConfig: { arn: this.deadLetters.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: 240, maximumRetryAttempts: 3 },
      },
    });
  }
}
