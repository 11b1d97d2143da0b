import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectUnmeasured } from '#acquirer/connect.ts';
import { httpsTransport } from '#acquirer/transport.ts';
import { MOST_CREDITS } from '#domain/refund/refund-limit.ts';
import { APPROVED, answerXml, history, historyRow, SALE, SETTINGS } from './nestpay/scripted-bank.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
// The timeouts of the transport elapse when a test advances the clock: a slow machine is no slow bank.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const onHttp = (listener: RequestListener) => listening(createHttpServer(listener));
const onTcp = (listener: (socket: Socket) => void) =>
  listening(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      listener(socket);
    }),
  );

const CONNECT_TIMEOUT_MS = 300;
const CALL_TIMEOUT_MS = 500;
/** Lets both timeouts elapse as soon as the bank has received data. */
const timeOut = (socket: Socket) => void socket.once('data', () => vi.advanceTimersByTime(CALL_TIMEOUT_MS));

const bankAt = (port: number, scheme = 'http') =>
  connectUnmeasured({
    ...SETTINGS,
    kind: 'nestpay',
    apiUrl: `${scheme}://127.0.0.1:${port}/fim/api`,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
const sellAt = (port: number, scheme?: string) => bankAt(port, scheme).sale(SALE);
const XML = answerXml(APPROVED);

describe('a call to the bank', () => {
  it('the XML is posted in one request on a new connection', async () => {
    const requests: unknown[] = [];
    const port = await onHttp((request, response) => {
      const { method, url, headers } = request;
      requests.push([method, url, headers['content-type'], headers.connection, headers['transfer-encoding']]);
      response.setHeader('Content-Type', 'text/xml;charset=ISO-8859-9').end(XML);
      request.resume();
    });
    expect(await sellAt(port)).toMatchObject({ kind: 'approved' });
    expect(requests).toEqual([['POST', '/fim/api', 'text/xml; charset=ISO-8859-9', 'close', undefined]]);
  });

  it('a call to a closed port was not sent', async () => {
    const port = await onTcp(() => {});
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    expect(await sellAt(port)).toEqual({ kind: 'notSent', reason: 'ECONNREFUSED' });
  });

  it('a call to a host name that does not exist was not sent', async () => {
    const transport = httpsTransport('https://bank.invalid/fim/api', {
      connectTimeoutMs: 3_000,
      callTimeoutMs: 3_000,
    });
    expect(await transport(Buffer.from('x'), {})).toMatchObject({ kind: 'notSent' });
  });

  it.each([
    [
      'breaks off the handshake',
      /^ECONNRESET$/,
      (socket: Socket) => void socket.once('data', () => socket.destroy()),
    ],
    ['does not speak TLS', /SSL/, (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n')],
    ['never answers the handshake', /^CONNECT_TIMEOUT$/, timeOut],
  ])('a TLS call to a server that %s was not sent', async (_, reason, behave) => {
    const received: Buffer[] = [];
    const port = await onTcp((socket) => {
      socket.on('data', (chunk: Buffer) => received.push(chunk));
      behave(socket);
    });
    expect(await sellAt(port, 'https')).toEqual({ kind: 'notSent', reason: expect.stringMatching(reason) });
    expect(Buffer.concat(received).toString('latin1')).not.toContain('CC5Request');
  });

  it.each([
    ['closes at once', /^ECONNRESET$/, (socket: Socket) => void socket.end()],
    [
      'resets after the request',
      /^ECONNRESET$/,
      (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()),
    ],
    ['never answers', /^CALL_TIMEOUT$/, timeOut],
    [
      'answers nonsense',
      /^HPE_/,
      (socket: Socket) => void socket.once('data', () => socket.end('nonsense\r\n\r\n')),
    ],
    [
      'stops in the middle of the answer',
      /^CALL_TIMEOUT$/,
      (socket: Socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${XML.length}\r\n\r\n${XML.slice(0, 99)}`);
        timeOut(socket);
      },
    ],
    [
      'closes in the middle of the answer',
      /^ANSWER_CUT_OFF$/,
      (socket: Socket) =>
        void socket.once('data', () =>
          socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${XML.length}\r\n\r\n${XML.slice(0, 99)}`),
        ),
    ],
    [
      'ends a truncated answer regularly',
      /^no answer of a bank in HTTP 200$/,
      (socket: Socket) =>
        void socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${XML.slice(0, -20)}`)),
    ],
  ])('a call to a server that %s is unknown', async (_, reason, behave) => {
    expect(await sellAt(await onTcp(behave))).toEqual({
      kind: 'unknown',
      reason: expect.stringMatching(reason),
    });
  });

  it.each([301, 403, 404, 500, 502, 503])(
    'HTTP %i without an answer of the bank is unknown',
    async (status) => {
      const port = await onHttp((request, response) => {
        request.resume();
        response.writeHead(status, { Location: '/', 'Content-Type': 'text/html' }).end('<h1>No</h1>');
      });
      expect(await sellAt(port)).toEqual({
        kind: 'unknown',
        reason: `no answer of a bank in HTTP ${status}`,
      });
    },
  );

  it('the history of as many refunds as are sent, with 500 bytes each, is read whole', async () => {
    const rows = Array.from({ length: MOST_CREDITS + 1 }, () => historyRow('C', 'S', 100));
    const short = answerXml(history(...rows));
    const wide = rows.map((row) => `${row}${' '.repeat(500 - row.length - '<TRX500></TRX500>'.length)}`);
    expect(short.length / MOST_CREDITS).toBeLessThan(115);
    const body = answerXml(history(...wide));
    expect(body.length).toBeLessThanOrEqual(262_144);
    const answerOf = async (text: string) => {
      const port = await onHttp((request, response) => {
        request.resume();
        response.end(text);
      });
      return await bankAt(port).inquire('order1');
    };
    const full = body.padEnd(262_144, '\n');
    expect(await answerOf(full)).toMatchObject({ kind: 'found', operations: { length: MOST_CREDITS + 1 } });
    expect(await answerOf(`${full}\n`)).toEqual({
      kind: 'unknown',
      reason: 'ANSWER_TOO_LARGE',
      isTooLarge: true,
    });
  });

  it('an answer that never ends is aborted and unknown', async () => {
    const port = await onHttp((request, response) => {
      request.resume();
      const write = () =>
        response.write('x'.repeat(65_536), () => !response.destroyed && setImmediate(write));
      write();
    });
    expect(await sellAt(port)).toMatchObject({ kind: 'unknown', reason: 'ANSWER_TOO_LARGE' });
  });

  it('an answer after the timeout is ignored', async () => {
    let closed: Promise<unknown> | undefined;
    const port = await onHttp((request, response) => {
      request.resume();
      vi.advanceTimersByTime(CALL_TIMEOUT_MS);
      response.end(XML);
      closed = once(response, 'close');
    });
    expect(await sellAt(port)).toEqual({ kind: 'unknown', reason: 'CALL_TIMEOUT' });
    await closed;
  });
});
