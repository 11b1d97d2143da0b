// New deliveries invoke the delivering function: a pipe leads from the table's stream to a queue, and the
// queue invokes the function. A message is only a trigger: the function reads due deliveries from the table,
// so a lost or duplicate message is harmless.
import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ANY_STREAM, acknowledge } from '../acknowledge.ts';
import { deliveryTriggersName, LIST_STREAMS, pipeName, STREAM_ACTIONS } from '../arns.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';

const text = (pattern: readonly object[]) => ({ S: pattern });
const [PRESENT, ABSENT] = [[{ exists: true }], [{ exists: false }]];
const WRITTEN = ['INSERT', 'MODIFY'];
/**
 * Two changes invoke the function: a delivery that may be sent at once, and a `ring` on a webhook or replay.
 */
const TRIGGERING_CHANGES = [
  {
    eventName: WRITTEN,
    dynamodb: { NewImage: { lane: text(PRESENT), state: { S: ['Due'] }, nextTryAt: text(ABSENT) } },
  },
  { eventName: WRITTEN, dynamodb: { NewImage: { ring: { N: PRESENT } } } },
];

/** A message is the key of the row in the stream's notation: `{ pk: { S }, sk: { S } }`. */
const KEY = '{"pk": <$.dynamodb.Keys.pk>, "sk": <$.dynamodb.Keys.sk>}';

/** Older triggers are useless: the run of each minute has found their deliveries. */
const KEPT = Duration.minutes(15);
const TRIGGERS_AT_ONCE = 10;
const MOST_WORKERS = 100;

export function triggerDeliveries(
  scope: Construct,
  stage: string,
  streamArn: string,
  { fn, definition }: { fn: IFunction; definition: Pick<DeployedFunction, 'timeoutSeconds'> },
): void {
  const triggers = new Queue(scope, 'Triggers', {
    queueName: deliveryTriggersName(stage),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: KEPT,
    // Lambda rejects a visibility timeout that is shorter than the function's timeout.
    visibilityTimeout: Duration.seconds(definition.timeoutSeconds),
  });
  const lost = 'A message is a hint: the table says what is due, and a run each minute finds it.';
  acknowledge(triggers, { 'AwsSolutions-SQS3': lost, 'Serverless-SQSRedrivePolicy': lost });
  new CfnPipe(scope, 'Pipe', {
    name: pipeName(stage),
    description: 'Invokes the function that sends events to merchants',
    roleArn: createRole(scope, stage, streamArn, triggers).roleArn,
    source: streamArn,
    sourceParameters: {
      dynamoDbStreamParameters: {
        startingPosition: 'LATEST',
        batchSize: TRIGGERS_AT_ONCE,
        maximumRecordAgeInSeconds: 60,
        maximumRetryAttempts: 3,
        onPartialBatchItemFailure: 'AUTOMATIC_BISECT',
      },
      filterCriteria: {
        filters: TRIGGERING_CHANGES.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
      },
    },
    target: triggers.queueArn,
    targetParameters: { inputTemplate: KEY },
  });
  const mapping = new CfnEventSourceMapping(scope, 'Deliveries', {
    functionName: fn.functionName,
    eventSourceArn: triggers.queueArn,
    batchSize: TRIGGERS_AT_ONCE,
    functionResponseTypes: ['ReportBatchItemFailures'],
    scalingConfig: { maximumConcurrency: MOST_WORKERS },
  });
  acknowledge(mapping, { 'Serverless-LambdaEventSourceMappingDestination': lost });
}

function createRole(scope: Construct, stage: string, streamArn: string, triggers: Queue): Role {
  const pipeArn = `arn:${Aws.PARTITION}:pipes:${Aws.REGION}:${Aws.ACCOUNT_ID}:pipe/${pipeName(stage)}`;
  const role = new Role(scope, 'PipeRole', {
    // Only this pipe of this account can use the role.
    assumedBy: new ServicePrincipal('pipes.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': pipeArn } },
    }),
    inlinePolicies: {
      trigger: new PolicyDocument({
        statements: [
          new PolicyStatement({ actions: [...STREAM_ACTIONS], resources: [streamArn] }),
          new PolicyStatement({ actions: [LIST_STREAMS], resources: ['*'] }),
          new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [triggers.queueArn] }),
        ],
      }),
    },
  });
  acknowledge(role, {
    'PCI.DSS.321-IAMNoInlinePolicy': 'The role exists for this one policy; nothing else may share it.',
    'AwsSolutions-IAM5[Resource::*]': ANY_STREAM,
  });
  return role;
}
