// A rule's number stands in one place: with other numbers there, no text of the API, its refusals, the tables
// of states or the pages says the former one.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const RAISED_BY = 7000;

/** Run by a Node of its own, in which each limit is greater. */
const TEXTS = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!/domain\\/(limits|card\\/card|installment\\/offer)\\.ts$/.test(url)) return loaded;
      const raised = (_, name, number) => name + (Number(number) + ${RAISED_BY}) + ';';
      return { ...loaded, source: String(loaded.source).replace(/^(export const \\w+ = )(\\d+);/gm, raised) };
    },
  });
  const { openApiDocument } = await import('./lib/openapi/openapi.ts');
  const { turkishTexts } = await import('./lib/openapi/words/said.ts');
  const { statesPage } = await import('./lib/site/states.ts');
  const { REJECTIONS } = await import('#domain/rejection.ts');
  const { EVENT_TYPES } = await import('#domain/event/event-type.ts');
  const pages = [await import('#page/language/en.ts'), await import('#page/language/tr.ts')];
  const document = await openApiDocument();
  const states = ['en', 'tr'].map(statesPage);
  const texts = [document, turkishTexts(document), REJECTIONS, EVENT_TYPES, states, pages];
  // An example of the document is an answer as it was recorded.
  process.stdout.write(JSON.stringify(texts, (key, value) => (/^examples?$/.test(key) ? undefined : value)));
`;

const NUMBER = '\\d[\\d.,]*|two|three|five|ten|iki|üç|beş';
const UNIT =
  'hours?|days?|minutes?|seconds?|webhooks?|characters|digits|changes|installments|levels?|KiB|' +
  'saat|gün|dakika|saniye|karakter|rakam|değişik|taksit|düzey';

/** The clock of a page, and the security code of a card: no limits. */
const NO_LIMITS = [
  ...['5 minutes', '1 minute', '30 seconds', '3 digits', '4 digits'],
  ...['5 dakika', '1 dakika', '30 saniye', 'üç rakam', '3 rakam', '4 rakam'],
];

const texts = execFileSync(process.execPath, ['--input-type=module', '-e', TEXTS], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const numbers = [...texts.matchAll(new RegExp(`(?<![\\p{L}\\d.,-])(${NUMBER}) (?:${UNIT})\\p{L}*`, 'giu'))];
const ofRules = numbers.filter(([words]) => !NO_LIMITS.includes(words));

it('every text says the number of a rule of its constant', () => {
  const byHand = ofRules.filter(([, number = '']) => !(Number(number) > RAISED_BY));
  expect(byHand.map(([words]) => words)).toEqual([]);
  expect(ofRules.length).toBeGreaterThan(40);
});
