// `npm run lease`: an operator sees who may move money, and moves it to a restored table.
import * as sdk from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TAKEOVER_MS } from '#domain/lease.ts';
import { forgetLease, isFencedOff } from '#flows/lease.ts';
import { describeHolder, loadLease, loadTableOwner } from '#store/lease.ts';
import { TABLE_OWNER_KEY } from '#store/table/keys.ts';
import { tableName } from '#store/table/table.ts';
import { copyTable } from '../drivers/copied-table.ts';
import { HOUR, startHarness } from '../harness/harness.ts';
import { lastAction, operator } from './driver/operator.ts';

const { service, buyer, createPage, payOrder, moveBy, now } = await startHarness();
const client = new sdk.DynamoDBClient();
const [first, restored, copied] = [tableName(), `${tableName()}-2`, `${tableName()}-3`];
const { operate, posFile } = operator();
const run = async (...words: string[]) => await operate('lease', ...words);
const read = ({ text }: { text: string }) => JSON.parse(text) as Record<string, unknown>;
const waitMs = ({ validFrom }: Record<string, unknown>, nowMs: number) =>
  Date.parse(String(validFrom)) - nowMs;
const useTable = (name: string) => {
  process.env['TABLE_NAME'] = name;
  forgetLease();
};
afterAll(async () => {
  useTable(first);
  for (const TableName of [restored, copied]) await client.send(new sdk.DeleteTableCommand({ TableName }));
  client.destroy();
});

it('a restored table sells nothing until its takeover counts, then the first one sells nothing', async () => {
  const own = await describeHolder();
  expect(await loadTableOwner()).toMatchObject({ ...own, epoch: 1 });
  await payOrder();
  await copyTable(client, first, restored);
  useTable(restored);

  const form = await buyer.open((await createPage()).hostedPageUrl);
  expect((await buyer.submit(form)).status).toBe(422);
  expect(read(await run('show'))).toMatchObject({
    lease: { table: first, epoch: 1 },
    own: { table: restored },
    mayMoveMoney: false,
  });
  expect(read(await run('take'))).toMatchObject({ next: 'Nothing was changed. Repeat with --confirm.' });
  expect(await loadLease()).toMatchObject({ table: first, epoch: 1 });

  const beforeMs = now().getTime();
  const taken = read(await run('take', '--confirm'));
  expect(taken).toMatchObject({ table: restored, epoch: 2 });
  expect(waitMs(taken, beforeMs)).toBeGreaterThanOrEqual(TAKEOVER_MS);
  expect(await lastAction()).toMatchObject({ command: 'lease take', options: ['confirm'] });
  // A copy of this table gets a higher epoch, in whatever account it is restored.
  expect(await loadTableOwner()).toMatchObject({ table: restored, epoch: 2 });
  expect(read(await run('show'))).toMatchObject({ mayMoveMoney: false });
  expect((await buyer.submit(form)).status).toBe(422);
  await moveBy(TAKEOVER_MS / 2);
  expect((await buyer.submit(form)).status).toBe(422);
  await moveBy(waitMs(taken, now().getTime()));
  expect((await buyer.submit(form)).status).toBe(303);
  expect(read(await run('show'))).toMatchObject({ mayMoveMoney: true });
  expect(await run('take', '--confirm')).toEqual({ code: 1, text: 'This table has the lease.\n' });
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
  await moveBy(HOUR);
  expect(await isFencedOff()).toBe(true);
});

describe('in a stage in which nobody has had the lease', () => {
  const leases = process.env['LEASE_TABLE_NAME'];
  beforeAll(async () => {
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
  });
  afterAll(async () => {
    process.env['LEASE_TABLE_NAME'] = leases;
    await client.send(new sdk.DeleteTableCommand({ TableName: 'copy-lease' }));
    forgetLease();
  });
  const createMerchant = async () =>
    await operate('merchant', 'create', '--name', 'Kahve', '--pos', posFile, '--unchecked');

  it('a copy sells nothing and runs no job, also after it has a new merchant', async () => {
    expect(await service.lambdas.invoke('sweep', {})).toEqual({ found: 0, settled: 0, deferred: 0 });
    expect(await createMerchant()).toMatchObject({ code: 0 });
    expect(await loadLease()).toBeUndefined();
    const form = await buyer.open((await createPage()).hostedPageUrl);
    expect((await buyer.submit(form)).status).toBe(422);
  });

  it('a copy that takes over is above the epoch of its original, and waits for that one', async () => {
    const beforeMs = now().getTime();
    const taken = read(await run('take', '--confirm'));
    expect(taken).toMatchObject({ table: copied, epoch: 2 });
    expect(waitMs(taken, beforeMs)).toBeGreaterThanOrEqual(TAKEOVER_MS);
  });

  it('a new table moves money as soon as it has its first merchant', async () => {
    await client.send(new sdk.DeleteItemCommand({ TableName: 'copy-lease', Key: { pk: { S: 'LEASE' } } }));
    const { pk, sk } = TABLE_OWNER_KEY;
    await client.send(
      new sdk.DeleteItemCommand({ TableName: copied, Key: { pk: { S: pk }, sk: { S: sk } } }),
    );
    expect(await createMerchant()).toMatchObject({ code: 0 });
    expect(await loadLease()).toMatchObject({ table: copied, epoch: 1 });
    expect(read(await run('show'))).toMatchObject({ mayMoveMoney: true });
  });
});
