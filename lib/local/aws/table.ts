// Creates the local table from the same shape as the deployed one.
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { TABLE_SHAPE } from '#store/table/keys.ts';

/**
 * Creates the table unless an earlier start created it. If `hasStream`, an existing table without a stream
 * gets one.
 */
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

const STREAM = {
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} as const;

function definition(tableName: string, hasStream: boolean) {
  const { partitionKey, sortKey, indexes } = TABLE_SHAPE;
  const keys = [{ partitionKey, sortKey }, ...Object.values(indexes)];
  const schema = (key: { partitionKey: string; sortKey: string }) => [
    { AttributeName: key.partitionKey, KeyType: 'HASH' as const },
    { AttributeName: key.sortKey, KeyType: 'RANGE' as const },
  ];
  return {
    TableName: tableName,
    ...(hasStream && STREAM),
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
