// Carries out the commands of docs/recovery.md on the embedded DynamoDB: after them a restored table has the
// settings of the first one, and the service works with it. AWS does the restoring itself; the test copies
// the rows, as AWS does, without the other settings of the table.
import { readFileSync } from 'node:fs';
import * as sdk from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetLease } from '#flows/lease.ts';
import { describeHolder, loadLease, saveLease } from '#store/lease.ts';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { tableName } from '#store/table/table.ts';
import { copyTable } from '../drivers/copied-table.ts';
import { startHarness } from '../harness/harness.ts';

const { api, payOrder } = await startHarness();
const client = new sdk.DynamoDBClient();
const [first, restored] = [tableName(), `${tableName()}-2`];

const page = readFileSync(new URL('../../docs/recovery.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/^(?:until )?aws dynamodb ([^;\n]+)/gm)].map(([, line = '']) =>
  line.replaceAll('payment-production-2', restored).replaceAll('payment-production', first),
);
/** Commands that the embedded DynamoDB does not implement, with the test's replacement. */
const INSTEAD: Record<string, (input: Record<string, unknown>) => Promise<void>> = {
  'restore-table-to-point-in-time': async ({ SourceTableName, TargetTableName }) => {
    expect([SourceTableName, TargetTableName]).toEqual([first, restored]);
    await copyTable(client, first, restored);
  },
  // The same of a deleted table.
  'list-backups': async (input) => {
    expect(input).toEqual({ TableName: first, BackupType: 'SYSTEM' });
  },
  'restore-table-from-backup': async ({ TargetTableName }) => {
    expect(TargetTableName).toBe(restored);
  },
  'wait table-exists': async () => {},
  'update-continuous-backups': async (input) => {
    expect(input['PointInTimeRecoverySpecification']).toEqual({ PointInTimeRecoveryEnabled: true });
  },
};

const pascal = (words: string) =>
  words.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
/** `Enabled=true,AttributeName=expiresAtSeconds`, the short form of the AWS CLI. */
function readWords(words: readonly string[]): unknown {
  const [word] = words;
  if (word === undefined) return true;
  if (!/^\w+=/.test(word)) return word;
  const objects = words.map((one) => {
    const parts = one.split(',').map((part) => part.split('=') as [string, string]);
    return Object.fromEntries(parts.map(([name, value]) => [name, value === 'true' ? true : value]));
  });
  return objects.length > 1 ? objects : objects[0];
}

function read(line: string): { name: string; input: Record<string, unknown> } {
  const [name = '', ...options] = line.split(/ --/);
  const input = options.map((option) => {
    const [flag = '', ...words] = option.split(' ');
    return [pascal(flag), readWords(words)] as const;
  });
  return { name, input: Object.fromEntries(input) };
}

async function carryOut(line: string): Promise<void> {
  const { name, input } = read(line);
  const instead = INSTEAD[name];
  if (instead) return await instead(input);
  const Command = (sdk as unknown as Record<string, new (input: object) => sdk.DescribeTableCommand>)[
    `${pascal(name)}Command`
  ];
  if (Command === undefined) throw new Error(`There is no command ${name}.`);
  await client.send(new Command(input));
}

/** As `npm run lease -- take`, which test/bin/lease.test.ts runs, without its wait. */
async function giveLease(): Promise<void> {
  const lease = await loadLease();
  if (lease) await saveLease(lease, { ...lease, ...(await describeHolder()) });
  forgetLease();
}

let before = '';
beforeAll(async () => {
  before = await payOrder();
  for (const line of commands) await carryOut(line);
  process.env['TABLE_NAME'] = restored;
  await giveLease();
});
afterAll(async () => {
  process.env['TABLE_NAME'] = first;
  await giveLease();
  // The next service of this worker deletes the tables that it finds.
  const unprotected = { TableName: restored, DeletionProtectionEnabled: false };
  await client.send(new sdk.UpdateTableCommand(unprotected));
  client.destroy();
});

it('the runbook restores, configures and shows one table', () => {
  expect(commands.map((line) => read(line).name)).toEqual([
    'restore-table-to-point-in-time',
    'wait table-exists',
    'list-backups',
    'restore-table-from-backup',
    'update-time-to-live',
    'update-table',
    'update-table',
    'update-continuous-backups',
    'tag-resource',
    'describe-table',
  ]);
});

it('a restored table has time to live, stream, protection and every index after the runbook', async () => {
  const { Table: table } = await client.send(new sdk.DescribeTableCommand({ TableName: restored }));
  expect(table).toMatchObject({
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    DeletionProtectionEnabled: true,
  });
  expect(table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(
    Object.keys(TABLE_SHAPE.indexes).sort(),
  );
  const { TimeToLiveDescription: ttl } = await client.send(
    new sdk.DescribeTimeToLiveCommand({ TableName: restored }),
  );
  expect(ttl).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: TABLE_SHAPE.timeToLive });
});

it('the service reads old payments and makes new ones with the restored table', async () => {
  const after = await payOrder();
  for (const reference of [before, after]) {
    const { json } = await api<{ status: string }>('GET', `/api/payment/${reference}`);
    expect(json.data.status).toBe('Successful');
  }
});
