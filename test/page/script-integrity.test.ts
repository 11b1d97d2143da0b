// What runs on the buyer's pages is written down: whoever changes a script changes the list, on purpose.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FORM_SCRIPT } from '#page/form-script.ts';
import { FRAME_SCRIPT } from '#page/frame-script.ts';
import { render } from '#page/html.ts';
import { CHALLENGE_SCRIPT, CHECKING_SCRIPT, RETURN_SCRIPT } from '#page/waiting-script.ts';
import { everyPage, LANGUAGES } from './every-page.ts';

const OURS = {
  form: FORM_SCRIPT,
  frame: FRAME_SCRIPT,
  challenge: CHALLENGE_SCRIPT,
  checking: CHECKING_SCRIPT,
  return: RETURN_SCRIPT,
};
const FILE = new URL('../../docs/script-integrity.json', import.meta.url);

it('every script of the buyer’s pages is the one in docs/script-integrity.json', () => {
  const actual = Object.entries(OURS).map(([name, script]) => {
    const digest = createHash('sha384').update(render(script)).digest('base64');
    return [name, `sha384-${digest}`];
  });
  expect(Object.fromEntries(actual)).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
});

it('no page runs anything else', () => {
  const texts = Object.values(OURS).map(render);
  for (const language of LANGUAGES) {
    for (const [name, page] of Object.entries(everyPage(language))) {
      for (const [, script = ''] of render(page).matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)) {
        const rest = texts.reduce((left, text) => left.replace(text, () => ''), script);
        expect(rest, name).toBe('');
      }
    }
  }
});
