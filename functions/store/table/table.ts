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
import { type Month, shiftMonth } from '#domain/time/month.ts';
import { setting } from '#setting.ts';
import { type IndexName, type Key, monthOf, TABLE_SHAPE } from './keys.ts';

export const table = DynamoDBDocumentClient.from(new DynamoDBClient(AWS_CLIENT), {
  marshallOptions: { removeUndefinedValues: true },
});
export const tableName = () => setting('TABLE_NAME');

/** A row as DynamoDB returns it: only its key is certain. The shape of the row reads the rest (row.ts). */
export type Item = Key & Record<string, unknown>;

const isItem = (found: Readonly<Record<string, unknown>>): found is Item =>
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

const MOST_ROWS_AT_ONCE = 100;

/**
 * Any number of different rows, a hundred in a request, in the order of `keys`; strongly consistent by
 * default. Throws if DynamoDB leaves keys unprocessed again and again.
 */
export async function getItems(
  keys: readonly Key[],
  { isLatest = true } = {},
): Promise<(Item | undefined)[]> {
  const parts = Array.from({ length: Math.ceil(keys.length / MOST_ROWS_AT_ONCE) }, (_, at) =>
    keys.slice(at * MOST_ROWS_AT_ONCE, (at + 1) * MOST_ROWS_AT_ONCE).map(({ pk, sk }) => ({ pk, sk })),
  );
  const found = (await Promise.all(parts.map((part) => getBatch(part, isLatest)))).flat();
  return keys.map(({ pk, sk }) => found.find((item) => item.pk === pk && item.sk === sk));
}

/** In any order. Keys that were not processed are requested again after a pause. */
async function getBatch(keys: Key[], ConsistentRead: boolean): Promise<Item[]> {
  const found: Item[] = [];
  let wanted: BatchGetCommandOutput['UnprocessedKeys'] = { [tableName()]: { Keys: keys, ConsistentRead } };
  for (let tries = 1; wanted && Object.keys(wanted).length > 0; tries += 1) {
    if (tries > MAX_BATCH_TRIES)
      throw new Error('DynamoDB leaves keys of a batch unprocessed: it throttles.');
    if (tries > 1) await sleep(batchPauseMs(tries - 1));
    const result: BatchGetCommandOutput = await table.send(new BatchGetCommand({ RequestItems: wanted }));
    found.push(...(result.Responses?.[tableName()] ?? []).map(itemOf));
    wanted = result.UnprocessedKeys;
  }
  return found;
}

type ItemPage = { items: Item[]; lastKey: Record<string, unknown> | undefined };
type Range = {
  partition: string;
  limit: number;
  /** Sort keys, both included. */
  from?: string;
  to?: string;
  startKey?: Record<string, unknown> | undefined;
  newestFirst?: boolean;
};
type QueryOptions = Range & { index: IndexName };

/** `source`: of an index, or of the table. */
async function queryPage(
  { partitionKey, sortKey }: { partitionKey: string; sortKey: string },
  { partition, limit, from = ' ', to = '\uffff', startKey, newestFirst = true }: Range,
  source: { IndexName: string } | { ConsistentRead: boolean },
): Promise<ItemPage> {
  const result = await table.send(
    new QueryCommand({
      ...source,
      TableName: tableName(),
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#pk': partitionKey, '#sk': sortKey },
      ExpressionAttributeValues: { ':pk': partition, ':from': from, ':to': to },
      ScanIndexForward: !newestFirst,
      Limit: limit,
      ...defined({ ExclusiveStartKey: startKey }),
    }),
  );
  return { items: (result.Items ?? []).map(itemOf), lastKey: result.LastEvaluatedKey };
}

/**
 * One page of the entries of an index: the key of each row, that of the index, and what the index holds of
 * the row. Eventually consistent.
 */
export const queryEntries = ({ index, ...range }: QueryOptions): Promise<ItemPage> =>
  queryPage(TABLE_SHAPE.indexes[index], range, { IndexName: index });

/** The instant (ISO) at which the sort key of an entry begins. */
export const instantIn = (entry: Item, index: IndexName): string =>
  String(entry[TABLE_SHAPE.indexes[index].sortKey]).split('#', 1).join();

/**
 * The rows of entries of an index, as they are now; undefined for one that has another place in the index by
 * now, or none. Only a strongly consistent read tells that, because another one may be behind the index.
 */
export async function rowsAt(index: IndexName, entries: readonly Item[]): Promise<(Item | undefined)[]> {
  const { partitionKey, sortKey } = TABLE_SHAPE.indexes[index];
  const isAt = (entry: Item) => (row: Item | undefined) =>
    row?.[partitionKey] === entry[partitionKey] && row?.[sortKey] === entry[sortKey];
  const rows = await getItems(entries, { isLatest: false });
  const unsure = entries.filter((entry, at) => !isAt(entry)(rows[at]));
  const again = await getItems(unsure);
  return entries.map((entry, at) => [rows[at], again[unsure.indexOf(entry)]].find(isAt(entry)));
}

/** The same without those that have moved. */
export const presentAt = async (index: IndexName, entries: readonly Item[]): Promise<Item[]> =>
  (await rowsAt(index, entries)).filter((row) => row !== undefined);

/**
 * One page of the rows of an index, as they are now. Rows that have moved meanwhile are left out, and others
 * read in their place: a page with fewer rows than `limit` is the last one. A new row may be missing, because
 * the index is eventually consistent.
 */
export async function queryIndex({ limit, startKey, ...options }: QueryOptions): Promise<ItemPage> {
  const items: Item[] = [];
  let lastKey = startKey;
  do {
    const page = await queryEntries({ ...options, limit: limit - items.length, startKey: lastKey });
    items.push(...(await presentAt(options.index, page.items)));
    lastKey = page.lastKey;
  } while (lastKey !== undefined && items.length < limit);
  return { items, lastKey };
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

/** One page of the rows of a partition, the last ones first; strongly consistent by default. */
export const queryChildren = ({
  isLatest = true,
  ...range
}: Range & { isLatest?: boolean }): Promise<ItemPage> =>
  queryPage(TABLE_SHAPE, range, { ConsistentRead: isLatest });

/** All pages of a query; the next page is read once this one is consumed. */
const ROWS_PER_READ = 100;

/** All rows of a partition of an index, from an instant on, page by page. Eventually consistent. */
export async function* rowsOf(
  rows: Pick<QueryOptions, 'index' | 'partition' | 'from'>,
): AsyncGenerator<Item> {
  for await (const page of everyPage(queryIndex, { ...rows, limit: ROWS_PER_READ })) yield* page;
}

/** The rows of a list by months, from an instant (ISO) until `now`, the newest first. */
export async function* rowsSince(
  from: string,
  partition: (month: Month) => string,
  now: Date,
): AsyncGenerator<Item> {
  for (let month = monthOf(now.toISOString()); month >= monthOf(from); month = shiftMonth(month, -1))
    yield* rowsOf({ index: 'list', partition: partition(month), from });
}

export async function* everyPage<Query extends Range>(
  query: (wanted: Query) => Promise<ItemPage>,
  wanted: Query,
): AsyncGenerator<Item[]> {
  let { startKey } = wanted;
  do {
    const page = await query({ ...wanted, startKey });
    yield page.items;
    startKey = page.lastKey;
  } while (startKey !== undefined);
}
