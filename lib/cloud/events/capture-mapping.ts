// The table's stream invokes the function that records events. Lambda keeps the order of the changes of each
// row and retries failed changes for an hour; then it sends a pointer to them to a queue and continues.
import { Duration } from 'aws-cdk-lib';
import { CfnEventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { CAPTURED_ROWS, TRIGGER } from '#capture/image.ts';
import { uncapturedName } from '../arns.ts';
import { createQueue } from '../function/queue.ts';

/** Other changes start no function and cost nothing; the removal of a row by the time-to-live is no event. */
const CAPTURED = [
  { Keys: { sk: { S: CAPTURED_ROWS } } },
  { NewImage: { [TRIGGER]: { N: [{ exists: true }] } } },
].map((dynamodb) => ({ eventName: ['INSERT', 'MODIFY'], dynamodb }));

/** The stream keeps a change for a day, so 23 hours remain to record it by hand. */
const REPEATED_FOR = Duration.hours(1);
/** A partition of the table accepts a thousand writes a second; one worker records some hundred events. */
const WORKERS_PER_SHARD = 4;
/**
 * A worker takes what waits, up to this number and 6 MB. A small batch of a large merchant's events has one
 * of most feeds, and then workers wait for each other at the heads.
 */
const MOST_RECORDS = 1_000;

export function captureChanges(scope: Construct, stage: string, streamArn: string, fn: IFunction): void {
  const queue = { queueName: uncapturedName(stage), retentionPeriod: Duration.days(14) };
  const uncaptured = createQueue(scope, 'Uncaptured', queue, 'It is the queue of what failed.');
  new CfnEventSourceMapping(scope, 'Changes', {
    functionName: fn.functionArn,
    eventSourceArn: streamArn,
    startingPosition: 'TRIM_HORIZON',
    batchSize: MOST_RECORDS,
    parallelizationFactor: WORKERS_PER_SHARD,
    bisectBatchOnFunctionError: true,
    functionResponseTypes: ['ReportBatchItemFailures'],
    maximumRecordAgeInSeconds: REPEATED_FOR.toSeconds(),
    maximumRetryAttempts: -1,
    destinationConfig: { onFailure: { destination: uncaptured.queueArn } },
    filterCriteria: { filters: CAPTURED.map((pattern) => ({ pattern: JSON.stringify(pattern) })) },
  });
}
