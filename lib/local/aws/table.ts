// Creates the local table from the same shape as the deployed one.
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { takeFirstLease } from '../../operator/lease.ts';
import { INDEXES, indexDefinition, schemaOf, textsOf } from '../../operator/table-indexes.ts';

/** Creates the table unless an earlier start created it; with `hasStream` it has a stream from then on. */
export async function ensureTable(tableName: string, hasStream: boolean): Promise<void> {
  const client = new DynamoDBClient();
  try {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    if (hasStream && !table?.StreamSpecification?.StreamEnabled) {
      await client.send(new UpdateTableCommand({ TableName: tableName, ...STREAM }));
    }
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateTableCommand(definition(tableName, hasStream)));
  } finally {
    client.destroy();
  }
}

/**
 * Creates the table of the lease, and gives the lease to the table that this service has opened: a copied
 * data folder has a bank of its own.
 */
export async function ensureLease(leaseTable: string, now: Date): Promise<void> {
  const client = new DynamoDBClient();
  try {
    await client.send(new CreateTableCommand(leaseDefinition(leaseTable)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
  await takeFirstLease(now);
}

const leaseDefinition = (TableName: string) => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST' as const,
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
});

const STREAM = {
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} as const;

function definition(tableName: string, hasStream: boolean) {
  const key = { partitionKey: TABLE_SHAPE.partitionKey, sortKey: TABLE_SHAPE.sortKey };
  return {
    TableName: tableName,
    ...(hasStream && STREAM),
    BillingMode: 'PAY_PER_REQUEST' as const,
    KeySchema: schemaOf(key),
    AttributeDefinitions: [key, ...INDEXES].flatMap(textsOf),
    GlobalSecondaryIndexes: INDEXES.map(indexDefinition),
  };
}
