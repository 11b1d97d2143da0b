// The capture function reads the table's stream and records every change that a merchant can see as an event.
// It returns the first record that failed. Lambda bisects the batch at that record and repeats it from there,
// so that no record is skipped.
import { captureBatch } from '#capture/batch.ts';
import type { StreamRecord } from '#capture/image.ts';
import { withRequest } from '#telemetry/request-context.ts';

type StreamBatch = { Records: readonly StreamRecord[] };
type Answer = { batchItemFailures: { itemIdentifier: string }[] };

export async function handler(batch: StreamBatch, context: { awsRequestId: string }): Promise<Answer> {
  return await withRequest(context.awsRequestId, () => capture(batch.Records));
}

async function capture(records: readonly StreamRecord[]): Promise<Answer> {
  const failedAt = await captureBatch(records, new Date());
  if (failedAt === undefined) return { batchItemFailures: [] };
  const itemIdentifier = records[failedAt]?.dynamodb?.SequenceNumber ?? '';
  return { batchItemFailures: [{ itemIdentifier }] };
}
