// keys.ts has the table on one page: every row and every index entry that the service writes has a line,
// and the service writes a row for every line.
import { describe, expect, it } from 'vitest';
import { TABLE_SHAPE } from '#store/table/keys.ts';
import { startHarness } from '../../harness/harness.ts';
import { everyRow, writeEveryKindOfRow } from '../every-row.ts';
import { unrecorded } from '../recorded/recorded-rows.ts';
import { indexLines, kindOf, matches, rowLines, rowNames } from './page-of-keys.ts';

await writeEveryKindOfRow(await startHarness({ events: true }));
const items = await everyRow();

describe('the page of keys', () => {
  it('the page has a line for every kind of row', () => {
    const listed = new Set(rowLines.map(([, name]) => name));
    expect([...listed].sort()).toEqual([...rowNames].sort());
  });

  it('every row that the service writes has a line, and every line has such a row', () => {
    const unlisted = items.filter((item) => kindOf(item) === undefined);
    expect(unlisted.map(({ pk, sk }) => [pk, sk])).toEqual([]);
    const written = new Set(items.map(kindOf));
    expect(rowNames.filter((name) => !written.has(name))).toEqual([]);
  });

  it('every attribute that the service writes is in a recorded row: UPDATE_ROWS=1 records it', async () => {
    expect(await unrecorded(items)).toEqual([]);
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
