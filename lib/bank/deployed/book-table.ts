// The deployed bank's books: a DynamoDB table of its own. The rows of a request are written in one
// transaction, on the condition that none has changed since it was read.
import { randomUUID } from 'node:crypto';
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Draft, LedgerRow, RowsRead, StoredRow } from './draft.ts';
import { nameDigest, openRow, sealRow } from './sealed-row.ts';

/** The deployed table and the tests' table have this shape. */
export const BOOK_TABLE_SHAPE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expiresAtSeconds',
} as const;

const table = DynamoDBDocumentClient.from(new DynamoDBClient(), {
  marshallOptions: { removeUndefinedValues: true },
});

function tableName(): string {
  const name = process.env['BANK_TABLE_NAME'];
  if (!name) throw new Error('The environment variable BANK_TABLE_NAME is not set.');
  return name;
}

const DAY_SECONDS = 86_400;
type BookRowKind = { sealed: boolean; daysKept: number | undefined };
const ROW_KINDS: Readonly<Record<string, BookRowKind>> = {
  merchant: { sealed: false, daysKept: undefined },
  /** Banks refund for 365 days; a margin is added. */
  order: { sealed: false, daysKept: 400 },
  challenge: { sealed: true, daysKept: 1 },
  authentication: { sealed: true, daysKept: 1 },
};
const LEDGER_DAYS_KEPT = 400;
/** DynamoDB limits the length of keys. The bank's own names are far shorter, so a longer name has no row. */
const MAX_NAME_LENGTH = 256;

export async function readRow(name: string): Promise<StoredRow | undefined> {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const { Item: item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: keyOf(name), ConsistentRead: true }),
  );
  if (item === undefined) return undefined;
  const sealed: unknown = item['sealed'];
  const value: unknown = sealed instanceof Uint8Array ? openRow(name, sealed) : item['record'];
  return { value, version: Number(item['version']) };
}

/** Returns false and writes nothing if another request has changed one of the rows. */
export async function writeDraft({ changes, entries }: Draft, read: RowsRead, nowMs: number) {
  const rows = [...changes].map(([name, value]) => rowWrite(name, value, read.get(name)?.version, nowMs));
  const TransactItems = [...rows, ...entries.map((entry) => ledgerWrite(entry, nowMs))];
  if (TransactItems.length === 0) return true;
  try {
    // Each attempt has a new token, so if the SDK repeats an attempt that has arrived, that is no conflict.
    await table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() }));
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
}

type BookWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

function rowWrite(name: string, value: unknown, version: number | undefined, nowMs: number): BookWrite {
  const unchanged =
    version === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': version },
        };
  if (value === undefined) return { Delete: { TableName: tableName(), Key: keyOf(name), ...unchanged } };
  const { sealed, daysKept } = kindOf(name);
  const item = {
    ...keyOf(name),
    ...(sealed ? { sealed: sealRow(name, value) } : { record: value }),
    version: (version ?? 0) + 1,
    ...(daysKept !== undefined && { expiresAtSeconds: expiry(nowMs, daysKept) }),
  };
  return { Put: { TableName: tableName(), Item: item, ...unchanged } };
}

/** The ledger row of an operation, by merchant and time, for people to read. */
function ledgerWrite({ clientId, number, operation }: LedgerRow, nowMs: number): BookWrite {
  const key = { pk: `ledger/${clientId}`, sk: `${operation.at}/${number}` };
  const item = { ...key, record: operation, expiresAtSeconds: expiry(nowMs, LEDGER_DAYS_KEPT) };
  return { Put: { TableName: tableName(), Item: item, ConditionExpression: 'attribute_not_exists(pk)' } };
}

const expiry = (nowMs: number, days: number) => Math.ceil(nowMs / 1000) + days * DAY_SECONDS;

function kindOf(name: string): BookRowKind {
  const kind = ROW_KINDS[name.slice(0, name.indexOf('/'))];
  if (kind === undefined) throw new Error('A row of no known kind.');
  return kind;
}

function keyOf(name: string): { pk: string; sk: string } {
  const kind = name.slice(0, name.indexOf('/'));
  return { pk: kindOf(name).sealed ? `${kind}/${nameDigest(name)}` : name, sk: kind };
}
