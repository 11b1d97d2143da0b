// The earliest instants at which the sweep finds anything. The local clock can then skip empty sweeps.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { isBuyersNoun } from '#store/table/due-shards.ts';
import {
  DIFFERENCES_PARTITION,
  deliveryDuePartition,
  NEVER_ASKED,
  REVIEW_PARTITION,
  TABLE_SHAPE,
} from '#store/table/keys.ts';
import { table, tableName } from '#store/table/table.ts';

const DELIVERIES = deliveryDuePartition('');
const { partitionKey, sortKey } = TABLE_SHAPE.indexes.due;

type EarliestDue = {
  /** Of all rows. */
  any: string | undefined;
  /** Of buyers' payments and refunds that became due after the last sweep. */
  buyers: string | undefined;
};

/** One scan of the sparse index instead of a query per shard: on one machine the index is small. */
export async function earliestDueAfter(lastSweep: string): Promise<EarliestDue> {
  const earliest: EarliestDue = { any: undefined, buyers: undefined };
  const note = (which: keyof EarliestDue, dueAt: string) => {
    earliest[which] = dueAt < (earliest[which] ?? NEVER_ASKED) ? dueAt : earliest[which];
  };
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
      const partition = String(item[partitionKey]);
      // Of no sweep.
      if (partition === DIFFERENCES_PARTITION || partition.startsWith(DELIVERIES)) continue;
      const [dueAt = '', noun = ''] = String(item[sortKey]).split('#');
      if (dueAt !== NEVER_ASKED) note('any', dueAt);
      const isBuyers = isBuyersNoun(noun) && item[partitionKey] !== REVIEW_PARTITION;
      if (isBuyers && dueAt > lastSweep) note('buyers', dueAt);
    }
    startKey = page.LastEvaluatedKey;
  } while (startKey !== undefined);
  return earliest;
}
