// The reference site as a browser and a program get it (api.md 2.9).
import { expect, it } from 'vitest';
import { startHarness } from '../../harness/harness.ts';

const { http, service } = await startHarness();
const get = (path: string, headers: Record<string, string> = {}) => http({ method: 'GET', path, headers });

it('each kind of file has its type, and a page a policy that allows files of the site only', async () => {
  for (const [name, type, language] of [
    ['refund.en', 'text/html', 'en'],
    ['refund.tr', 'text/html', 'tr'],
    ['refund.tr.md', 'text/plain', 'tr'],
    ['site.css', 'text/css', 'en'],
    ['site.js', 'text/javascript', 'en'],
    ['search.tr.json', 'application/json', 'tr'],
    ['llms.txt', 'text/plain', 'en'],
  ] as const) {
    const { status, headers } = await get(`/docs/${name}`);
    const { 'content-type': got, 'content-language': said, 'content-security-policy': policy } = headers;
    expect([name, status, got, said]).toEqual([name, 200, `${type}; charset=utf-8`, language]);
    const isStrict = policy?.startsWith("default-src 'none'; script-src 'self';");
    expect(isStrict).toBe(type === 'text/html' || undefined);
    expect((await get(`/docs/${name}`, { 'if-none-match': headers['etag'] ?? '' })).status).toBe(304);
  }
});

it('a name without a language leads to the page in that of the reader', async () => {
  for (const [path, accepted, name] of [
    ['/docs', 'tr', 'start.tr'],
    ['/docs', 'fr', 'start.en'],
    ['/llms.txt', 'tr', 'llms.txt'],
    ['/docs/errors', 'tr', 'errors.tr'],
    ['/docs/refund', 'en', 'refund.en'],
    ['/docs/rules-api', 'tr', 'rules-api.en'],
  ] as const) {
    const { status, headers } = await get(path, { 'accept-language': accepted });
    expect([path, status, headers['location']]).toEqual([path, 302, `${service.baseUrl}/docs/${name}`]);
    expect(headers['vary']).toBe('Accept-Language');
  }
  for (const path of ['/docs/nothing', '/docs/__proto__', '/docs/start.en.html', '/docs/..%2fpackage.json'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});
