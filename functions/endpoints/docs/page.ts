// GET /docs/{page}: a file of the reference site (api.md 2.9); `/docs` is its beginning, and `/llms.txt`
// leads to that of the site. `/.well-known/security.txt` is in its place by RFC 9116.
import { brotliDecompressSync } from 'node:zlib';
import { type PublicFile, publicDocument } from '#http/document.ts';
import { optionalSetting, setting } from '#setting.ts';

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
  tgz: 'application/gzip',
  whl: 'application/zip',
  en: 'text/html',
  tr: 'text/html',
};

const SECURITY = '/.well-known/security.txt';

/** The stage's contact; it holds for half a year from the month in which it is read. */
function securityText(now: Date): PublicFile | undefined {
  const contact = optionalSetting('SECURITY_CONTACT');
  if (contact === undefined) return undefined;
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1)).toISOString();
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: tr, en',
    `Canonical: ${setting('PAY_URL')}${SECURITY}`,
  ];
  return { text: `${lines.join('\n')}\n`, type: 'text/plain', language: 'en' };
}

export const handler = publicDocument(({ path, language }) => {
  if (path === SECURITY) return securityText(new Date());
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
