// The DynamoDB of this process. Services that keep their data in memory share one engine, because an engine
// starts more slowly than a table is created. A service with a folder has its own engine, which ends with it.
import { type LocalDynamodb, startDynamodb } from './dynamodb.ts';
import { createOnlyTable, ensureTable } from './table.ts';

type OpenDynamodb = {
  endpoint: string;
  /** Creates the table. In memory it is the only one; in a folder it keeps the rows of earlier starts. */
  createTable(name: string, hasStream: boolean): Promise<void>;
  close(): Promise<void>;
};

/** An AWS client is created once per process and keeps its endpoint, so every engine uses the same port. */
let port: number | undefined;
let inMemory: LocalDynamodb | undefined;

/** The port of the engines of this process; undefined before the first start. */
export const dynamodbPort = () => port;

/** Without a folder the data is in memory until the next call. */
export async function openDynamodb(folder?: string): Promise<OpenDynamodb> {
  if (process.env['AWS_ENDPOINT_URL_DYNAMODB'] || folder !== undefined) {
    await stopDynamodb();
    const { endpoint, stop } = await start(folder);
    return { endpoint, createTable: ensureTable, close: stop };
  }
  inMemory ??= await start();
  return { endpoint: inMemory.endpoint, createTable: createOnlyTable, close: async () => {} };
}

/** Stops the engine in memory, which otherwise ends with the process. */
export async function stopDynamodb(): Promise<void> {
  await inMemory?.stop();
  inMemory = undefined;
}

async function start(folder?: string): Promise<LocalDynamodb> {
  const dynamodb = await startDynamodb({
    ...(port !== undefined && { port }),
    ...(folder !== undefined && { folder }),
  });
  port = Number(new URL(dynamodb.endpoint).port);
  return dynamodb;
}
