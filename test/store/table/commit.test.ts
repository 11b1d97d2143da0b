// Writes that are sent twice, contended or broken off: each happens once or not at all, and the result names
// the one that failed.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { text } from '#domain/shape.ts';
import { change, commit, conflictOn, create, isConflictOn, type Write } from '#store/table/commit.ts';
import { row, type Stored } from '#store/table/row.ts';
import { getItem, type Item, table } from '#store/table/table.ts';
import { startFaultyTable } from '../../harness/faulty-table.ts';
import { startHarness } from '../../harness/harness.ts';

const wire = await startFaultyTable();
const { service } = await startHarness();
/** The timeline is stopped: it reads the table by itself, and its calls would be counted. */
await service.timeline.setRunning(false);

const newRow = (more: Record<string, unknown> = {}): Item & Stored => ({
  pk: `TEST#${randomUUID()}`,
  sk: 'TEST',
  version: 1,
  ...more,
});
const stored = async ({ pk, sk }: Item) => await getItem({ pk, sk });
const createPayment = (row = newRow()) => create('payment', row);
async function storedRow(more: Record<string, unknown> = {}): Promise<Item & Stored> {
  const row = newRow(more);
  await commit([createPayment(row)]);
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

const NAMED = (what: 'order' | 'refund') => row<{ name: string }>(what, () => ({ name: text }));
const COMMITTED = { kind: 'committed' };
const CONTENDED = { kind: 'conflict', conflicts: [], contended: true };

describe('one write', () => {
  it('a row is created once; a second creation returns the row that exists', async () => {
    const first = await storedRow({ name: 'first', nested: { list: [1, 'x', null, true], empty: '' } });
    expect(await commit([createPayment({ ...first, name: 'second' })])).toEqual({
      kind: 'conflict',
      conflicts: [{ what: 'payment', found: first }],
      contended: false,
    });
  });

  it('a write that the SDK sent twice, because the answer was lost, is no conflict', async () => {
    const row = newRow({ blob: new Uint8Array([1, 2, 3]), tags: new Set(['a']), absent: undefined });
    expect(await broken('lost answer', () => commit([createPayment(row)]))).toEqual(COMMITTED);
    const other = newRow();
    expect(await broken('error', () => commit([createPayment(other)]))).toEqual(COMMITTED);
    expect([await stored(row), await stored(other)]).not.toContain(undefined);
  });

  it('a lost answer is recognised for any content of the row: undefined members, bytes, lists', async () => {
    const nested = {
      absent: undefined,
      list: [{ absent: undefined, text: 'x' }, 1],
      bytes: Buffer.from('b'),
    };
    const row = newRow({ nested, bytes: Buffer.from('a') });
    expect(await broken('lost answer', () => commit([createPayment(row)]))).toEqual(COMMITTED);
    const write = change('payment', row, { nested: { ...nested, list: [] }, bytes: Buffer.from('c') });
    expect(await broken('lost answer', () => commit([write]))).toEqual(COMMITTED);
    expect(await stored(row)).toMatchObject({ version: 2, nested: { list: [] } });
  });

  it('the row of another writer is a conflict, also if it only has one attribute more', async () => {
    for (const more of [{ sender: 'other' }, { nested: { sender: 'other' } }]) {
      const row = await storedRow({ nested: {}, ...more });
      const { pk, sk, version } = row;
      const result = await commit([createPayment({ pk, sk, version, nested: {} })]);
      expect(result).toMatchObject({ kind: 'conflict', conflicts: [{ found: row }] });
    }
  });

  it('a row is changed once per version, also if the answer was lost', async () => {
    const row = await storedRow({ name: 'a', gone: 'soon' });
    const write = change('payment', row, { name: 'b' }, ['gone']);
    expect(await broken('lost answer', () => commit([write]))).toEqual(COMMITTED);
    expect(await stored(row)).toEqual({ pk: row.pk, sk: row.sk, version: 2, name: 'b' });
    const stale = await commit([change('payment', row, { name: 'c' })]);
    expect(stale).toMatchObject({
      kind: 'conflict',
      conflicts: [{ what: 'payment', found: { name: 'b', version: 2 } }],
    });
  });

  it('a removal is a conflict while the attribute is still there', async () => {
    const row = await storedRow({ dueAt: 'tomorrow' });
    const write: Write = {
      what: 'payment',
      kind: 'update',
      key: { pk: row.pk, sk: row.sk },
      set: {},
      remove: ['dueAt'],
      condition: { expression: '#version = :stale', values: { ':stale': 7 } },
    };
    expect(await commit([write])).toMatchObject({ kind: 'conflict' });
    expect(await stored(row)).toEqual(row);
  });

  it('a write is contended and changes nothing if another transaction is writing the row', async () => {
    const row = newRow();
    expect(await broken('contended', () => commit([createPayment(row)]))).toEqual(CONTENDED);
    expect(await stored(row)).toBeUndefined();
  });
});

describe('several writes', () => {
  it('all writes are committed or none, and a conflict names the kind of row', async () => {
    const [taken, fresh] = [await storedRow({ name: 'taken' }), newRow()];
    const result = await commit([createPayment(fresh), create('order', taken)]);
    expect(result).toEqual({
      kind: 'conflict',
      conflicts: [{ what: 'order', found: taken }],
      contended: false,
    });
    expect(await stored(fresh)).toBeUndefined();
  });

  it('the conflicts are the same in any order of the writes', async () => {
    const [taken, changed] = [await storedRow({ name: 'taken' }), await storedRow({ name: 'changed' })];
    const writes = [
      createPayment(),
      create('order', taken),
      create('card', newRow()),
      change('refund', { ...changed, version: 9 }, { name: 'x' }),
    ];
    for (let turn = 0; turn < writes.length; turn += 1) {
      const result = await commit([...writes.slice(turn), ...writes.slice(0, turn)]);
      if (result.kind !== 'conflict') throw new Error('Two of the rows are taken.');
      expect(conflictOn(result, NAMED('order'))).toMatchObject({ found: { name: 'taken' } });
      expect(conflictOn(result, NAMED('refund'))).toMatchObject({ found: { name: 'changed' } });
      expect(isConflictOn(result, 'payment', 'card')).toBe(false);
      expect(isConflictOn(result, 'payment', 'order')).toBe(true);
    }
  });

  it('the writes are committed once if the answer was lost, counters included', async () => {
    const [row, counter] = [newRow(), newRow()];
    const key = { pk: counter.pk, sk: counter.sk };
    const count: Write = { what: 'refund-counts', kind: 'count', key, add: { total: 5 } };
    expect(await broken('lost answer', () => commit([createPayment(row), count]))).toEqual(COMMITTED);
    expect(await stored(counter)).toMatchObject({ total: 5 });
  });

  it('the writes are committed once if the answer was lost and the repeat is throttled', async () => {
    const [row, counter] = [newRow(), newRow()];
    const key = { pk: counter.pk, sk: counter.sk };
    const count: Write = { what: 'refund-counts', kind: 'count', key, add: { total: 5 } };
    const send = table.send.bind(table);
    let sent = 0;
    const sendThenThrottle = async (command: object) => {
      const answer = await send(command as never);
      sent += 1;
      if (sent > 1) return answer;
      throw Object.assign(new Error('throttled'), { name: 'ThrottlingException' });
    };
    Object.assign(table, { send: sendThenThrottle });
    const result = await commit([createPayment(row), count]);
    Object.assign(table, { send });
    expect([result, sent]).toEqual([COMMITTED, 2]);
    expect(await stored(counter)).toMatchObject({ total: 5 });
  });

  it('the writes are contended and change nothing if another transaction is writing a row', async () => {
    const [one, other] = [newRow(), newRow()];
    const result = await broken('contended', () => commit([createPayment(one), createPayment(other)]));
    expect(result).toEqual(CONTENDED);
    expect([await stored(one), await stored(other)]).toEqual([undefined, undefined]);
  });
});

it('a count makes its row, raises its version each time, and adds every member to a set', async () => {
  const { pk, sk } = newRow();
  const count: Write = { what: 'card-numbers', kind: 'count', key: { pk, sk }, add: { total: 2 } };
  await commit([{ ...count, addTo: { numbers: ['a', 'b'] }, set: { note: 'x' } }]);
  await commit([{ ...count, addTo: { numbers: ['b', 'c'] } }]);
  const numbers = new Set(['a', 'b', 'c']);
  expect(await stored({ pk, sk })).toEqual({ pk, sk, version: 2, total: 4, numbers, note: 'x' });
});

it('an update adds to one set and takes from another', async () => {
  const { pk, sk } = await storedRow({ open: new Set(['a', 'b']), note: 'x' });
  const condition = { expression: 'attribute_exists(#pk)' };
  const sets = { addTo: { declined: 'a' }, takeFrom: { open: 'a' } };
  const update: Write = { what: 'card-tries', kind: 'update', key: { pk, sk }, set: {}, ...sets, condition };
  await commit([{ ...update, remove: ['note'] }]);
  const [open, declined] = [new Set(['b']), new Set(['a'])];
  expect(await stored({ pk, sk })).toEqual({ pk, sk, version: 2, open, declined });
});

it('an update makes no row, whatever its condition', async () => {
  const { pk, sk } = newRow();
  const condition = { expression: 'attribute_not_exists(#deletedAt)' };
  const update: Write = { what: 'card', kind: 'update', key: { pk, sk }, set: { note: 'x' }, condition };
  await expect(commit([update])).rejects.toThrow(/does not exist|attribute/i);
  await expect(commit([update, { ...update, key: { pk, sk: `${sk}2` } }])).rejects.toThrow();
  expect(await stored({ pk, sk })).toBeUndefined();
});

it('no writes at all are committed without a call', async () => {
  wire.breakAt(1, 'crash before');
  expect(await commit([])).toEqual(COMMITTED);
  expect(wire.mend()).toBe(0);
});

it('a fault of the table is thrown', async () => {
  await expect(broken('crash before', () => commit([createPayment()]))).rejects.toThrow();
  await expect(broken('crash before', () => commit([createPayment(), createPayment()]))).rejects.toThrow();
});
