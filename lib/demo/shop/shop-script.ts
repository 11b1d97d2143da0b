// The scripts of the shop's pages and of the levers, compiled from lib/demo/browser when they are first needed.
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { type Html, raw } from '#page/html.ts';

const SHOP = new URL('../browser/shop.ts', import.meta.url);
const LEVERS = new URL('../browser/levers.ts', import.meta.url);

function compiled(source: URL): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

let shop: Html | undefined;
export function shopScript(): Html {
  if (shop !== undefined) return shop;
  const code = compiled(SHOP);
  shop = raw(Object.assign([code], { raw: [code] }));
  return shop;
}

let levers: string | undefined;
export function leversScript(): string {
  levers ??= compiled(LEVERS);
  return levers;
}
