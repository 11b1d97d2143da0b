// New deliveries invoke the delivering function: a small function leads from the table's stream to a queue,
// and the queue invokes the delivering one, whose calls would otherwise hold the stream up. A message is only
// a trigger: the function reads due deliveries from the table, so a lost or duplicate message is harmless.
// The queue is fair by merchant, whom the message names as its group (send-triggers.ts).
import { Duration } from 'aws-cdk-lib';
import {
  CfnEventSourceMapping,
  type IFunction,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ANY_STREAM, acknowledge, reasonForAny } from '../acknowledge.ts';
import { allow } from '../allow.ts';
import { deliveryTriggersName, LIST_STREAMS, STREAM_ACTIONS } from '../arns.ts';
import type { Deployment } from '../deployment.ts';
import type { CodeOf } from '../function/code.ts';
import type { DeployedFunction } from '../function/deployed-function.ts';
import { createExtraFunction } from '../function/extra-function.ts';
import { createQueue } from '../function/queue.ts';

export const TRIGGERS_FUNCTION = {
  name: 'delivery-triggers',
  entry: 'lib/delivery-triggers/send-triggers.ts',
} as const satisfies Partial<DeployedFunction>;

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

/** Older triggers are useless: the run of each minute has found their deliveries. */
const KEPT = Duration.minutes(15);
const TRIGGERS_AT_ONCE = 10;
const MOST_WORKERS = 100;

type TriggersPlan = {
  deployment: Deployment;
  codeOf: CodeOf;
  streamArn: string;
  fn: IFunction;
  definition: Pick<DeployedFunction, 'timeoutSeconds'>;
};

export function triggerDeliveries(scope: Construct, plan: TriggersPlan): void {
  const { deployment, streamArn, fn, definition } = plan;
  const queue = {
    queueName: deliveryTriggersName(deployment.stage),
    retentionPeriod: KEPT,
    // Lambda rejects a visibility timeout that is shorter than the function's timeout.
    visibilityTimeout: Duration.seconds(definition.timeoutSeconds),
  };
  const triggers = createQueue(scope, 'Triggers', queue, LOST);
  const sender = createSender(scope, plan, triggers);
  const changes = new CfnEventSourceMapping(scope, 'NewDeliveries', {
    functionName: sender.functionName,
    eventSourceArn: streamArn,
    startingPosition: 'LATEST',
    batchSize: TRIGGERS_AT_ONCE,
    bisectBatchOnFunctionError: true,
    maximumRecordAgeInSeconds: 60,
    maximumRetryAttempts: 3,
    filterCriteria: {
      filters: TRIGGERING_CHANGES.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
    },
  });
  const deliveries = new CfnEventSourceMapping(scope, 'Deliveries', {
    functionName: fn.functionArn,
    eventSourceArn: triggers.queueArn,
    batchSize: TRIGGERS_AT_ONCE,
    functionResponseTypes: ['ReportBatchItemFailures'],
    scalingConfig: { maximumConcurrency: MOST_WORKERS },
  });
  for (const mapping of [changes, deliveries]) {
    acknowledge(mapping, { 'Serverless-LambdaEventSourceMappingDestination': LOST });
  }
}

const LOST = 'A message is a hint: the table says what is due, and a run each minute finds it.';

function createSender(scope: Construct, plan: TriggersPlan, triggers: Queue): LambdaFunction {
  const sender = createExtraFunction(scope, plan, {
    id: 'SendTriggers',
    prefix: 'Triggers',
    of: TRIGGERS_FUNCTION,
    description: 'Tells the function that sends events to merchants of new ones.',
    memorySize: 128,
    timeout: Duration.seconds(15),
    environment: { QUEUE_URL: triggers.queueUrl },
    access: {
      policyName: 'trigger',
      statements: [
        allow(STREAM_ACTIONS, [plan.streamArn]),
        allow([LIST_STREAMS], ['*']),
        allow(['sqs:SendMessage'], [triggers.queueArn]),
      ],
      reasons: reasonForAny(ANY_STREAM),
    },
  });
  acknowledge(sender, {
    'PCI.DSS.321-LambdaInsideVPC': 'Calls SQS only, over TLS with its own role; a VPC would protect nothing.',
    'Serverless-LambdaTracing': 'One call and its answer.',
    'Serverless-LambdaDLQ': LOST,
  });
  return sender;
}
