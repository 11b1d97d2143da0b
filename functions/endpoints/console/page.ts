// GET /console/{view}: the console of a merchant's people, a page for every view, and its files (console.md 3.2). The
// page holds no data: its script asks the public API with the key of the session.
import { brotliDecompressSync } from 'node:zlib';
import { inBothLanguages } from '#domain/language.ts';
import { handling } from '#http/request-log.ts';
import { COMMON_HEADERS } from '#page/headers.ts';

/** The packed console (lib/console/pack.ts): a constant of the bundle, or made before this module is loaded. */
declare const CONSOLE: string;
type PackedConsole = { page: string; files: Record<string, string> };

let unpacked: PackedConsole | undefined;
function readConsole(): PackedConsole {
  unpacked ??= JSON.parse(
    brotliDecompressSync(Buffer.from(CONSOLE, 'base64')).toString(),
  ) as unknown as PackedConsole;
  return unpacked;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The QR code of a link comes as text.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  ...COMMON_HEADERS,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

const FILE = /\/([a-z]+-[\w-]+\.(js|css))$/;
const TYPES = { js: 'text/javascript', css: 'text/css' };

export const handler = handling(async ({ path }) => {
  const { page, files } = readConsole();
  const [, name = '', ending] = FILE.exec(path) ?? [];
  if (ending === undefined) {
    const headers = {
      ...HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex',
    };
    return { statusCode: 200, headers, body: page };
  }
  const text = files[name];
  if (text === undefined) {
    const body = inBothLanguages({ tr: 'Böyle bir dosya yok.', en: 'There is no such file.' });
    return { statusCode: 404, headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }, body };
  }
  const headers = {
    ...HEADERS,
    // Its name has the digest of its content.
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': `${TYPES[ending as keyof typeof TYPES]}; charset=utf-8`,
  };
  return { statusCode: 200, headers, body: text };
});
