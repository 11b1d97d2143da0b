// The page of keys.ts, parsed: the key of each kind of row and of each index entry.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Key, type RowName, TABLE_SHAPE } from '#store/table/keys.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../../../functions/store/table/keys.ts'), 'utf8');
const union = /export type RowName =([^;]+);/.exec(SOURCE)?.[1] ?? '';
/** Every kind of row that the type has. */
export const rowNames = [...union.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name as RowName);

const lines = SOURCE.split('\n')
  .filter((line) => /^ \* \| +[a-z]/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const indexNames = Object.keys(TABLE_SHAPE.indexes);
const isIndexLine = ([, name = '']: string[]) => indexNames.includes(name);
export const rowLines = lines.filter((line) => !isIndexLine(line));
export const indexLines = lines.filter(isIndexLine);

/** `{...}` stands for any text. */
export const matches = (pattern = '', text: unknown) =>
  new RegExp(`^${pattern.replaceAll(/\{\w+( \w+)?\}/gi, '.+')}$`).test(String(text));

/** Returns the kind of a row, or undefined if the page has no line with its key. */
export function kindOf(row: Key & { purpose?: unknown }): RowName | undefined {
  const { pk, sk, purpose } = row;
  const kinds = rowLines.filter(([, , p, s]) => matches(p, pk) && matches(s, sk));
  // Two kinds of pages have the same form of key; the attribute `purpose` distinguishes them.
  const isCardPage = purpose !== undefined && kinds.some(([, name]) => name === 'card-page');
  return (isCardPage ? 'card-page' : kinds[0]?.[1]) as RowName | undefined;
}
