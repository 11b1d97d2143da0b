// The client of the table and its reads. It is created once per container; environment variables select the
// DynamoDB that it calls.
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { AWS_CLIENT } from '#aws-client.ts';
import { defined } from '#domain/defined.ts';
import { setting } from '#setting.ts';
import { type IndexName, type Key, TABLE_SHAPE } from './keys.ts';

export const table = DynamoDBDocumentClient.from(new DynamoDBClient(AWS_CLIENT), {
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

/** Strongly consistent: decisions about money must not use stale rows. */
export async function getItem(key: Key): Promise<Item | undefined> {
  const { Item: item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return item && itemOf(item);
}

/** Most requests for keys that DynamoDB leaves unprocessed when it throttles, with growing random pauses. */
const MAX_BATCH_TRIES = 8;
const FIRST_BATCH_PAUSE_MS = 25;
const LONGEST_BATCH_PAUSE_MS = 800;
const batchPauseMs = (tries: number) =>
  Math.random() * Math.min(LONGEST_BATCH_PAUSE_MS, FIRST_BATCH_PAUSE_MS * 2 ** tries);

export const MOST_ROWS_AT_ONCE = 100;

/**
 * Up to 100 different rows in one request, in the order of `keys`; strongly consistent. Keys that DynamoDB
 * did not process are requested again after a pause; throws if the last request leaves any.
 */
export async function getItems(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  if (keys.length === 0) return [];
  const found: Item[] = [];
  let wanted: BatchGetCommandOutput['UnprocessedKeys'] = {
    [tableName()]: { Keys: [...keys], ConsistentRead: true },
  };
  for (let tries = 1; wanted && Object.keys(wanted).length > 0; tries += 1) {
    if (tries > MAX_BATCH_TRIES)
      throw new Error('DynamoDB leaves keys of a batch unprocessed: it throttles.');
    if (tries > 1) await sleep(batchPauseMs(tries - 1));
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
      ...defined({ ExclusiveStartKey: startKey }),
    }),
  );
  return { items: (result.Items ?? []).map(itemOf), lastKey: result.LastEvaluatedKey };
}

/** The number of rows of a partition of an index, at most `most`; eventually consistent. */
export async function countIndex(index: IndexName, partition: string, most: number): Promise<number> {
  const result = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: index,
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': TABLE_SHAPE.indexes[index].partitionKey },
      ExpressionAttributeValues: { ':pk': partition },
      Select: 'COUNT',
      Limit: most,
    }),
  );
  return result.Count ?? 0;
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
      ...defined({ ExclusiveStartKey: startKey }),
    }),
  );
  return { items: (result.Items ?? []).map(itemOf), lastKey: result.LastEvaluatedKey };
}
