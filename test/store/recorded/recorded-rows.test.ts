// A row that was written once is readable for good. If a row here cannot be read any more, or is read as
// another value, the change of its shape breaks a deployment: docs/deploy.md, "Versions beside each other".
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { table, tableName } from '#store/table/table.ts';
import { startHarness } from '../../harness/harness.ts';
import { ofNewerVersion } from '../newer-version.ts';
import { rowNames } from '../table/page-of-keys.ts';
import { recordedRows, toJson } from './recorded-rows.ts';
import { readRow } from './row-readers.ts';

await startHarness();
const rows = recordedRows();

it('every kind of row has a recorded one', () => {
  const recorded = new Set(rows.map(({ kind }) => kind));
  expect(rowNames.filter((name) => !recorded.has(name))).toEqual([]);
});

it.each([
  ['', (item: unknown) => item],
  [' with attributes of a newer version', ofNewerVersion],
])('every recorded row%s is read as the value that it was written for', async (_, change) => {
  for (const { kind, item, value } of rows) {
    await table.send(new PutCommand({ TableName: tableName(), Item: change(item) as typeof item }));
    expect([kind, item.pk, toJson(await readRow(kind, item))]).toEqual([kind, item.pk, value]);
  }
});
