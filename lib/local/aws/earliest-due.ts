// The earliest due times for the sweep and the delivering function. With them the local clock skips empty
// runs.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { defined } from '#domain/defined.ts';
import { CARD_TRIES, cardAllowedFromMs } from '#store/card/card-tries.ts';
import { isBuyersNoun } from '#store/table/due-shards.ts';
import {
  DIFFERENCES_PARTITION,
  deliveryDuePartition,
  NEVER_ASKED,
  REVIEW_PARTITION,
  TABLE_SHAPE,
  WATCHED_PARTITION,
} from '#store/table/keys.ts';
import { getItem, type Item, itemOf, table, tableName } from '#store/table/table.ts';

const DELIVERIES = deliveryDuePartition('');
const { partitionKey, sortKey } = TABLE_SHAPE.indexes.due;

type EarliestDue = {
  /** The earliest due time of all rows. */
  any: string | undefined;
  /** The same of buyers' payments and refunds that became due after the last sweep, and of banks. */
  buyers: string | undefined;
};

type DueKey = { partition: string; dueAt: string; noun: string };

/** The sweep finds nothing to do for the charges of a card before the limits on its tries allow one. */
async function allowedAt(entry: Item, dueAt: string): Promise<string> {
  const tries = CARD_TRIES.find(await getItem({ pk: entry.pk, sk: entry.sk }));
  return new Date(cardAllowedFromMs(tries, Date.parse(dueAt))).toISOString();
}

/** One scan of the sparse index instead of a query per shard: on one machine the index is small. */
async function* dueKeys(): AsyncIterable<DueKey> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await table.send(
      new ScanCommand({
        TableName: tableName(),
        IndexName: 'due',
        ...defined({ ExclusiveStartKey: startKey }),
      }),
    );
    for (const item of page.Items ?? []) {
      const [dueAt = '', noun = ''] = String(item[sortKey]).split('#');
      const partition = String(item[partitionKey]);
      yield { partition, noun, dueAt: noun === 'TRIES' ? await allowedAt(itemOf(item), dueAt) : dueAt };
    }
    startKey = page.LastEvaluatedKey;
  } while (startKey !== undefined);
}

const earlier = (one: string | undefined, other: string): string =>
  one === undefined || other < one ? other : one;

export async function earliestDueAfter(lastSweep: string): Promise<EarliestDue> {
  const earliest: EarliestDue = { any: undefined, buyers: undefined };
  for await (const { partition, dueAt, noun } of dueKeys()) {
    // The sweep does not read these partitions.
    if (partition === DIFFERENCES_PARTITION || partition.startsWith(DELIVERIES)) continue;
    if (dueAt !== NEVER_ASKED) earliest.any = earlier(earliest.any, dueAt);
    const isBuyers = isBuyersNoun(noun) && partition !== REVIEW_PARTITION && dueAt > lastSweep;
    // Each minute's sweep asks a bank that is silent or watched.
    if (isBuyers || partition === WATCHED_PARTITION) earliest.buyers = earlier(earliest.buyers, dueAt);
  }
  return earliest;
}

/** When the delivering function next has work; undefined if no row is due at any time. */
export async function earliestDelivery(): Promise<string | undefined> {
  let earliest: string | undefined;
  for await (const { partition, dueAt } of dueKeys()) {
    if (!partition.startsWith(DELIVERIES)) continue;
    earliest = earlier(earliest, dueAt);
  }
  return earliest;
}
