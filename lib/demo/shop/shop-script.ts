// The script of the shop's pages, compiled from lib/demo/browser when a page first needs it.
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { type Html, raw } from '#page/html.ts';

let script: Html | undefined;

export function shopScript(): Html {
  if (script !== undefined) return script;
  const source = readFileSync(new URL('../browser/shop.ts', import.meta.url), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', minify: true, format: 'iife' });
  script = raw(Object.assign([code], { raw: [code] }));
  return script;
}
