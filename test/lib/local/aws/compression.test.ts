// The size of a page on the way to a browser.
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startHarness } from '../../../harness/harness.ts';

const { createPage } = await startHarness();

async function load(url: string, headers: Record<string, string>) {
  return await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const encoding = response.headers['content-encoding'];
        resolve({ encoding, body: Buffer.concat(chunks) });
      });
    });
    sent.once('error', reject).end();
  });
}

it('a page is compressed for a browser that accepts it, and is then less than 16 KB', async () => {
  const { hostedPageUrl } = await createPage();
  const small = await load(hostedPageUrl, { 'accept-encoding': 'gzip, deflate, br' });
  expect(small.encoding).toBe('gzip');
  expect(small.body.length).toBeLessThan(16_000);
  const plain = await load(hostedPageUrl, {});
  expect(plain.encoding).toBeUndefined();
  // Removes the nonce and the clock, which differ in each request.
  const lasting = (page: Buffer) => page.toString('utf8').replace(/(?:nonce|data-left-ms)="[^"]*"/g, '');
  expect(lasting(gunzipSync(small.body))).toBe(lasting(plain.body));
});
