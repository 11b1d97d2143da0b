// All stored cards of all merchants, page by page. Only commands of operators read them: no function may.
import { setTimeout as sleep } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { CARD, type StoredCardItem } from '#store/card/card.ts';
import { itemOf, presentAt, table, tableName } from '#store/table/table.ts';

/** A page of the index is a megabyte. At most five a second leave the table enough capacity. */
const PAUSE_MS = 200;

/** The index by first digits contains every card, and fewer other rows than the table. */
export async function* everyCard(): AsyncGenerator<StoredCardItem[]> {
  const scan = {
    TableName: tableName(),
    IndexName: 'second',
    FilterExpression: '#sk = :card',
    ExpressionAttributeNames: { '#sk': 'sk' },
    ExpressionAttributeValues: { ':card': 'CARD' },
  };
  for await (const { Items = [], LastEvaluatedKey } of paginateScan({ client: table }, scan)) {
    yield (await presentAt('second', Items.map(itemOf))).flatMap((row) => CARD.find(row) ?? []);
    if (LastEvaluatedKey) await sleep(PAUSE_MS);
  }
}
