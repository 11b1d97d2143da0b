// A queue of events or triggers of functions. What waits in it is encrypted by SQS itself.
import type { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** `withoutDeadLetters`: why it needs no queue for messages that cannot be handled. */
export function createQueue(
  scope: Construct,
  id: string,
  props: QueueProps & { queueName: string; retentionPeriod: Duration },
  withoutDeadLetters: string,
): Queue {
  const queue = new Queue(scope, id, {
    ...props,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  });
  acknowledge(queue, {
    'AwsSolutions-SQS3': withoutDeadLetters,
    'Serverless-SQSRedrivePolicy': withoutDeadLetters,
  });
  return queue;
}
