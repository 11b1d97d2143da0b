// The stream of a table that a deployment takes in. The synthesis asks DynamoDB, because nobody knows it by
// heart: a replica has a stream of its own, and a restored table has none until it is turned on.
import { DescribeTableCommand, DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';

/** Undefined if there is no such table, or if it has no stream. Throws if DynamoDB cannot be asked. */
export async function takenStreamArn(tableName: string, region: string): Promise<string | undefined> {
  const client = new DynamoDBClient({ region });
  try {
    const { Table: table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return table?.StreamSpecification?.StreamEnabled ? table.LatestStreamArn : undefined;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw new Error(`The stream of ${tableName} in ${region} is not known: give credentials.`, {
      cause: error,
    });
  } finally {
    client.destroy();
  }
}
