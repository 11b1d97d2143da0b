// What runs on the buyer's pages is written down: whoever changes a script changes the list, on purpose.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { render } from '#page/html.ts';
import { INTEGRITY_FILE, integrityOf, scriptIntegrity } from '../../lib/script-integrity.ts';
import { everyPage, LANGUAGES } from './every-page.ts';

const manifest: Record<string, string> = JSON.parse(readFileSync(INTEGRITY_FILE, 'utf8'));

it('every script of the buyer’s pages is the one in docs/script-integrity.json (npm run integrity)', () => {
  expect(scriptIntegrity()).toEqual(manifest);
});

it('every script element of every page is one of the manifest, to the byte', () => {
  const known = new Set(Object.values(manifest));
  const seen = new Set<string>();
  for (const language of LANGUAGES)
    for (const [name, page] of Object.entries(everyPage(language)))
      for (const [, script = ''] of render(page).matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)) {
        expect(known, name).toContain(integrityOf(script));
        seen.add(integrityOf(script));
      }
  expect(seen).toEqual(known);
});
