// No AWS client waits without limit: neither for a silent server, nor by repeated requests to a throttling
// table.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { awsClientLimits, MAX_AWS_ATTEMPTS } from '#aws-client.ts';
import { BACKGROUND_FUNCTIONS } from '#routes.ts';
import { getItems, table } from '#store/table/table.ts';
import { functionFiles } from './architecture/project.ts';

const TIMEOUT_MS = 80;
const limits = awsClientLimits(TIMEOUT_MS);
const place = { region: 'eu-central-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** Starts a server that accepts connections; `answer` is what it sends when bytes arrive. */
async function startSilent(answer?: string) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    if (answer !== undefined) socket.once('data', () => socket.write(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, connections: () => connections };
}

describe('a server that accepts and stays silent', () => {
  it.each([
    [
      'DynamoDB',
      (to: object) =>
        new DynamoDBClient({ ...limits, ...to }).send(new DescribeTableCommand({ TableName: 'none' })),
    ],
    ['KMS', (to: object) => new KMSClient({ ...limits, ...to }).send(new ListKeysCommand())],
    ['Scheduler', (to: object) => new SchedulerClient({ ...limits, ...to }).send(new ListSchedulesCommand())],
  ])('a call by %s ends after a bounded number of tries', async (_name, call) => {
    const silent = await startSilent();
    await expect(call({ ...place, endpoint: silent.endpoint })).rejects.toThrow('80 ms');
    expect(silent.connections()).toBe(MAX_AWS_ATTEMPTS);
  });

  it('a call to a server that falls silent in the middle of its answer ends', async () => {
    const silent = await startSilent('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"Table');
    const client = new DynamoDBClient({ ...limits, ...place, endpoint: silent.endpoint });
    await expect(client.send(new DescribeTableCommand({ TableName: 'none' }))).rejects.toThrow();
  });

  it('the shortest function still has time to end after a silent server', () => {
    const shortestMs =
      Math.min(...Object.values(BACKGROUND_FUNCTIONS).map((row) => row.timeoutSeconds)) * 1000;
    // The SDK pauses at most 100 and 200 ms before the second and the third try.
    expect(MAX_AWS_ATTEMPTS * 1_500 + 300).toBeLessThan(shortestMs);
  });

  it('no client of a function waits for a silent server without limits', () => {
    const created = functionFiles.flatMap(({ text }) => text.match(/new \w+Client\([^)]*\)/g) ?? []);
    expect(created.length).toBeGreaterThanOrEqual(3);
    expect(created.filter((one) => !one.endsWith('(AWS_CLIENT)'))).toEqual([]);
  });
});

describe('a batch of which DynamoDB leaves keys unprocessed', () => {
  const keys = [{ pk: 'A', sk: 'A' }];
  const unprocessed = { UnprocessedKeys: { none: { Keys: keys } } };
  /** Requests the keys while DynamoDB leaves them unprocessed `times` times. */
  async function ask(times: number) {
    const requests = { sent: 0 };
    const { send } = table;
    const answer = async () => {
      requests.sent += 1;
      return requests.sent <= times ? unprocessed : { Responses: { none: keys } };
    };
    Object.assign(table, { send: answer });
    vi.stubEnv('TABLE_NAME', 'none');
    vi.spyOn(Math, 'random').mockReturnValue(0.01);
    try {
      const found = await getItems(keys).catch((error: Error) => error.message);
      return { found, requests: requests.sent };
    } finally {
      Object.assign(table, { send });
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
  }

  it('a batch with unprocessed keys is requested again after pauses, and answered', async () => {
    expect(await ask(3)).toEqual({ found: keys, requests: 4 });
  });

  it('a batch with unprocessed keys is given up after a bounded number of requests', async () => {
    expect(await ask(Number.POSITIVE_INFINITY)).toEqual({
      found: 'DynamoDB leaves keys of a batch unprocessed: it throttles.',
      requests: 8,
    });
  });
});
