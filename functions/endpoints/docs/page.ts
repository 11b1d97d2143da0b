// GET /docs/{page}: a file of the reference site (api.md 2.9); `/docs` is its beginning, and `/llms.txt`
// leads to that of the site.
import { brotliDecompressSync } from 'node:zlib';
import { type PublicFile, publicDocument } from '#http/document.ts';
import { setting } from '#setting.ts';

/** The packed site (lib/site/site.ts): a constant of the bundle, or made before this module is loaded. */
declare const SITE: string;

let files: ReadonlyMap<string, string> | undefined;
function readFiles(): ReadonlyMap<string, string> {
  const unpacked = () => brotliDecompressSync(Buffer.from(SITE, 'base64')).toString();
  files ??= new Map(Object.entries(JSON.parse(unpacked()) as object));
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
  if (path === '/llms.txt') return { to: `${setting('PAY_URL')}/docs/llms.txt` };
  const [, name = 'start'] = /\/docs\/([^/]+)$/.exec(path) ?? [];
  const text = readFiles().get(name);
  if (text !== undefined) {
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    return { text, type, language: /\.tr(?:\.|$)/.test(name) ? 'tr' : 'en' };
  }
  const inLanguage = [language, 'en'].map((one) => `${name}.${one}`).find((one) => readFiles().has(one));
  return inLanguage === undefined ? undefined : { to: `${setting('PAY_URL')}/docs/${inLanguage}` };
});
