// A proxy in front of DynamoDB that injects a fault at the n-th call, before or after the table has executed
// it. After a "crash", all calls fail until the proxy is mended, as those of a dead container would.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { type DynamodbOptions, startDynamodb } from '../../lib/local/aws/dynamodb.ts';
import { dynamodbPort, stopDynamodb } from '../../lib/local/aws/process-dynamodb.ts';
import { freePort } from '../../lib/local/free-port.ts';

export const FAULTS = ['crash before', 'crash after', 'lost answer', 'error', 'contended'] as const;
/**
 * `crash before`: this call and all later ones are not executed. `crash after`: the later ones are not. `lost
 * answer`: executed, but the connection breaks, so that the SDK retries. `error`: not executed; the SDK
 * retries after the 500. `contended`: a write fails with a transaction conflict, which the SDK does not
 * retry.
 */
export type Fault = (typeof FAULTS)[number];

type FaultyTable = {
  /** Breaks the n-th call from here, counted from 1. */
  breakAt(call: number, fault: Fault): void;
  /** Ends the fault and returns the number of calls since `breakAt`. */
  mend(): number;
};

/** Must be started before the service of the test file, which then uses it. */
export async function startFaultyTable(options: DynamodbOptions = {}): Promise<FaultyTable> {
  await stopDynamodb();
  const engine = await startDynamodb(options);
  const { port } = new URL(engine.endpoint);
  let calls = 0;
  let plan: { call: number; fault: Fault } | undefined;
  let hasCrashed = false;

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    calls += 1;
    const fault = plan?.call === calls ? plan.fault : undefined;
    hasCrashed ||= fault === 'crash before';
    if (hasCrashed) return answerError(outgoing, 400, 'AccessDeniedException');
    if (fault === 'error') return answerError(outgoing, 500, 'InternalServerError');
    if (fault === 'contended' && answerConflict(String(incoming.headers['x-amz-target']), body, outgoing))
      return;
    const answer = await forward(port, incoming, body);
    hasCrashed ||= fault === 'crash after';
    if (hasCrashed) return answerError(outgoing, 400, 'AccessDeniedException');
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
      hasCrashed = false;
      return calls;
    },
  };
}

/** Answers a write as DynamoDB does if another transaction is using its rows; returns false for a read. */
function answerConflict(target: string, body: Buffer, outgoing: ServerResponse): boolean {
  if (/\.(PutItem|UpdateItem|DeleteItem)$/.test(target)) {
    answerError(outgoing, 400, 'TransactionConflictException');
    return true;
  }
  if (!target.endsWith('.TransactWriteItems')) return false;
  const { TransactItems } = JSON.parse(body.toString('utf8')) as { TransactItems: unknown[] };
  const reasons = TransactItems.map((_, at) => ({ Code: at === 0 ? 'TransactionConflict' : 'None' }));
  answerError(outgoing, 400, 'TransactionCanceledException', { CancellationReasons: reasons });
  return true;
}

/** The SDK retries an answer with status 500 and does not retry one with 400. */
function answerError(outgoing: ServerResponse, status: number, name: string, more: object = {}): void {
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
