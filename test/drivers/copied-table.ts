// Copies a table of the embedded DynamoDB as AWS restores one: its rows and indexes, no other setting.
import * as sdk from '@aws-sdk/client-dynamodb';

export async function copyTable(client: sdk.DynamoDBClient, from: string, to: string): Promise<void> {
  const { Table: table = {} } = await client.send(new sdk.DescribeTableCommand({ TableName: from }));
  const indexes = table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  await client.send(
    new sdk.CreateTableCommand({
      TableName: to,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: table.AttributeDefinitions,
      KeySchema: table.KeySchema,
      GlobalSecondaryIndexes: indexes,
    }),
  );
  const { Items: items = [] } = await client.send(new sdk.ScanCommand({ TableName: from }));
  for (const Item of items) await client.send(new sdk.PutItemCommand({ TableName: to, Item }));
}
