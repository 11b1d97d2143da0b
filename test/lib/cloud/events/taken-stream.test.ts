// The stream of a table that a deployment takes in is what DynamoDB says: a standby and a restored table need
// no option for it.
import * as sdk from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from 'vitest';
import { tableName } from '#store/table/table.ts';
import { takenStreamArn } from '../../../../lib/cloud/events/taken-stream.ts';
import { copyTable } from '../../../drivers/copied-table.ts';
import { startHarness } from '../../../harness/harness.ts';

await startHarness({ hasStream: true });
const REGION = 'eu-central-1';
const client = new sdk.DynamoDBClient();
const restored = `${tableName()}-2`;
afterAll(async () => {
  await client.send(new sdk.DeleteTableCommand({ TableName: restored }));
  client.destroy();
});

test('a table has its stream, and a restored one has none until the runbook turns it on', async () => {
  const own = await takenStreamArn(tableName(), REGION);
  expect(own).toContain(`:table/${tableName()}/stream/`);
  await copyTable(client, tableName(), restored);
  expect(await takenStreamArn(restored, REGION)).toBeUndefined();
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  await client.send(new sdk.UpdateTableCommand({ TableName: restored, StreamSpecification }));
  expect(await takenStreamArn(restored, REGION)).toContain(`:table/${restored}/stream/`);
});

test('a table that is gone has no stream, and without an answer it is said what is needed', async () => {
  expect(await takenStreamArn('no-table', REGION)).toBeUndefined();
  const endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = 'http://localhost:1/';
  try {
    await expect(takenStreamArn(tableName(), REGION)).rejects.toThrow('give credentials');
  } finally {
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
  }
});
