// The client of the table and its reads. It is created once per container, without options: environment
// variables select the DynamoDB that it calls.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { setting } from '#setting.ts';
import { type IndexName, type Key, TABLE_SHAPE } from './keys.ts';

export const table = DynamoDBDocumentClient.from(new DynamoDBClient(), {
  marshallOptions: { removeUndefinedValues: true },
});
export const tableName = () => setting('TABLE_NAME');

/** A row as DynamoDB returns it: only its key is certain. The shape of the row reads the rest (row.ts). */
export type Item = Key & Record<string, unknown>;

const isItem = (found: Record<string, unknown>): found is Item =>
  typeof found['pk'] === 'string' && typeof found['sk'] === 'string';

export function itemOf(found: Record<string, unknown>): Item {
  if (isItem(found)) return found;
  throw new Error('An item has no key.');
}

/** Strongly consistent: what decides about money must not be stale. */
export async function getItem(key: Key): Promise<Item | undefined> {
  const { Item: item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return item && itemOf(item);
}

/**
 * Up to 100 different rows in one request, in the order of `keys`; strongly consistent. Keys that DynamoDB
 * did not process are requested again.
 */
export async function getItems(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found: Item[] = [];
  let wanted: BatchGetCommandOutput['UnprocessedKeys'] = {
    [tableName()]: { Keys: [...keys], ConsistentRead: true },
  };
  while (wanted && Object.keys(wanted).length > 0) {
    const result: BatchGetCommandOutput = await table.send(new BatchGetCommand({ RequestItems: wanted }));
    found.push(...(result.Responses?.[tableName()] ?? []).map(itemOf));
    wanted = result.UnprocessedKeys;
  }
  return keys.map(({ pk, sk }) => found.find((item) => item.pk === pk && item.sk === sk));
}

type Page = { items: Item[]; lastKey: Record<string, unknown> | undefined };
type QueryOptions = {
  index: IndexName;
  partition: string;
  limit: number;
  /** Sort keys, both included. */
  from?: string;
  to?: string;
  startKey?: Record<string, unknown> | undefined;
  newestFirst?: boolean;
};

/** One page of an index; eventually consistent. */
export async function queryIndex(options: QueryOptions): Promise<Page> {
  const { index, partition, limit, from, to, startKey, newestFirst = true } = options;
  const { partitionKey, sortKey } = TABLE_SHAPE.indexes[index];
  const result = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: index,
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
      ExpressionAttributeValues: { ':pk': partition, ':from': from ?? ' ', ':to': to ?? '\uffff' },
      ScanIndexForward: !newestFirst,
      Limit: limit,
      ...(startKey && { ExclusiveStartKey: startKey }),
    }),
  );
  return { items: (result.Items ?? []).map(itemOf), lastKey: result.LastEvaluatedKey };
}

type ChildrenOptions = {
  partition: string;
  from: string;
  to: string;
  limit: number;
  startKey?: Record<string, unknown> | undefined;
};

/** The rows of a partition from one sort key to another, both included, the last ones first. */
export async function queryChildren(options: ChildrenOptions): Promise<Page> {
  const { partition, from, to, limit, startKey } = options;
  const result = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#pk': TABLE_SHAPE.partitionKey, '#sk': TABLE_SHAPE.sortKey },
      ExpressionAttributeValues: { ':pk': partition, ':from': from, ':to': to },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
      ...(startKey && { ExclusiveStartKey: startKey }),
    }),
  );
  return { items: (result.Items ?? []).map(itemOf), lastKey: result.LastEvaluatedKey };
}
