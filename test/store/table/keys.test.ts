// Every row and every index entry that the service writes is declared, and the service writes a row of every
// kind. docs/table.md shows the declarations.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type IndexName, TABLE_SHAPE } from '#store/table/keys.ts';
import { kindNamed, kindOf, matches, rowNames } from '../../../lib/operator/review/kind-of.ts';
import { startHarness } from '../../harness/harness.ts';
import { everyRow, writeEveryKindOfRow } from '../every-row.ts';
import { recordedRows, unrecorded } from '../recorded/recorded-rows.ts';

const harness = await startHarness({ events: true });
await writeEveryKindOfRow(harness);
const items = await everyRow();
const indexNames = Object.keys(TABLE_SHAPE.indexes) as IndexName[];

describe('the declarations of rows', () => {
  it('every row that the service writes is declared, and every kind has such a row', () => {
    const undeclared = items.filter((item) => kindOf(item) === undefined);
    expect(undeclared.map(({ pk, sk }) => [pk, sk])).toEqual([]);
    const written = new Set(items.map(kindOf));
    expect(rowNames.filter((name) => !written.has(name))).toEqual([]);
  });

  it('every attribute that the service writes is in a recorded row: UPDATE_ROWS=1 records it', () => {
    expect(unrecorded(items)).toEqual([]);
  });

  it.each(indexNames)('every entry of the index %s is declared by its kind', (index) => {
    const { partitionKey, sortKey } = TABLE_SHAPE.indexes[index];
    const entries = items.filter((item) => item[partitionKey] !== undefined);
    const undeclared = entries.filter((item) => {
      const name = kindOf(item);
      const lines = (name && kindNamed(name).indexes?.[index]) ?? [];
      return !lines.some(([pk, sk]) => matches(pk, item[partitionKey]) && matches(sk, item[sortKey]));
    });
    expect(undeclared).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
  });
});

/** The table’s keys and those of its indexes. */
const KEYS = new Set<string>([
  ...['pk', 'sk'],
  ...Object.values(TABLE_SHAPE.indexes).flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]),
]);
const recorded = recordedRows();
const PAGE = new URL('../../../docs/table.md', import.meta.url);

it('docs/table.md shows every kind of row: UPDATE_DOCS=1 writes it', () => {
  const rows = rowNames.flatMap((name) => {
    const { keys, readBy, events } = kindNamed(name);
    return keys.map(({ pk, sk }) => `| ${name} | \`${pk}\` | \`${sk}\` | ${readBy} | ${events} |`);
  });
  const entries = indexNames.flatMap((index) =>
    rowNames.flatMap((name) => {
      const lines = kindNamed(name).indexes?.[index] ?? [];
      return lines.map(([pk, sk]) => `| ${index} | \`${pk}\` | \`${sk}\` | ${name} |`);
    }),
  );
  const attributes = rowNames.map((name) => {
    const rows = recorded.filter(({ kind }) => kind === name).flatMap(({ item }) => Object.keys(item));
    const own = [...new Set(rows)].filter((one) => !KEYS.has(one)).sort();
    return `- **${name}**: ${own.map((one) => `\`${one}\``).join(', ')}\n`;
  });
  const page = readFileSync(PAGE, 'utf8');
  const tables = [rows, entries];
  const filled = page.replaceAll(/(^\|-[-|]+\n)(?:\|.*\n)*/gm, (_, rule: string) => {
    return `${rule}${tables.shift()?.join('\n')}\n`;
  });
  const wanted = filled.replace(/(?<=## Attributes\n\n[^\n]+(?:\n[^\n]+)*\n\n)[\s\S]*/, attributes.join(''));
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, wanted);
  else expect(page).toBe(wanted);
});
