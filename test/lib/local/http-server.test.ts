// A web page that a developer visits must not reach the local service: neither under a host name of its own
// that points to this machine (DNS rebinding), nor by a form or script that posts across sites.
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ hosts: ['shop.test', 'Shop-2.test'] });
const { service } = harness;
const { port } = new URL(service.baseUrl);

/** Calls without fetch, which cannot send another Host. */
async function call(path: string, headers: Record<string, string>, method = 'GET') {
  return await new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const sent = request({ host: 'localhost', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const type = String(response.headers['content-type']);
        resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.once('error', reject).end();
  });
}
const PATHS = [
  '/',
  '/local/info',
  '/local/environment',
  '/api/payment',
  '/docs/errors',
  '/fim/api',
  '/aws/kms',
];

describe('the Host of a request to the local service', () => {
  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', 'localhost@evil.example'])(
    'a request for "%s" is refused everywhere, with the way out',
    async (host) => {
      for (const path of PATHS) {
        const { status, type, text } = await call(path, { host });
        expect({ path, status }).toEqual({ path, status: 403 });
        expect(type).toContain('text/plain');
        expect(text).toContain('HOSTS=');
        expect(text).not.toContain('psk_');
      }
    },
  );

  it.each(['localhost', `localhost:${port}`, '127.0.0.1', `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST'])(
    'a request for "%s" is answered',
    async (host) => expect((await call('/local/info', { host })).status).toBe(200),
  );

  it('a request for an allowed name is answered', async () => {
    for (const host of ['shop.test', 'shop.test:3000', 'shop-2.test'])
      expect((await call('/local/info', { host })).status).toBe(200);
  });
});

describe('a page of another site', () => {
  it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    'the controls and AWS refuse the origin %s, so no page moves the clock',
    async (origin) => {
      for (const path of [
        '/local/clock',
        '/local/merchant',
        '/local/bank/script',
        '/aws/kms',
        '/aws/scheduler',
        '/aws/sts',
      ])
        expect({ path, ...(await call(path, { origin }, 'POST')) }).toMatchObject({ path, status: 403 });
    },
  );

  it('a page of this machine reaches the controls', async () => {
    const origin = 'http://localhost:5173';
    expect((await call('/local/info', { origin })).status).toBe(200);
  });

  it('the buyer’s pages answer every origin, as deployed', async () => {
    expect((await call('/iframe/HST-unknown', { origin: 'null' }, 'POST')).status).toBe(404);
  });
});
