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
  { ...OWNER_FIELDS, validFromMs: natural },
  new Set(Object.keys(KEY)),
);

/**
 * Strongly consistent: with a second Region a read of one that is cut off fails, and nothing is sent there,
 * while its own copy of the row would name it for ever.
 */
export async function loadLease(): Promise<Lease | undefined> {
  const read = new GetCommand({ TableName: leaseTable(), Key: KEY, ConsistentRead: true });
  const { Item: item } = await table.send(read);
  return item && LEASE.read(item, 'lease');
}

/** False if the lease was changed since `before` was read. */
export async function saveLease(before: Lease | undefined, lease: Lease): Promise<boolean> {
  const condition =
    before === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'epoch = :epoch',
          ExpressionAttributeValues: { ':epoch': before.epoch },
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

const TABLE_OWNER = /* @__PURE__ */ row<TableOwner>('table-owner', () => OWNER_FIELDS);

export const tableOwnerKind = () =>
  ({
    keys: [TABLE_OWNER_KEY],
    readBy: 'people: lease',
    events: 'nothing: no merchant reads it',
    read: TABLE_OWNER.find,
  }) satisfies Kind;

export const loadTableOwner = () => loadRow(TABLE_OWNER, TABLE_OWNER_KEY);

/** Names the holder in the table. Only a takeover writes it, before it saves the lease. */
export async function writeTableOwner({ table: name, tableId, region, epoch }: TableOwner): Promise<void> {
  const attributes = TABLE_OWNER.attributes({ table: name, tableId, region, epoch });
  await commit([{ what: 'table-owner', kind: 'put', item: newItem(TABLE_OWNER_KEY, attributes) }]);
}

/** This table in this Region, as DynamoDB describes it. */
export async function describeHolder(): Promise<Holder> {
  const [region, { Table: described }] = await Promise.all([
    table.config.region(),
    table.send(new DescribeTableCommand({ TableName: tableName() })),
  ]);
  if (described?.TableId === undefined) throw new Error('DynamoDB describes no table.');
  return { table: tableName(), tableId: described.TableId, region };
}
