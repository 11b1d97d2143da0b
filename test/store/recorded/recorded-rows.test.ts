// A row that was written once is readable for good. If a row here cannot be read any more, or is read as
// another value, the change of its shape breaks a deployment: CONTRIBUTING.md, "Versions beside each other".
import { expect, it } from 'vitest';
import type { Item } from '#store/table/table.ts';
import { kindOf, rowNames } from '../../../lib/operator/review/kind-of.ts';
import { ofNewerVersion } from '../newer-version.ts';
import { readValue, recordedRows } from './recorded-rows.ts';

const rows = recordedRows();

it('every kind of row has a recorded one, which its key shows', () => {
  const recorded = new Set(rows.map(({ kind }) => kind));
  expect(rowNames.filter((name) => !recorded.has(name))).toEqual([]);
  expect(rows.filter(({ kind, item }) => kindOf(item) !== kind)).toEqual([]);
});

it.each([
  ['', (item: Item) => item],
  [' with attributes of a newer version', (item: Item) => ofNewerVersion(item) as Item],
])('every recorded row%s is read as the value that it was written for', (_, change) => {
  for (const { kind, item, value } of rows) {
    expect([kind, item.pk, readValue(kind, change(item))]).toEqual([kind, item.pk, value]);
  }
});
