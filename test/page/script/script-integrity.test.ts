// The hashes of the scripts on the buyer's pages are in docs/script-integrity.json, so that a script is
// changed only on purpose.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { formScript, installmentScript, outcomeScript, render } from '#page/html.ts';
import { TAG_SCRIPT } from '#page/tag-script.ts';
import { makeScripts, scriptFile, TAG_TYPES, TAG_TYPES_COPY } from '../../../lib/operator/page-scripts.ts';
import { INTEGRITY_FILE, integrityOf } from '../../../lib/operator/script-integrity.ts';
import { everyPage, LANGUAGES } from '../every-page.ts';

const manifest: Record<string, string> = JSON.parse(readFileSync(INTEGRITY_FILE, 'utf8'));

const scriptsOf = (page: string) => [...page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];

it('the hashes of the buyer’s scripts equal docs/script-integrity.json (npm run make -- integrity)', () => {
  const scripts = [formScript(), installmentScript(), outcomeScript()];
  const [form, installments, outcome] = scripts.map((script) => integrityOf(render(script)));
  expect({ form, installments, outcome, 'pay-1': integrityOf(TAG_SCRIPT) }).toEqual(manifest);
});

it('the scripts of the pages are made from functions/page/browser (npm run make -- integrity)', async () => {
  for (const [name, script] of Object.entries(await makeScripts())) {
    expect(JSON.parse(readFileSync(scriptFile(name), 'utf8')), name).toBe(script);
  }
});

/** Shops name it in their pages: another script after a release is pay-2, beside this one. */
const PAY_1 = 'sha384-9sD7xejZ5izl9mVSh0IAbGbS8H7AHQgDPiYXJ8hxIjLAd7iJLSUc4LN02mI8DGEd';

it('the tag of shops is the released one, of at most 2.25 KiB, and its types are in docs/', () => {
  expect(integrityOf(TAG_SCRIPT)).toBe(PAY_1);
  expect(gzipSync(TAG_SCRIPT).length).toBeLessThanOrEqual(2_304);
  expect(readFileSync(TAG_TYPES_COPY, 'utf8')).toBe(readFileSync(TAG_TYPES, 'utf8'));
});

it('no page has more than one script, and its hash is in the manifest', () => {
  const { 'pay-1': _, ...ofPages } = manifest;
  const known = new Set(Object.values(ofPages));
  const seen = new Set<string>();
  for (const language of LANGUAGES)
    for (const [name, page] of Object.entries(everyPage(language)))
      for (const [at, [, script = '']] of scriptsOf(render(page)).entries()) {
        expect(at, name).toBe(0);
        expect(known, name).toContain(integrityOf(script));
        seen.add(integrityOf(script));
      }
  expect(seen).toEqual(known);
});
