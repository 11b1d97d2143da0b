// The earliest instant at which the sweep finds anything. The local clock can then skip empty sweeps.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { DIFFERENCES_PARTITION, NEVER_ASKED, TABLE_SHAPE } from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';

const { partitionKey, sortKey } = TABLE_SHAPE.indexes.due;

/** One scan of the sparse index instead of a query per shard: on one machine the index is small. */
export async function earliestDueAt(): Promise<string | undefined> {
  let earliest: string | undefined;
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({
        TableName: tableName(),
        IndexName: 'due',
        ProjectionExpression: '#pk, #sk',
        ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
        ...(startKey && { ExclusiveStartKey: startKey }),
      }),
    );
    for (const item of page.Items ?? []) {
      if (item[partitionKey] === DIFFERENCES_PARTITION) continue;
      const dueAt = String(item[sortKey]).split('#', 1).join();
      if (dueAt === NEVER_ASKED) continue;
      if (earliest === undefined || dueAt < earliest) earliest = dueAt;
    }
    startKey = page.LastEvaluatedKey;
  } while (startKey !== undefined);
  return earliest;
}
