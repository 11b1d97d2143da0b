// Runs the deployed bank's function on a table of the embedded DynamoDB, with events as API Gateway sends
// them.
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { vi } from 'vitest';
import { handler } from '../../../../lib/bank/deployed/bank-function.ts';
import { BOOK_TABLE_SHAPE } from '../../../../lib/bank/deployed/book-table.ts';
import type { HttpHandler } from '../../../../lib/local/http-handler.ts';

const TABLE = 'simulated-bank';

/** Creates the table in the embedded DynamoDB and sets BANK_TABLE_NAME. */
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
  vi.stubEnv('BANK_TABLE_NAME', TABLE);
}

/** All rows of the table. */
export async function bookRows(): Promise<Record<string, unknown>[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: TABLE }));
  client.destroy();
  return items;
}

/** API Gateway sends request bodies unchanged in base 64 and takes the response as text. */
export const deployedBank: HttpHandler = async ({ method, url, headers, body, address }) => {
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
