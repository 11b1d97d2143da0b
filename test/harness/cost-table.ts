// Compares measured costs with the tables of docs/costs.md, so that the page always equals the code.
// `UPDATE_DOCS=1` writes the measured costs instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Cost } from './costs.ts';

export type CostRow = {
  call: string;
  cost: Cost;
  /** The costs of the same call with an Idempotency-Key; a GET has none. */
  withKey?: Cost;
};

const PAGE = new URL('../../docs/costs.md', import.meta.url);
const HEAD = [
  '| Call | Round trips | KMS calls | Read units | Write units | With a key: round trips | Read | Write |',
  '|---|---|---|---|---|---|---|---|',
];

function lineOf({ call, cost, withKey }: CostRow): string {
  const { rounds, kmsCalls, readUnits, writeUnits } = cost;
  const keyed = withKey ? [withKey.rounds, withKey.readUnits, withKey.writeUnits] : ['', '', ''];
  return `| ${[call, rounds, kmsCalls, readUnits, writeUnits, ...keyed].join(' | ')} |`;
}

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

/** The counted costs of a function on the page, without size, times and price. */
export function publishedCostsOf(name: string) {
  const cells = publishedRowOf(name)?.split(' | ');
  const [rounds, kmsCalls, bankCalls, readUnits, writeUnits] = (cells ?? []).slice(4, 9).map(Number);
  return { rounds, kmsCalls, bankCalls, readUnits, writeUnits };
}

/** How far a size may be from the published one, so that few changes have to renew the page. */
const UNSEEN_KB = 2;

/** The sizes of the functions in docs/costs.md, in KB, are those of their bundles. */
export function expectSizes(kbOf: (name: string) => number): void {
  const section = 'Functions';
  const table = tableIn(sectionOf(readFileSync(PAGE, 'utf8'), section));
  const renewed = table.replaceAll(/^\| `([\w-]+)` \| (\d+)/gm, (row, name, published) => {
    const kb = kbOf(name);
    return Math.abs(kb - Number(published)) > UNSEEN_KB ? `| \`${name}\` | ${kb}` : row;
  });
  expectTable(section, renewed);
}

export function expectPublished(section: string, rows: readonly CostRow[]): void {
  const table = [...HEAD, ...rows.map(lineOf)].join('\n');
  console.log(`${section}\n${table}`);
  expectTable(section, table);
}

export function expectTable(section: string, table: string): void {
  if (process.env['UPDATE_DOCS']) publish(section, table);
  else {
    const published = tableIn(sectionOf(readFileSync(PAGE, 'utf8'), section));
    expect(published, 'Run this test with UPDATE_DOCS=1 to renew docs/costs.md').toBe(table);
  }
}
