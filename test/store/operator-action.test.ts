// Records of operators' commands: none replaces another, and all of a month are read, a page at a time.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it, vi } from 'vitest';
import { type OperatorAction, operatorActions, writeOperatorAction } from '#store/operator-action.ts';
import { table, tableName } from '#store/table/table.ts';
import { startHarness } from '../harness/harness.ts';

await startHarness();
afterEach(() => void vi.restoreAllMocks());

const action = (month: string, day: number, more: Partial<OperatorAction> = {}): OperatorAction => ({
  at: `${month}-${String(day).padStart(2, '0')}T09:00:00.000Z`,
  by: 'arn:aws:iam::111111111111:user/ayse',
  command: 'merchant show',
  options: [],
  ...more,
});

async function all(month: string, pageSize?: number): Promise<OperatorAction[]> {
  const found: OperatorAction[] = [];
  for await (const one of operatorActions(month, pageSize)) found.push(one);
  return found;
}

it('a record that the table did not accept is an error, and the one before it stays', async () => {
  const first = action('2026-01', 1);
  await writeOperatorAction(first, 'same');
  await expect(writeOperatorAction({ ...first, command: 'merchant revoke' }, 'same')).rejects.toThrow(
    'the table has another record of the same key',
  );
  expect(await all('2026-01')).toEqual([first]);
});

it('a month of over a thousand records is read to its end, and only as far as the caller reads', async () => {
  const days = [1, 2, 3, 4, 5];
  for (const day of days) await writeOperatorAction(action('2026-02', day), String(day));
  await writeOperatorAction(action('2026-03', 1), 'next');
  const read = vi.spyOn(table, 'send');
  const newest = await operatorActions('2026-02', 2).next();
  // The service in the same process reads the table too.
  const own = read.mock.calls.filter((call) => JSON.stringify(call).includes('AUDIT#2026-02'));
  expect([newest.value, own.length]).toEqual([action('2026-02', 5), 1]);
  expect((await all('2026-02', 2)).map(({ at }) => Number(at.slice(8, 10)))).toEqual(days.toReversed());

  const { at, ...rest } = action('2026-04', 1);
  const rowOf = (id: number) => ({
    pk: 'AUDIT#2026-04',
    sk: `${at}#${id}`,
    version: 1,
    at,
    ...rest,
  });
  for (let id = 0; id < 1025; id += 25) {
    const puts = Array.from({ length: 25 }, (_, count) => ({ PutRequest: { Item: rowOf(id + count) } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: puts } }));
  }
  expect(await all('2026-04')).toHaveLength(1025);
});
