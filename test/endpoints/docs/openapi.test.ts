import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withTexts } from '#contract/document-texts.ts';
import { OPENAPI_FILE } from '../../../lib/openapi/openapi.ts';
import { startHarness } from '../../harness/harness.ts';

const { http, service } = await startHarness();
const published = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as object;
const get = (path: string, headers: Record<string, string> = {}) => http({ method: 'GET', path, headers });

it('anyone reads the document with the address of the stage, in both languages', async () => {
  for (const [path, language] of [
    ['/openapi.json', 'en'],
    ['/openapi.tr.json', 'tr'],
  ] as const) {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type'], headers['content-language'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      language,
      'public, max-age=300',
    ]);
    const { servers, ...rest } = JSON.parse(text) as { servers: unknown };
    expect(servers).toEqual([{ url: service.baseUrl }]);
    const bare = (document: object) => withTexts({ ...document, servers: undefined }, () => '');
    expect(bare(rest)).toEqual(bare(published));
    const texts: string[] = [];
    withTexts(rest, (one) => {
      texts.push(one);
      return one;
    });
    expect(texts).toContain(
      language === 'tr' ? 'Üye iş yerinin anahtarı, psk_test_… gibi' : 'Create a customer',
    );
  }
});

it('a copy that is current is not sent again', async () => {
  const { headers } = await get('/openapi.json');
  const again = await get('/openapi.json', { 'if-none-match': `W/${headers['etag']}` });
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
  expect((await get('/openapi.tr.json', { 'if-none-match': String(headers['etag']) })).status).toBe(200);
});
