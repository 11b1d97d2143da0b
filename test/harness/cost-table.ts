// Compares counted costs with docs/costs.md, whose figures are bounds: what is counted may be less, and a tenth
// more, so that only what a reader of bills would notice has to renew the page. `npm run bench` renews it at a
// release; `UPDATE_DOCS=1` makes a test write what it counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Cost } from './costs.ts';

const PAGE = new URL('../../docs/costs.md', import.meta.url);
/** How much more than the published figure is counted before a test fails: below ten, a whole one is too many. */
export const ROOM = 1.1;

/** A section starts with a heading of level two, ends at the next and contains one table. */
function sectionOf(page: string, section: string): string {
  const start = page.indexOf(`## ${section}\n`);
  if (start < 0) throw new Error(`docs/costs.md has no section ${section}.`);
  const end = page.indexOf('\n## ', start);
  return page.slice(start, end < 0 ? undefined : end);
}
const tableIn = (text: string) => /^(?:\|.*\n?)+/m.exec(text)?.[0].trimEnd() ?? '';

export function publish(section: string, table: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const before = sectionOf(page, section);
  const after = before.replace(tableIn(before), () => table);
  writeFileSync(
    PAGE,
    page.replace(before, () => after),
  );
}

/** The row of a function on the page. */
export const publishedRowOf = (name: string) =>
  sectionOf(readFileSync(PAGE, 'utf8'), 'Functions')
    .split('\n')
    .find((row) => row.startsWith(`| \`${name}\` |`));

type PublishedCosts = Partial<Pick<Cost, 'rounds' | 'kmsCalls' | 'bankCalls' | 'readUnits' | 'writeUnits'>>;
/** The counted costs of a function on the page, without size, times and price. */
export function publishedCostsOf(name: string): PublishedCosts {
  const cells = publishedRowOf(name)?.split(' | ');
  const [rounds = 0, kmsCalls = 0, bankCalls = 0, readUnits = 0, writeUnits = 0] = (cells ?? [])
    .slice(4, 9)
    .map(Number);
  return { rounds, kmsCalls, bankCalls, readUnits, writeUnits };
}

/** The write units of a payment with its events and webhook. */
export function publishedWritesOfPayment(): number {
  const table = tableIn(sectionOf(readFileSync(PAGE, 'utf8'), 'What a payment makes'));
  return [...table.matchAll(/(\d+) \|$/gm)].reduce((sum, [, units]) => sum + Number(units), 0);
}

/** The calls of a function to other services, of which each is counted. */
export function expectCosts(name: string, counted: PublishedCosts): void {
  const published = publishedCostsOf(name);
  const above = (Object.keys(counted) as (keyof PublishedCosts)[]).filter(
    (of) => !((counted[of] ?? 0) <= (published[of] ?? 0) * ROOM),
  );
  expect({ above, counted, published }).toEqual({ above: [], counted, published });
}

/** The sizes of the functions in docs/costs.md, in KB, are those of their bundles. */
export function expectSizes(kbOf: (name: string) => number): void {
  const section = 'Functions';
  const counted = tableIn(sectionOf(readFileSync(PAGE, 'utf8'), section)).replaceAll(
    /^\| `([\w-]+)` \| \d+/gm,
    (_, name) => `| \`${name}\` | ${kbOf(name)}`,
  );
  expectTable(section, counted);
}

const isFigure = (cell: string) => /^\**[\d.]*\**$/.test(cell);
const numberOf = (cell: string) => Number(cell.replaceAll('*', ''));
const isWithin = (counted: string, published: string) =>
  isFigure(counted) && isFigure(published)
    ? numberOf(counted) <= numberOf(published) * ROOM
    : counted === published;
const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

export function expectTable(section: string, table: string): void {
  if (process.env['UPDATE_DOCS']) {
    publish(section, table);
    return;
  }
  const published = new Map(
    tableIn(sectionOf(readFileSync(PAGE, 'utf8'), section))
      .split('\n')
      .map((row) => [cellsOf(row)[0], row]),
  );
  const above = table.split('\n').filter((row) => {
    const bounds = cellsOf(published.get(cellsOf(row)[0]) ?? '');
    return !cellsOf(row).every((cell, at) => isWithin(cell, bounds[at] ?? 'no row'));
  });
  const rows = above.map((row) => ({ counted: row, published: published.get(cellsOf(row)[0]) }));
  expect(rows, `above docs/costs.md, ${section}: make it cheaper, or accept it with UPDATE_DOCS=1`).toEqual(
    [],
  );
}

const escaped = (word: string) => word.replaceAll(/\W/g, String.raw`\$&`);

/** The same of a sentence, which stands on the page with figures of its own and other line breaks. */
export function expectSentence(sentence: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const figures = /\d+(?:\.\d+)?/g;
  const words = sentence.split(figures).map((part) => part.split(' ').map(escaped).join(String.raw`\s+`));
  const [published] = new RegExp(words.join(String.raw`(?:\d+(?:\.\d+)?)`)).exec(page) ?? [];
  if (published === undefined) throw new Error(`docs/costs.md does not say: ${sentence}`);
  const counted = sentence.match(figures) ?? [];
  if (process.env['UPDATE_DOCS']) {
    const renewed = published.replaceAll(figures, () => counted.shift() ?? '');
    writeFileSync(
      PAGE,
      page.replace(published, () => renewed),
    );
  } else {
    const bounds = published.match(figures) ?? [];
    const isAbove = counted.some((figure, at) => !isWithin(figure, bounds[at] ?? ''));
    expect(isAbove ? sentence : published, 'above docs/costs.md; UPDATE_DOCS=1 accepts it').toBe(published);
  }
}
