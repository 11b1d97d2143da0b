// Documents are for people: each says whom it answers what, no cell of a table is a paragraph, and all of them
// together can be read. It reads Markdown only.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../architecture/module-graph.ts';

/** In English. Nobody reads both languages, and a translation says what its original says. */
const MOST_WORDS = 67_896;
const MOST_IN_CELL = 200;
/** Pages that repeat what the code declares: their words are counted there. The changelog grows with each change. */
const UNCOUNTED = [
  'CHANGELOG.md',
  ...['commands', 'permissions', 'table', 'NOTICE', 'incidents'].map((name) => `docs/${name}.md`),
];

const pages = globSync('{*,docs/**/*,lib/**/*}.md', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}));
/** What a reader sees of it: a link without its address. */
const shown = (text: string) => text.replaceAll(/\]\([^)]*\)/g, ']');

/** Words to read: figures have no letter, and blocks of code are copied. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;

it(`all documents have at most ${MOST_WORDS} English words, but for the changelog and what is generated`, () => {
  const written = pages.filter(({ path }) => !UNCOUNTED.includes(path) && !path.endsWith('.tr.md'));
  expect(written.length).toBeGreaterThan(80);
  const sum = written.reduce((words, { text }) => words + wordsOf(text), 0);
  expect(sum, `${sum - MOST_WORDS} words too many: shorten elsewhere`).toBeLessThanOrEqual(MOST_WORDS);
});

it(`no cell of a table has more than ${MOST_IN_CELL} characters`, () => {
  const long = pages.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => shown(line).split(/(?<!\\)\|/))
      .filter((cell) => cell.trim().length > MOST_IN_CELL)
      .map((cell) => `${path}: ${cell.trim()}`),
  );
  expect(long).toEqual([]);
});

it('no page has a word of our own where the field has one', () => {
  const OURS = /\b(?:torture|rings?|mends?|slips?|killers?|ceremon(?:y|ies)|judges?)\b/gi;
  const used = pages.flatMap(({ path, text }) =>
    [...shown(text).matchAll(OURS)].map(([word]) => `${path}: ${word}`),
  );
  expect(used).toEqual([]);
});

it('the first line of each document names its reader and the question that it answers', () => {
  const FIRST = /^# .+\n\n(?:For |(?:.+) için: )[^\n]+(?:\n[^\n]+)*/;
  const nameless = pages.filter(({ text }) => !FIRST.exec(text)?.[0].includes('?'));
  expect(nameless.map(({ path }) => path)).toEqual([]);
});
