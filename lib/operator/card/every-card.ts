// All stored cards of all merchants, page by page. Only commands of operators read them: no function may.
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { defined } from '#domain/defined.ts';
import { CARD, type StoredCardItem } from '#store/card/card.ts';
import { indexName, itemOf, presentAt, table, tableName } from '#store/table/table.ts';

/** A page of the index is a megabyte. At most five a second leave the table enough capacity. */
const PAUSE_MS = 200;

/** The index by first digits contains every card, and fewer other rows than the table. */
export async function* everyCard(): AsyncGenerator<StoredCardItem[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new ScanCommand({
        TableName: tableName(),
        IndexName: indexName('second'),
        FilterExpression: '#sk = :card',
        ExpressionAttributeNames: { '#sk': 'sk' },
        ExpressionAttributeValues: { ':card': 'CARD' },
        ...defined({ ExclusiveStartKey: start }),
      }),
    );
    yield (await presentAt('second', Items.map(itemOf))).flatMap((row) => CARD.find(row) ?? []);
    start = LastEvaluatedKey;
    if (start) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  } while (start !== undefined);
}
