// The lease, in a table of its own that is not replicated with the others, and the row of the service's table
// that names its owner: a copy of the table has the owner of the original.
import { ConditionalCheckFailedException, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Holder, Lease, TableOwner } from '#domain/lease.ts';
import { natural, objectOf, text } from '#domain/shape.ts';
import { setting } from '#setting.ts';
import { commit } from './table/commit.ts';
import { TABLE_OWNER_KEY } from './table/keys.ts';
import type { Kind } from './table/kind.ts';
import { loadRow, newItem, row } from './table/row.ts';
import { table, tableName } from './table/table.ts';

const leaseTable = () => setting('LEASE_TABLE_NAME');
const KEY = { pk: 'LEASE' };
const OWNER_FIELDS = { table: text, tableId: text, region: text, epoch: natural };
const LEASE = /* @__PURE__ */ objectOf<Lease>(
  { ...OWNER_FIELDS, validFromMs: natural, validUntilMs: natural },
  new Set(Object.keys(KEY)),
);

/** The name of the table and the Region that this process uses. */
export const ownPlace = async (): Promise<Pick<Holder, 'table' | 'region'>> => ({
  table: tableName(),
  region: await table.config.region(),
});

/**
 * Eventually consistent: a stale lease ends earlier, so it is as safe, and costs half. The holder and the
 * operator's takeover read the latest one.
 */
export async function loadLease({ isLatest = false } = {}): Promise<Lease | undefined> {
  const read = new GetCommand({ TableName: leaseTable(), Key: KEY, ConsistentRead: isLatest });
  const { Item: item } = await table.send(read);
  return item && LEASE.read(item, 'lease');
}

/** False if the lease was changed since `before` was read. */
export async function saveLease(before: Lease | undefined, lease: Lease): Promise<boolean> {
  const { epoch, validUntilMs } = before ?? {};
  const condition =
    before === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'epoch = :epoch AND validUntilMs = :validUntilMs',
          ExpressionAttributeValues: { ':epoch': epoch, ':validUntilMs': validUntilMs },
        };
  const Item = { ...KEY, ...LEASE.write(lease) };
  try {
    await table.send(new PutCommand({ TableName: leaseTable(), Item, ...condition }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Of each stage that has the lease or waits for it: a standby begins long after the first one. */
const beginningKey = async () => ({ pk: `BEGAN#${setting('STAGE')}#${await table.config.region()}` });
const BEGINNING = /* @__PURE__ */ objectOf<{ beganMs: number }>(
  { beganMs: natural },
  new Set(Object.keys(KEY)),
);

/** When the renewer of this stage ran for the first time, in milliseconds. Undefined: it is doing so. */
export async function loadBeginning(): Promise<number | undefined> {
  const read = new GetCommand({ TableName: leaseTable(), Key: await beginningKey() });
  const { Item: item } = await table.send(read);
  return item && BEGINNING.read(item, 'beginning').beganMs;
}

export async function writeBeginning(beganMs: number): Promise<void> {
  const Item = { ...(await beginningKey()), beganMs };
  await table.send(new PutCommand({ TableName: leaseTable(), Item }));
}

const TABLE_OWNER = /* @__PURE__ */ row<TableOwner>('table-owner', () => OWNER_FIELDS);

export const tableOwnerKind = () =>
  ({
    keys: [TABLE_OWNER_KEY],
    readBy: 'lease, people',
    grants: { 'table-owner': 'the table and Region that had the lease last' },
    events: 'nothing: no merchant reads it',
    read: TABLE_OWNER.find,
  }) satisfies Kind;

export const loadTableOwner = () => loadRow(TABLE_OWNER, TABLE_OWNER_KEY);

/** Names the holder in the table. Only the renewer writes it, after it has renewed the lease. */
export async function writeTableOwner({ table: name, tableId, region, epoch }: TableOwner): Promise<void> {
  const attributes = TABLE_OWNER.attributes({ table: name, tableId, region, epoch });
  await commit([{ what: 'table-owner', kind: 'put', item: newItem(TABLE_OWNER_KEY, attributes) }]);
}

/** This table in this Region, as DynamoDB describes it. */
export async function describeHolder(): Promise<Holder> {
  const place = await ownPlace();
  const { Table: described } = await table.send(new DescribeTableCommand({ TableName: place.table }));
  if (described?.TableId === undefined) throw new Error('DynamoDB describes no table.');
  return { ...place, tableId: described.TableId };
}
