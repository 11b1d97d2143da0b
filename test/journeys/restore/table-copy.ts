// Copies the table and puts it back, as a restore to an earlier second does, and takes the lease for it. The
// bank keeps its books, and the Scheduler its schedules. No call may be in progress.
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { forgetLease } from '#flows/lease.ts';
import { loadLease, saveLease } from '#store/lease.ts';
import { type Item, table, tableName } from '#store/table/table.ts';

export async function copyTable(): Promise<{ putBack(): Promise<void> }> {
  const copied = await everyItem();
  return {
    async putBack() {
      const now = await everyItem();
      await write(now.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));
      await write(copied.map((item) => ({ PutRequest: { Item: item } })));
      await takeLease();
    },
  };
}

export async function takeLease(): Promise<void> {
  const lease = await loadLease();
  if (lease === undefined) throw new Error('There is no lease.');
  await saveLease(lease, { ...lease, epoch: lease.epoch + 1, validFromMs: Date.now() });
  forgetLease();
}

async function everyItem(): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await table.send(
      new ScanCommand({ TableName: tableName(), ...(from && { ExclusiveStartKey: from }) }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    from = page.LastEvaluatedKey as Item | undefined;
  } while (from !== undefined);
  return items;
}

type WriteRequest = { DeleteRequest: { Key: object } } | { PutRequest: { Item: Item } };

async function write(requests: readonly WriteRequest[]): Promise<void> {
  for (let at = 0; at < requests.length; at += 25) {
    const RequestItems = { [tableName()]: requests.slice(at, at + 25) };
    await table.send(new BatchWriteCommand({ RequestItems }));
  }
}
