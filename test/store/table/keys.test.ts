// keys.ts has the table on one page: every row and every index entry that the service writes has a line,
// and the service writes a row for every line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { startHarness } from '../../harness/harness.ts';
import { everyRow, writeEveryKindOfRow } from '../every-row.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../../../functions/store/table/keys.ts'), 'utf8');
const lines = SOURCE.split('\n')
  .filter((line) => /^ \* \| +[a-z]/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const indexNames = Object.keys(TABLE_SHAPE.indexes);
const isIndexLine = ([, name = '']: string[]) => indexNames.includes(name);
const rowLines = lines.filter((line) => !isIndexLine(line));
const indexLines = lines.filter(isIndexLine);
/** `{...}` stands for any text. */
const matches = (pattern = '', text: unknown) =>
  new RegExp(`^${pattern.replaceAll(/\{\w+( \w+)?\}/gi, '.+')}$`).test(String(text));

await writeEveryKindOfRow(await startHarness());
const items = await everyRow();

describe('the page of keys', () => {
  it('the page has a line for every kind of row', () => {
    const union = /export type RowName =([^;]+);/.exec(SOURCE)?.[1] ?? '';
    const names = [...union.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name);
    expect(rowLines.map(([, name]) => name)).toEqual(
      expect.arrayContaining(names.filter((name) => name !== undefined)),
    );
    expect(rowLines).toHaveLength(names.length);
  });

  it('every row that the service writes has a line, and every line has such a row', () => {
    const unlisted = items.filter(
      ({ pk, sk }) => !rowLines.some(([, , p, s]) => matches(p, pk) && matches(s, sk)),
    );
    expect(unlisted.map(({ pk, sk }) => [pk, sk])).toEqual([]);
    const unwritten = rowLines.filter(
      ([, , p, s]) => !items.some(({ pk, sk }) => matches(p, pk) && matches(s, sk)),
    );
    expect(unwritten.map(([, name]) => name)).toEqual([]);
  });

  it.each(Object.entries(TABLE_SHAPE.indexes))('every entry of the index %s has a line', (index, shape) => {
    const entries = items.filter((item) => item[shape.partitionKey] !== undefined);
    const own = indexLines.filter(([, name]) => name === index);
    const unlisted = entries.filter(
      (item) =>
        !own.some(([, , p, s]) => matches(p, item[shape.partitionKey]) && matches(s, item[shape.sortKey])),
    );
    expect(unlisted).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
  });
});
