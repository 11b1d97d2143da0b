// The clock of the service: a role for each function it wakes, which may invoke that one and nothing else,
// one queue for what failed to the last try, and the sweep every five minutes.
import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { functionArn, scheduleGroupArn } from './arns.ts';
import { nameOf } from './deployment.ts';
import type { DeployedFunction } from './function/deployed-function.ts';

export class Schedules extends Construct {
  /** Of the group beside the table: planned charges outlive the code that planned them. */
  readonly groupName: string;
  /** For alarms that functions plan: it may wake the charge and nobody else. */
  readonly chargeRole: Role;
  readonly deadLetters: Queue;
  /** Apart from the alarms, so that no function which may drop an alarm could stop the sweep. */
  readonly #beat: CfnScheduleGroup;

  /** By name, before the functions exist: they are told the role and the queue, and the role invokes one. */
  constructor(scope: Construct, id: string, stage: string) {
    super(scope, id);
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
    const invoked = functionArn(this, nameOf(stage, 'charge'));
    this.chargeRole = this.#createRole('ChargeRole', this.groupName, invoked);
    this.#beat = new CfnScheduleGroup(this, 'Beat', { name: nameOf(stage, 'beat') });
  }

  #createRole(id: string, group: string, invoked: string): Role {
    const sourceArn = scheduleGroupArn(this, group);
    const role = new Role(this, id, {
      // Nobody else's schedules, and no schedule outside the group, can borrow this role.
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': sourceArn } },
      }),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [invoked] }),
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

  /** A sweep that could not be delivered is not repeated late: the next one finds the same and more. */
  every(
    interval: `${number} minutes`,
    { function: target, door: fn }: { function: IFunction; door: DeployedFunction },
  ): void {
    new CfnSchedule(this, `Every-${fn.name}`, {
      name: target.functionName,
      description: fn.impact,
      groupName: this.#beat.ref,
      scheduleExpression: `rate(${interval})`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: target.functionArn,
        roleArn: this.#createRole(`Role-${fn.name}`, this.#beat.ref, target.functionArn).roleArn,
        deadLetterConfig: { arn: this.deadLetters.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: 240, maximumRetryAttempts: 3 },
      },
    });
  }
}
