// The bank as it is deployed: its one function over a table of the embedded engine, called as API Gateway
// calls it.
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { handler } from '../../../../lib/bank/deployed/bank-door.ts';
import { BOOK_TABLE_SHAPE } from '../../../../lib/bank/deployed/book-table.ts';
import type { LocalService } from '../../../../lib/local/local-server.ts';

const TABLE = 'simulated-bank';

/** Makes the table where the environment says DynamoDB is, and tells the bank of it. */
export async function createBookTable(): Promise<void> {
  const client = new DynamoDBClient();
  const { partitionKey, sortKey } = BOOK_TABLE_SHAPE;
  await client.send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: partitionKey, KeyType: 'HASH' },
        { AttributeName: sortKey, KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [partitionKey, sortKey].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
    }),
  );
  client.destroy();
  process.env['BANK_TABLE_NAME'] = TABLE;
}

/** Every row of the table, as it stands. */
export async function bookRows(): Promise<Record<string, unknown>[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: TABLE }));
  client.destroy();
  return items;
}

/** API Gateway hands bodies over as they came, in base 64, and takes an answer as text. */
export const deployedBank: LocalService = async ({ method, url, headers, body, address }) => {
  const event = {
    httpMethod: method,
    path: url,
    headers,
    body: body.toString('base64'),
    isBase64Encoded: true,
    requestContext: { identity: { sourceIp: address } },
  };
  const answer = await handler(event as unknown as APIGatewayProxyEvent);
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: Buffer.from(answer.body, 'utf8'),
  };
};
