// ARNs built from names. A reference to a function that schedules its own next invocation, or to an API whose
// URL its functions get, would be a circular dependency, which CloudFormation rejects.
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { nameOf } from './deployment.ts';

export function functionArn(scope: Construct, functionName: string): string {
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  const parts = { service: 'lambda', resource: 'function', resourceName: functionName, arnFormat };
  return Stack.of(scope).formatArn(parts);
}

/** The streams of a log group, or those of one function: `2026/11/26/payment-live-sweep[12]0d4f...`. */
export function logStreamsArn(scope: Construct, logGroupName: string, functionName?: string): string {
  return Stack.of(scope).formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: `${logGroupName}:${functionName === undefined ? '*' : `log-stream:*/${functionName}[*`}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

export function scheduleGroupArn(scope: Construct, group: string): string {
  return Stack.of(scope).formatArn({ service: 'scheduler', resource: 'schedule-group', resourceName: group });
}

export function schedulesArn(scope: Construct, group: string): string {
  return Stack.of(scope).formatArn({
    service: 'scheduler',
    resource: 'schedule',
    resourceName: `${group}/*`,
  });
}

/** The name of the queue whose messages invoke the delivering function, and of the function that fills it. */
export const deliveryTriggersName = (stage: string) => nameOf(stage, 'delivery-triggers');
/** The name of the queue for changes whose events could not be recorded for an hour. */
export const uncapturedName = (stage: string) => nameOf(stage, 'uncaptured');
/** The parameter with the ARN of the table's stream. The ARN contains the time of the stream's creation. */
export const streamParameterName = (stage: string) => `/${nameOf(stage)}/table-stream`;

export const queueArn = (scope: Construct, queueName: string) =>
  Stack.of(scope).formatArn({ service: 'sqs', resource: queueName });

/** The actions of a function that reads a stream of the table. */
export const STREAM_ACTIONS = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
] as const;
/** Also needed to read a stream. DynamoDB grants it for all streams of an account or for none. */
export const LIST_STREAMS = 'dynamodb:ListStreams';
