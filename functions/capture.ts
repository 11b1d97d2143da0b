// The capture function reads the table's stream and records every change that a merchant can see as an event.
// It returns the first record that failed. Lambda bisects the batch at that record and repeats it from there,
// so that no record is skipped.
//
// The stream of a replica has the same changes. Without the lease nothing is recorded from it: a change stays
// in the stream until the events that the holder has recorded of it have arrived, or until a takeover
// (events.md 3.2).
import { captureBatch, firstUnrecorded } from '#capture/batch.ts';
import type { StreamRecord } from '#capture/image.ts';
import { whileLeased } from '#flows/lease.ts';
import { withRequest } from '#telemetry/request-context.ts';

type StreamBatch = { Records: readonly StreamRecord[] };
type BatchResponse = { batchItemFailures: { itemIdentifier: string }[] };

export async function handler(batch: StreamBatch, context: { awsRequestId: string }): Promise<BatchResponse> {
  return await withRequest(context.awsRequestId, () => capture(batch.Records));
}

async function capture(records: readonly StreamRecord[]): Promise<BatchResponse> {
  const now = new Date();
  const captured = await whileLeased(async () => ({ failedAt: await captureBatch(records, now) }), undefined);
  const { failedAt } = captured ?? { failedAt: await firstUnrecorded(records) };
  if (failedAt === undefined) return { batchItemFailures: [] };
  const itemIdentifier = records[failedAt]?.dynamodb?.SequenceNumber ?? '';
  return { batchItemFailures: [{ itemIdentifier }] };
}
