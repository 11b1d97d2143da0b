// A wire to the table that breaks on request: at the n-th call of a stretch of work, before or after the
// table has done it. Whoever "crashes" can do nothing more until the wire is whole again, as a dead
// container could not either.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { type DynamodbOptions, startDynamodb } from '../../lib/local/aws/dynamodb.ts';
import { dynamodbPort } from '../../lib/local/environment.ts';
import { freePort } from '../../lib/local/free-port.ts';

export const FAULTS = ['crash before', 'crash after', 'lost answer', 'error', 'contended'] as const;
/**
 * `crash before`: not done, and nothing after it. `crash after`: done, and nothing after it. `lost answer`:
 * done, but the connection breaks, so that the SDK sends it again. `error`: not done, a 500, sent again too.
 * `contended`: a write is not done, because a transaction is on one of its rows; the SDK leaves that to us.
 */
export type Fault = (typeof FAULTS)[number];

type FaultyTable = {
  /** Breaks the n-th call from here, counted from 1. */
  breakAt(call: number, fault: Fault): void;
  /** Makes the wire whole again; answers how many calls there were since it was broken. */
  mend(): number;
};

/** To be started before the service of the test file, which then uses it. */
export async function startFaultyTable(options: DynamodbOptions = {}): Promise<FaultyTable> {
  const engine = await startDynamodb(options);
  const { port } = new URL(engine.endpoint);
  let calls = 0;
  let plan: { call: number; fault: Fault } | undefined;
  let isDead = false;

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    calls += 1;
    const fault = plan?.call === calls ? plan.fault : undefined;
    isDead ||= fault === 'crash before';
    if (isDead) return refuse(outgoing, 400, 'AccessDeniedException');
    if (fault === 'error') return refuse(outgoing, 500, 'InternalServerError');
    if (fault === 'contended' && contend(String(incoming.headers['x-amz-target']), body, outgoing)) return;
    const answer = await forward(port, incoming, body);
    isDead ||= fault === 'crash after';
    if (isDead) return refuse(outgoing, 400, 'AccessDeniedException');
    if (fault === 'lost answer') return void outgoing.destroy();
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const wirePort = dynamodbPort() ?? (await freePort());
  server.listen(wirePort, '127.0.0.1');
  await once(server, 'listening');
  const before = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${wirePort}`;
  afterAll(async () => {
    if (before === undefined) delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
    else process.env['AWS_ENDPOINT_URL_DYNAMODB'] = before;
    server.closeAllConnections();
    server.close();
    await engine.stop();
  });
  return {
    breakAt: (call, fault) => {
      calls = 0;
      plan = { call, fault };
    },
    mend: () => {
      plan = undefined;
      isDead = false;
      return calls;
    },
  };
}

/** Answers a write as the table does while a transaction holds one of its rows; false for a read. */
function contend(target: string, body: Buffer, outgoing: ServerResponse): boolean {
  if (/\.(PutItem|UpdateItem|DeleteItem)$/.test(target)) {
    refuse(outgoing, 400, 'TransactionConflictException');
    return true;
  }
  if (!target.endsWith('.TransactWriteItems')) return false;
  const { TransactItems } = JSON.parse(body.toString('utf8')) as { TransactItems: unknown[] };
  const reasons = TransactItems.map((_, at) => ({ Code: at === 0 ? 'TransactionConflict' : 'None' }));
  refuse(outgoing, 400, 'TransactionCanceledException', { CancellationReasons: reasons });
  return true;
}

/**
 * Neither is a refusal that the SDK would take for the table's own: the first is final, the second is not.
 */
function refuse(outgoing: ServerResponse, status: number, name: string, more: object = {}): void {
  outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  const __type = `com.amazonaws.dynamodb.v20120810#${name}`;
  outgoing.end(JSON.stringify({ __type, message: 'broken', ...more }));
}

type Forwarded = { status: number; headers: Record<string, string>; body: Buffer };

function forward(port: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path: url, headers });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const kept = ['content-type', 'x-amz-crc32'].flatMap((name) => {
        const value = response.headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      buffer(response).then(
        (bytes) =>
          resolve({ status: response.statusCode ?? 500, headers: Object.fromEntries(kept), body: bytes }),
        reject,
      );
    });
    sent.end(body);
  });
}
