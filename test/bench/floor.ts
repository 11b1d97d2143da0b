// The least that a function of the table can be: the document client and the six commands that are used.
// What the others take to load is told in multiples of this.
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
