// One HTTPS call to the bank. It distinguishes "certainly not sent" from "unknown": a call was certainly not
// sent only if it failed before the connection was complete (with TLS: before the handshake was done).
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export type Exchange =
  | { kind: 'answered'; status: number; contentType: string | undefined; body: Buffer }
  /** `status`: of an answer that is too large. */
  | { kind: 'unknown'; reason: string; status?: number }
  | { kind: 'notSent'; reason: string };
/** Sends one request body to the bank. Never throws, never retries; reasons contain no part of the body. */
export type Transport = (body: Buffer, headers: Readonly<Record<string, string>>) => Promise<Exchange>;

type Timeouts = {
  /** Until the connection is complete, TLS included. */
  connectTimeoutMs: number;
  /** From the first packet to the last byte of the answer. */
  callTimeoutMs: number;
};

/**
 * The largest answer that is read: 500 bytes for each of the 500 refunds that an order has at most
 * (`MOST_CREDITS`), of which a bank needs some 115, and far below the memory of a function.
 */
const MAX_ANSWER_BYTES = 262_144;

/** Posts to `apiUrl`. Each call has a connection of its own, because a kept one may be half-closed. */
export function httpsTransport(apiUrl: string, timeouts: Timeouts): Transport {
  const { connectTimeoutMs, callTimeoutMs } = timeouts;
  const url = new URL(apiUrl);
  const secure = url.protocol === 'https:';
  const send = secure ? httpsRequest : httpRequest;

  return (body, headers) =>
    new Promise((resolve) => {
      let connected = false;
      const request = send(url, {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'Content-Length': body.length, Connection: 'close' },
      });
      const finish = (exchange: Exchange) => {
        clearTimeout(connectTimer);
        clearTimeout(callTimer);
        resolve(exchange);
        request.destroy();
      };
      const fail = (reason: string) => finish({ kind: connected ? 'unknown' : 'notSent', reason });
      const connectTimer = setTimeout(() => fail('CONNECT_TIMEOUT'), connectTimeoutMs);
      const callTimer = setTimeout(() => fail('CALL_TIMEOUT'), callTimeoutMs);

      request.on('socket', (socket) =>
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          connected = true;
          clearTimeout(connectTimer);
          request.end(body);
        }),
      );
      request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'CONNECTION_ERROR'));
      request.on('response', (response) => readBody(response, finish));
    });
}

function readBody(response: IncomingMessage, finish: (exchange: Exchange) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const { statusCode: status = 0 } = response;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) finish({ kind: 'unknown', reason: 'ANSWER_TOO_LARGE', status });
    else chunks.push(chunk);
  });
  response.on('error', () => finish({ kind: 'unknown', reason: 'ANSWER_CUT_OFF' }));
  response.on('end', () =>
    finish({
      kind: 'answered',
      status,
      contentType: response.headers['content-type'],
      body: Buffer.concat(chunks),
    }),
  );
}
