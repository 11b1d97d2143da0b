// Writes that are sent twice, fought over or half broken: each happens once or not at all, and says which.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { change, commit, create, type Write } from '#store/table/commit.ts';
import { getItem, type Item } from '#store/table/table.ts';
import { startFaultyTable } from '../../harness/faulty-table.ts';
import { startHarness } from '../../harness/harness.ts';

const wire = await startFaultyTable();
const { service } = await startHarness();
/** The live loop reads the table by itself and would count as a call. */
await service.timeline.setRunning(false);

const newRow = (more: Record<string, unknown> = {}): Item => ({
  pk: `TEST#${randomUUID()}`,
  sk: 'TEST',
  version: 1,
  ...more,
});
const stored = async ({ pk, sk }: Item) => await getItem({ pk, sk });
/** A row as the table gives it back. */
async function storedRow(more: Record<string, unknown> = {}): Promise<Item> {
  const row = newRow(more);
  await commit([create(row)]);
  return row;
}
async function broken<Result>(fault: Parameters<typeof wire.breakAt>[1], work: () => Promise<Result>) {
  wire.breakAt(1, fault);
  try {
    return await work();
  } finally {
    wire.mend();
  }
}

describe('a row', () => {
  it('is made once; whoever comes second learns what stands there', async () => {
    const first = await storedRow({ name: 'first', nested: { list: [1, 'x', null, true], empty: '' } });
    expect(await commit([create({ ...first, name: 'second' })])).toEqual({
      kind: 'conflict',
      conflicts: [{ at: 0, found: first }],
      contended: false,
    });
  });

  it('whose first answer was lost is our own, not a conflict', async () => {
    const row = newRow({ blob: new Uint8Array([1, 2, 3]), tags: new Set(['a']), absent: undefined });
    expect(await broken('lost answer', () => commit([create(row)]))).toEqual({ kind: 'committed' });
    const other = newRow();
    expect(await broken('error', () => commit([create(other)]))).toEqual({ kind: 'committed' });
    expect([await stored(row), await stored(other)]).not.toContain(undefined);
  });

  it('changes from version to version, once each, also when the answer was lost', async () => {
    const row = await storedRow({ name: 'a', gone: 'soon' });
    const write = change(row, { name: 'b' }, ['gone']);
    expect(await broken('lost answer', () => commit([write]))).toEqual({ kind: 'committed' });
    expect(await stored(row)).toEqual({ pk: row.pk, sk: row.sk, version: 2, name: 'b' });
    const stale = await commit([change(row, { name: 'c' })]);
    expect(stale).toMatchObject({
      kind: 'conflict',
      conflicts: [{ at: 0, found: { name: 'b', version: 2 } }],
    });
  });

  it('that only lost attributes is not taken for our own while it still has them', async () => {
    const row = await storedRow({ dueAt: 'tomorrow' });
    const write: Write = {
      kind: 'update',
      key: { pk: row.pk, sk: row.sk },
      set: {},
      remove: ['dueAt'],
      condition: { expression: '#version = :stale', values: { ':stale': 7 } },
    };
    expect(await commit([write])).toMatchObject({ kind: 'conflict' });
    expect(await stored(row)).toEqual(row);
  });

  it('under another transaction is refused as contended, and nothing happened', async () => {
    const row = newRow();
    expect(await broken('contended', () => commit([create(row)]))).toEqual({
      kind: 'conflict',
      conflicts: [],
      contended: true,
    });
    expect(await stored(row)).toBeUndefined();
  });
});

describe('several rows', () => {
  it('change together or not at all, and each refusal names its place', async () => {
    const [taken, fresh] = [await storedRow({ name: 'taken' }), newRow()];
    const result = await commit(
      [create(fresh), create(taken), change({ ...taken, version: 9 }, { name: 'x' })].slice(0, 2),
    );
    expect(result).toEqual({ kind: 'conflict', conflicts: [{ at: 1, found: taken }], contended: false });
    expect(await stored(fresh)).toBeUndefined();
  });

  it('are written once when the answer was lost, counters included', async () => {
    const row = newRow();
    const counter = newRow();
    const count: Write = { kind: 'count', key: { pk: counter.pk, sk: counter.sk }, add: { total: 5 } };
    expect(await broken('lost answer', () => commit([create(row), count]))).toEqual({ kind: 'committed' });
    expect(await stored(counter)).toMatchObject({ total: 5 });
  });

  it('under another transaction are refused as contended', async () => {
    const [one, other] = [newRow(), newRow()];
    const result = await broken('contended', () => commit([create(one), create(other)]));
    expect(result).toEqual({ kind: 'conflict', conflicts: [], contended: true });
    expect([await stored(one), await stored(other)]).toEqual([undefined, undefined]);
  });

  it('none at all is committed without a call', async () => {
    wire.breakAt(1, 'crash before');
    expect(await commit([])).toEqual({ kind: 'committed' });
    expect(wire.mend()).toBe(0);
  });
});

it('a fault of the table is no answer: it is thrown', async () => {
  await expect(broken('crash before', () => commit([create(newRow())]))).rejects.toThrow();
  await expect(broken('crash before', () => commit([create(newRow()), create(newRow())]))).rejects.toThrow();
});
