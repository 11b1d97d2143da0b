// One HTTPS call to the bank. Its promise is the difference between "certainly not sent" and "unknown": only
// before the connection stands (for TLS: before the handshake is done) can we be sure that nothing left.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export type Exchange =
  | { kind: 'answered'; status: number; contentType: string | undefined; body: Buffer }
  | { kind: 'unknown'; reason: string }
  | { kind: 'notSent'; reason: string };
/** Sends one request body to the bank. Never throws, never retries; reasons hold no part of the request. */
export type Transport = (body: Buffer) => Promise<Exchange>;

type Timeouts = {
  /** To a connection that stands, TLS included. */
  connectTimeoutMs: number;
  /** From the first packet to the last byte of the answer. */
  callTimeoutMs: number;
};

/** Far above any real answer (an order's history is some kilobytes), far below what could exhaust memory. */
const MAX_ANSWER_BYTES = 262_144;

/**
 * Posts XML to `apiUrl`, each call on a connection of its own: a kept one may be half-dead when it is
 * needed.
 */
export function httpsTransport(apiUrl: string, timeouts: Timeouts): Transport {
  const { connectTimeoutMs, callTimeoutMs } = timeouts;
  const url = new URL(apiUrl);
  const secure = url.protocol === 'https:';
  const send = secure ? httpsRequest : httpRequest;

  return (body) =>
    new Promise((resolve) => {
      let connected = false;
      const request = send(url, {
        method: 'POST',
        agent: false,
        headers: {
          'Content-Type': 'text/xml; charset=ISO-8859-9',
          'Content-Length': body.length,
          Connection: 'close',
        },
      });
      const end = (exchange: Exchange) => {
        clearTimeout(connecting);
        clearTimeout(calling);
        resolve(exchange);
        request.destroy();
      };
      const fail = (reason: string) => end({ kind: connected ? 'unknown' : 'notSent', reason });
      const connecting = setTimeout(() => fail('CONNECT_TIMEOUT'), connectTimeoutMs);
      const calling = setTimeout(() => fail('CALL_TIMEOUT'), callTimeoutMs);

      request.on('socket', (socket) =>
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          connected = true;
          clearTimeout(connecting);
          request.end(body);
        }),
      );
      request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'CONNECTION_ERROR'));
      request.on('response', (response) => readBody(response, end));
    });
}

function readBody(response: IncomingMessage, end: (exchange: Exchange) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) end({ kind: 'unknown', reason: 'ANSWER_TOO_LARGE' });
    else chunks.push(chunk);
  });
  response.on('error', () => end({ kind: 'unknown', reason: 'ANSWER_CUT_OFF' }));
  response.on('end', () =>
    end({
      kind: 'answered',
      status: response.statusCode ?? 0,
      contentType: response.headers['content-type'],
      body: Buffer.concat(chunks),
    }),
  );
}
