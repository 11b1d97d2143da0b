// The smallest function that uses the table: the document client and the six commands in use. The start-up
// times of other functions are given in multiples of its start-up time.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

const COMMANDS = [BatchGetCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand];
const table = DynamoDBDocumentClient.from(new DynamoDBClient());

export const handler = async (input: never): Promise<unknown> =>
  await Promise.all(COMMANDS.map((Command) => table.send(new Command(input) as GetCommand)));
