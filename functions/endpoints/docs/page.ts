// GET /docs/{page}: a file of the reference site, which `npm run openapi` makes (api.md 2.9); `/docs` is its
// beginning.
import { brotliDecompressSync } from 'node:zlib';
import { type PublicFile, publicDocument } from '#http/document.ts';
import { setting } from '#setting.ts';
import site from '../../../docs/site.json' with { type: 'json' };

let files: ReadonlyMap<string, string> | undefined;
function readFiles(): ReadonlyMap<string, string> {
  const packed = Buffer.from(site.files, 'base64');
  files ??= new Map(Object.entries(JSON.parse(brotliDecompressSync(packed).toString()) as object));
  return files;
}

const TYPES: Readonly<Record<string, PublicFile['type']>> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  en: 'text/html',
  tr: 'text/html',
};

export const handler = publicDocument(({ path, language }) => {
  const [, name = 'start'] = /\/docs\/([^/]+)$/.exec(path) ?? [];
  const text = readFiles().get(name);
  if (text !== undefined) {
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    return { text, type, language: /\.tr(?:\.|$)/.test(name) ? 'tr' : 'en' };
  }
  const inLanguage = [language, 'en'].map((one) => `${name}.${one}`).find((one) => readFiles().has(one));
  return inLanguage === undefined ? undefined : { to: `${setting('PAY_URL')}/docs/${inLanguage}` };
});
