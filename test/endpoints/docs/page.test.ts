// The reference site as a browser and a program get it (api.md 2.9).
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { clientArchives } from '../../../lib/clients/archives.ts';
import { DAY, startHarness } from '../../harness/harness.ts';

const harness = await startHarness();
const { http, service } = harness;
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

it('security.txt names the contact of the stage, until a date in the next half year', async () => {
  const path = '/.well-known/security.txt';
  expect((await get(path)).status).toBe(404);
  vi.stubEnv('SECURITY_CONTACT', 'mailto:security@example.com');
  const { status, headers, text } = await get(path);
  vi.unstubAllEnvs();
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const [contact, expires, , canonical] = text.split('\n');
  expect([contact, canonical]).toEqual([
    'Contact: mailto:security@example.com',
    `Canonical: ${service.baseUrl}${path}`,
  ]);
  const leftMs = Date.parse(expires?.replace('Expires: ', '') ?? '') - harness.now().getTime();
  expect(leftMs).toBeGreaterThan(150 * DAY);
  expect(leftMs).toBeLessThan(190 * DAY);
});

it('a name without a language leads to the page in that of the reader', async () => {
  for (const [path, accepted, name] of [
    ['/docs', 'tr', 'start.tr'],
    ['/docs', 'fr', 'start.en'],
    ['/llms.txt', 'tr', 'llms.txt'],
    ['/docs/errors', 'tr', 'errors.tr'],
    ['/docs/refund', 'en', 'refund.en'],
    ['/docs/rules-api', 'tr', 'rules-api.tr'],
    ['/docs/changelog', 'tr', 'changelog.en'],
  ] as const) {
    const { status, headers } = await get(path, { 'accept-language': accepted });
    expect([path, status, headers['location']]).toEqual([path, 302, `${service.baseUrl}/docs/${name}`]);
    expect(headers['vary']).toBe('Accept-Language');
  }
  for (const path of ['/docs/nothing', '/docs/__proto__', '/docs/start.en.html', '/docs/..%2fpackage.json'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

it('the clients are fetched with the digests that the page tells, and npm installs what the page prints', async () => {
  const { text } = await get('/docs/start.en.md');
  for (const { name, bytes, sha256 } of Object.values(clientArchives())) {
    const answer = await fetch(`${service.baseUrl}/docs/${name}`);
    const got = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toMatch(/^application\/(?:gzip|zip)$/);
    expect(got.equals(bytes)).toBe(true);
    expect(createHash('sha256').update(got).digest('hex')).toBe(sha256);
    expect(text).toContain(sha256);
  }
  const [line = ''] = /^npm install .*$/m.exec(text) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const options = '--no-audit --no-fund --registry http://127.0.0.1:9';
  const env = { ...process.env, PAYMENT_URL: service.baseUrl };
  // Not in step: the service answers from this process.
  await promisify(execFile)('sh', ['-c', `${line} ${options}`], { cwd: folder, env });
  const program =
    "import { paymentService } from '@payment.service/client'; console.log(typeof paymentService)";
  writeFileSync(join(folder, 'shop.js'), program);
  expect((await promisify(execFile)('node', ['shop.js'], { cwd: folder })).stdout).toBe('function\n');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['@payment.service/client']);
  rmSync(folder, { recursive: true });
});
