// `npm run lease`: an operator sees who may move money, and moves it to a restored table.
import * as sdk from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it, vi } from 'vitest';
import { LEASE_MS, SKEW_MS } from '#domain/lease.ts';
import { forgetLease } from '#flows/lease.ts';
import { describeHolder, loadLease, loadTableOwner, saveLease } from '#store/lease.ts';
import { tableName } from '#store/table/table.ts';
import { copyTable } from '../drivers/copied-table.ts';
import { MINUTE, startHarness } from '../harness/harness.ts';
import { lastAction, operator } from './driver/operator.ts';

const { service, buyer, createPage, payOrder, moveBy, now } = await startHarness();
const client = new sdk.DynamoDBClient();
const [first, restored, copied] = [tableName(), `${tableName()}-2`, `${tableName()}-3`];
const { operate } = operator();
const run = async (...words: string[]) => await operate('lease', ...words);
const read = ({ text }: { text: string }) => JSON.parse(text) as Record<string, unknown>;
const useTable = (name: string) => {
  process.env['TABLE_NAME'] = name;
  forgetLease();
};
afterAll(async () => {
  useTable(first);
  for (const TableName of [restored, copied]) await client.send(new sdk.DeleteTableCommand({ TableName }));
  client.destroy();
});

it('a restored table sells nothing until it has the lease, then the first one sells nothing', async () => {
  const own = await describeHolder();
  const before = await loadLease();
  // As on AWS: the lease is renewed each minute.
  await saveLease(before, { ...own, epoch: 1, validFromMs: 0, validUntilMs: now().getTime() + LEASE_MS });
  forgetLease();
  expect(await service.lambdas.invoke('lease', {})).toEqual({ isHeld: true, epoch: 1 });
  expect(await loadTableOwner()).toMatchObject({ ...own, epoch: 1 });
  await payOrder();
  await copyTable(client, first, restored);
  useTable(restored);

  const form = await buyer.open((await createPage()).hostedPageUrl);
  expect((await buyer.submit(form)).status).toBe(422);
  expect(await service.lambdas.invoke('lease', {})).toEqual({ isHeld: false, epoch: 1 });
  expect(read(await run('show'))).toMatchObject({
    lease: { table: first, epoch: 1 },
    own: { table: restored },
    mayMoveMoney: false,
  });
  expect(read(await run('take'))).toMatchObject({ next: 'Nothing was changed. Repeat with --confirm.' });
  expect(await loadLease()).toMatchObject({ table: first, epoch: 1 });

  const endedMs = Number((await loadLease())?.validUntilMs);
  expect(read(await run('take', '--confirm'))).toMatchObject({
    table: restored,
    epoch: 2,
    validFrom: new Date(endedMs + SKEW_MS).toISOString(),
  });
  expect(await lastAction()).toMatchObject({ command: 'lease take', options: ['confirm'] });
  expect((await buyer.submit(form)).status).toBe(422);
  await moveBy(endedMs + SKEW_MS - now().getTime());
  expect((await buyer.submit(form)).status).toBe(303);
  expect(await service.lambdas.invoke('lease', {})).toEqual({ isHeld: true, epoch: 2 });
  expect(await loadTableOwner()).toMatchObject({ table: restored, epoch: 2 });
  expect(await run('take', '--confirm')).toEqual({
    code: 1,
    text: 'This table has the lease. It is renewed each minute.\n',
  });
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', 'http://localhost:1/');
  const { code, text } = await run('take', '--confirm', '--zone', 'Z1');
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  expect(read({ text })).toMatchObject({
    epoch: 2,
    notPointed: 'GET /domainnames/localhost: localhost:1 does not answer (bad port)',
  });

  useTable(first);
  const refused = await buyer.submit(await buyer.open((await createPage()).hostedPageUrl));
  expect(refused.status).toBe(422);
  await moveBy(10 * MINUTE);
  expect(await service.lambdas.invoke('lease', {})).toEqual({ isHeld: false, epoch: 2 });
});

it('a copy in a stage without a lease sells nothing: its owner is another table', async () => {
  const leases = process.env['LEASE_TABLE_NAME'];
  await client.send(
    new sdk.CreateTableCommand({
      TableName: 'copy-lease',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    }),
  );
  await copyTable(client, first, copied);
  process.env['LEASE_TABLE_NAME'] = 'copy-lease';
  useTable(copied);
  try {
    // Until the first run of its renewer no job runs by itself.
    expect(await service.lambdas.invoke('sweep', {})).toEqual({ found: 0, settled: 0, deferred: 0 });
    expect(await service.lambdas.invoke('lease', {})).toMatchObject({ isHeld: false });
    await moveBy(MINUTE);
    const form = await buyer.open((await createPage()).hostedPageUrl);
    expect((await buyer.submit(form)).status).toBe(422);
  } finally {
    process.env['LEASE_TABLE_NAME'] = leases;
    await client.send(new sdk.DeleteTableCommand({ TableName: 'copy-lease' }));
    forgetLease();
  }
});
