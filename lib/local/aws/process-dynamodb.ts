// The DynamoDB of this process: a new engine for each service, without the rows of the one before.
import { defined } from '#domain/defined.ts';
import { type LocalDynamodb, startDynamodb } from './dynamodb.ts';

type OpenDynamodb = {
  endpoint: string;
  close(): Promise<void>;
};

/** An AWS client is created once per process and keeps its endpoint, so every engine uses the same port. */
let port: number | undefined;
let inMemory: LocalDynamodb | undefined;

/** The port of the engines of this process; undefined before the first start. */
export const dynamodbPort = () => port;

/** Without a folder the data is in memory, and is lost at the next call. */
export async function openDynamodb(folder?: string): Promise<OpenDynamodb> {
  await stopDynamodb();
  const dynamodb = await startDynamodb({
    ...defined({ port, folder }),
  });
  port = Number(new URL(dynamodb.endpoint).port);
  if (folder !== undefined) return { endpoint: dynamodb.endpoint, close: dynamodb.stop };
  inMemory = dynamodb;
  return { endpoint: dynamodb.endpoint, close: async () => {} };
}

/** Stops the in-memory engine, which would otherwise run until the process ends. */
export async function stopDynamodb(): Promise<void> {
  await inMemory?.stop();
  inMemory = undefined;
}
