// Creates the local table from the same shape as the deployed one.
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { TABLE_SHAPE } from '#store/table/keys.ts';

/** Creates the table unless it exists from an earlier start. */
export async function ensureTable(tableName: string): Promise<void> {
  const client = new DynamoDBClient();
  try {
    await client.send(new DescribeTableCommand({ TableName: tableName }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await client.send(new CreateTableCommand(definition(tableName)));
  } finally {
    client.destroy();
  }
}

/** Creates the table in an empty engine: all tables of earlier starts are deleted. */
export async function createOnlyTable(tableName: string): Promise<void> {
  const client = new DynamoDBClient();
  try {
    const { TableNames: names = [] } = await client.send(new ListTablesCommand({}));
    for (const name of names) await client.send(new DeleteTableCommand({ TableName: name }));
    await client.send(new CreateTableCommand(definition(tableName)));
  } finally {
    client.destroy();
  }
}

function definition(tableName: string) {
  const { partitionKey, sortKey, indexes } = TABLE_SHAPE;
  const keys = [{ partitionKey, sortKey }, ...Object.values(indexes)];
  const schema = (key: { partitionKey: string; sortKey: string }) => [
    { AttributeName: key.partitionKey, KeyType: 'HASH' as const },
    { AttributeName: key.sortKey, KeyType: 'RANGE' as const },
  ];
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST' as const,
    KeySchema: schema({ partitionKey, sortKey }),
    AttributeDefinitions: keys.flatMap((key) =>
      [key.partitionKey, key.sortKey].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
    ),
    GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, key]) => ({
      IndexName,
      KeySchema: schema(key),
      Projection: { ProjectionType: 'ALL' as const },
    })),
  };
}
