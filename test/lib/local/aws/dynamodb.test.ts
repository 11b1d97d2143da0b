import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  type DynamodbOptions,
  type LocalDynamodb,
  startDynamodb,
} from '../../../../lib/local/aws/dynamodb.ts';
import { createClock } from '../../../../lib/local/time/clock.ts';
import { awsClientOptions } from '../serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'dynamodb-'));
const started: LocalDynamodb[] = [];
afterEach(async () => {
  for (const dynamodb of started.splice(0)) await dynamodb.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(options?: DynamodbOptions) {
  const dynamodb = await startDynamodb(options);
  started.push(dynamodb);
  const client = new DynamoDBClient({ ...awsClientOptions, endpoint: dynamodb.endpoint });
  return { ...dynamodb, client };
}

const responds = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

describe('embedded DynamoDB', () => {
  it('two instances have separate tables', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    await one.client.send(tableCommand());
    expect((await one.client.send(new ListTablesCommand({}))).TableNames).toEqual(['payments']);
    expect((await two.client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
  });

  it('an error is not retried, though the local clock is a month ahead of DynamoDB', async () => {
    const { client } = await start();
    const clock = createClock();
    const uninstall = clock.install();
    try {
      for (const _month of [1, 2]) {
        clock.jumpTo(clock.nowMs() + 30 * 86_400_000);
        const rejected = client.send(new DescribeTableCommand({ TableName: 'nowhere' }));
        const $metadata = { attempts: 1 };
        await expect(rejected).rejects.toMatchObject({ name: 'ResourceNotFoundException', $metadata });
      }
    } finally {
      uninstall();
    }
  });

  it('tables in a folder survive a restart', async () => {
    const dataFolder = join(folder, 'made', 'when-needed');
    const before = await start({ folder: dataFolder });
    await before.client.send(tableCommand());
    await before.client.send(new PutItemCommand({ TableName: 'payments', Item: { pk: { S: 'a' } } }));
    await before.stop();
    const after = await start({ folder: dataFolder });
    const read = new GetItemCommand({ TableName: 'payments', Key: { pk: { S: 'a' } } });
    expect((await after.client.send(read)).Item).toEqual({ pk: { S: 'a' } });
  });

  it('the last record of a stream is found by an index, so that writes do not become slower', async () => {
    const dataFolder = join(folder, 'stream');
    await start({ folder: dataFolder });
    const database = new DatabaseSync(join(dataFolder, 'dynamodb.sqlite'));
    const query = 'SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?';
    const [{ detail } = {}] = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all('payments');
    database.close();
    expect(detail).toMatch(/^SEARCH .* INDEX in_order/);
  });

  it('a stopped DynamoDB no longer responds, and a second stop has no effect', async () => {
    const { endpoint, stop } = await start();
    await stop();
    expect(await responds(endpoint)).toBe(false);
    await stop();
  });

  it('the endpoint in the environment takes precedence', async () => {
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = 'http://elsewhere.example:8000';
    try {
      const { endpoint, stop } = await startDynamodb();
      expect(endpoint).toBe('http://elsewhere.example:8000');
      await stop();
    } finally {
      delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
    }
  });

  it('the error on an unsupported platform lists alternatives', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform');
    Object.defineProperty(process, 'platform', { ...platform, value: 'plan9' });
    try {
      await expect(startDynamodb()).rejects.toThrow(
        /plan9.*\n.*compose\.yaml.*\n.*AWS_ENDPOINT_URL_DYNAMODB/s,
      );
    } finally {
      Object.defineProperty(process, 'platform', platform ?? {});
    }
  });

  it('a failed start reports the reason', async () => {
    const file = join(folder, 'a-folder-in-the-way');
    const occupied = await start({ folder: file });
    await occupied.stop();
    rmSync(join(file, 'dynamodb.sqlite'));
    mkdirSync(join(file, 'dynamodb.sqlite'));
    await expect(startDynamodb({ folder: file })).rejects.toThrow(
      /ended at its start: .*(open|database|directory)/is,
    );
  });
});

describe('embedded DynamoDB after the end of its parent process', () => {
  const parents: ChildProcess[] = [];
  afterEach(() => {
    for (const parent of parents.splice(0)) parent.kill('SIGKILL');
  });

  const module = new URL('../../../../lib/local/aws/dynamodb.ts', import.meta.url).href;
  const script = (ending: string, options: DynamodbOptions) => `
    import { startDynamodb } from ${JSON.stringify(module)};
    const { endpoint, stop } = await startDynamodb(${JSON.stringify(options)});
    console.log(endpoint);
    ${ending}`;

  async function startParent(
    ending: string,
    options: DynamodbOptions = {},
  ): Promise<{ parent: ChildProcess; endpoint: string }> {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script(ending, options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    parents.push(parent);
    if (parent.stdout === null) throw new Error('no output to read');
    const [line] = await once(parent.stdout, 'data');
    return { parent, endpoint: String(line).trim() };
  }

  const stay = 'setInterval(() => {}, 1000);';

  it.each([
    ['by SIGKILL', stay, 'SIGKILL'],
    ['by SIGTERM', stay, 'SIGTERM'],
    ['by SIGINT', stay, 'SIGINT'],
    ['by an uncaught error', 'setTimeout(() => { throw null }, 50);', undefined],
    ['because it has nothing left to do', '', undefined],
  ] as const)('no process remains if the parent ends %s', async (_case, ending, signal) => {
    const { parent, endpoint } = await startParent(
      `process.on('uncaughtException', () => process.exit(1)); ${ending}`,
    );
    const port = new URL(endpoint).port;
    const exited = once(parent, 'exit');
    if (signal !== undefined) {
      expect(await responds(endpoint)).toBe(true);
      expect(processesNaming(port).length).toBeGreaterThan(0);
      parent.kill(signal);
    }
    await exited;
    await expect.poll(() => processesNaming(port)).toEqual([]);
    expect(await responds(endpoint)).toBe(false);
  });

  it('a parent that stops DynamoDB exits with 0', async () => {
    const { parent } = await startParent('await stop();');
    expect(await once(parent, 'exit')).toEqual([0, null]);
  });

  it('the folder contains everything that was confirmed after SIGKILL of the parent', async () => {
    const dataFolder = join(folder, 'killed');
    const { parent, endpoint } = await startParent(stay, { folder: dataFolder });
    const client = new DynamoDBClient({ ...awsClientOptions, endpoint });
    await client.send(tableCommand());
    for (let index = 0; index < 20; index += 1) {
      await client.send(new PutItemCommand({ TableName: 'payments', Item: { pk: { S: `${index}` } } }));
    }
    const exited = once(parent, 'exit');
    parent.kill('SIGKILL');
    await exited;
    await expect.poll(() => responds(endpoint)).toBe(false);
    const after = await start({ folder: dataFolder });
    const counted = await after.client.send(new ScanCommand({ TableName: 'payments', Select: 'COUNT' }));
    expect(counted.Count).toBe(20);
  });
});

/**
 * Returns processes whose command line contains the port: the engine and its watcher. Linux only; empty on
 * other systems.
 */
function processesNaming(port: string): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(port);
      } catch {
        return false;
      }
    });
}

function tableCommand(): CreateTableCommand {
  return new CreateTableCommand({
    TableName: 'payments',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  });
}
