// A call to a merchant's server: the results that count as an answer, and that no name leads to a private
// address.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { type PostOptions, post } from '#webhook/post.ts';
import { answerWith, close, hang, startReceiver } from './receiver.ts';

const MESSAGE = { headers: { 'webhook-id': 'evt_1', 'Content-Type': 'application/json' }, body: '{"a":"ş"}' };
const LOCAL: PostOptions = { allowsLocalhost: true };
const receiver = await startReceiver();
const posted = (more: Partial<PostOptions> = {}) => post(receiver.url, MESSAGE, { ...LOCAL, ...more });

/** Starts a TCP server that applies `behave` to each connection. */
async function startTcp(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('a post', () => {
  it('a post sends the body and the headers once, and returns status and answer', async () => {
    receiver.answers(answerWith(202, {}, 'thanks'));
    expect(await posted()).toMatchObject({ kind: 'answered', status: 202, answer: 'thanks' });
    const [got] = receiver.received.splice(0);
    expect(got).toMatchObject({ body: MESSAGE.body, path: '/events' });
    expect(got?.headers).toMatchObject({ 'webhook-id': 'evt_1', host: `localhost:${receiver.port}` });
  });

  it('a redirect is an answer and is not followed', async () => {
    receiver.received.splice(0);
    receiver.answers(answerWith(307, { location: `http://localhost:${receiver.port}/elsewhere` }));
    expect(await posted()).toMatchObject({ kind: 'answered', status: 307 });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/events']);
  });

  it('the answer’s Retry-After is read', async () => {
    receiver.answers(answerWith(503, { 'retry-after': '120' }));
    expect(await posted()).toMatchObject({ status: 503, wishedMs: 120_000 });
  });

  it('a server that closes the connection has not answered', async () => {
    receiver.answers(close);
    expect(await posted()).toMatchObject({ kind: 'failed', error: 'CONNECTION_CLOSED' });
  });

  it('a server that hangs is abandoned after the time for an answer', async () => {
    receiver.answers(hang);
    expect(await posted({ answerTimeoutMs: 20 })).toMatchObject({ kind: 'failed', error: 'ANSWER_TIMEOUT' });
  });

  it('a status that has arrived counts although its body is cut off', async () => {
    receiver.answers((answer) => {
      answer.writeHead(200).write('partly', () => answer.socket?.end());
    });
    expect(await posted()).toMatchObject({ kind: 'answered', status: 200, answer: 'partly' });
  });

  it('no more than 64 KB are read of an answer that does not end', async () => {
    receiver.answers((answer) => {
      answer.writeHead(200);
      const more = () => {
        while (!answer.destroyed && answer.write('x'.repeat(10_000)));
        if (!answer.destroyed) answer.once('drain', more);
      };
      more();
    });
    const result = await posted();
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(result.answer).toHaveLength(64 * 1024);
    receiver.answers(hang);
  });

  it('an answer that is no HTTP is malformed, and a port without a server fails', async () => {
    const port = await startTcp((socket) => void socket.once('data', () => socket.end('hello\r\n\r\n')));
    const url = `http://localhost:${port}/`;
    expect(await post(url, MESSAGE, LOCAL)).toMatchObject({ error: 'ANSWER_MALFORMED' });
    const closed = await startReceiver();
    closed.stop();
    expect(await post(closed.url, MESSAGE, LOCAL)).toMatchObject({ error: 'CONNECTION_FAILED' });
  });
});

const to =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('the address that is called', () => {
  it.each([
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['10.1.2.3'],
    ['100.64.0.1'],
    ['::1'],
    ['::ffff:169.254.169.254'],
    ['64:ff9b::a9fe:a9fe'],
    ['fd00:ec2::254'],
    ['8.8.8.8', '10.0.0.1'],
    ['2606:4700::1111', '::1'],
  ])('a public name that resolves to %s is not called', async (...addresses) => {
    const options = { allowsLocalhost: true, resolveHost: to(...addresses) };
    const result = await post('https://shop.example/', MESSAGE, options);
    expect(result).toMatchObject({ kind: 'failed', error: 'ADDRESS_NOT_PUBLIC' });
  });

  it('localhost that resolves to another machine is not called', async () => {
    const result = await post(receiver.url, MESSAGE, { ...LOCAL, resolveHost: to('10.0.0.1') });
    expect(result).toMatchObject({ error: 'ADDRESS_NOT_PUBLIC' });
  });

  it('an address that the rule refuses is neither resolved nor called', async () => {
    const resolved: string[] = [];
    const resolveHost = async (hostname: string) => {
      resolved.push(hostname);
      return await to('127.0.0.1')();
    };
    for (const url of [
      'https://127.0.0.1/',
      'https://[::1]/',
      'http://shop.example/',
      'https://a@shop.example/',
    ]) {
      const result = await post(url, MESSAGE, { ...LOCAL, resolveHost });
      expect(result).toMatchObject({ error: 'URL_NOT_ALLOWED' });
    }
    expect(await post(receiver.url, MESSAGE, { allowsLocalhost: false })).toMatchObject({
      error: 'URL_NOT_ALLOWED',
    });
    expect(resolved).toEqual([]);
  });

  it('a name is resolved once: if its DNS changes, the connection goes to the checked address', async () => {
    const asked: string[] = [];
    const answers = [to('127.0.0.1'), to('169.254.169.254')];
    const resolveHost = async (hostname: string) => {
      asked.push(hostname);
      return (await answers.shift()?.()) ?? [];
    };
    receiver.received.splice(0);
    receiver.answers(answerWith(200));
    const { port } = receiver;
    const url = `http://localhost:${port}/`;
    expect(await post(url, MESSAGE, { ...LOCAL, resolveHost })).toMatchObject({ status: 200 });
    expect([asked, receiver.received.length]).toEqual([['localhost'], 1]);
  });

  it('the TLS handshake names the host of the URL, and nothing of the message is sent before', async () => {
    const hello = Promise.withResolvers<Buffer>();
    const port = await startTcp(
      (socket) =>
        void socket.once('data', (bytes) => {
          hello.resolve(bytes);
          socket.end('HTTP/1.1 200 OK\r\n\r\n');
        }),
    );
    const options = { allowsLocalhost: false, resolveHost: to('127.0.0.1'), mayCall: () => true };
    const result = await post(`https://shop.example:${port}/`, MESSAGE, options);
    expect(result).toMatchObject({ kind: 'failed', error: 'TLS_FAILED' });
    const sent = (await hello.promise).toString('latin1');
    expect(sent).toContain('shop.example');
    expect(sent).not.toContain('evt_1');
  });

  it('a name that does not resolve, or not in time, is a failure', async () => {
    const url = 'https://shop.example/';
    const nowhere = async () => await Promise.reject(new Error('ENOTFOUND'));
    expect(await post(url, MESSAGE, { ...LOCAL, resolveHost: nowhere })).toMatchObject({
      error: 'HOST_NOT_FOUND',
    });
    expect(await post(url, MESSAGE, { ...LOCAL, resolveHost: to() })).toMatchObject({
      error: 'HOST_NOT_FOUND',
    });
    const never = async () => await new Promise<never>(() => {});
    const late = await post(url, MESSAGE, { ...LOCAL, resolveHost: never, connectTimeoutMs: 20 });
    expect(late).toMatchObject({ error: 'CONNECTION_TIMEOUT' });
  });
});
