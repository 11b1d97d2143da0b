// The sweep reads every kind of row whose declaration puts it into the shards of due rows, or among the
// watched banks. Its reader names these kinds itself (store/due.ts): the list of all kinds would bring every
// store into the sweep.
import { expect, it } from 'vitest';
import { readDue } from '#store/due.ts';
import { KINDS } from '#store/kinds.ts';
import { duePartition, WATCHED_PARTITION } from '#store/table/keys.ts';
import type { Kind } from '#store/table/kind.ts';
import type { Item } from '#store/table/table.ts';
import { recordedRows } from './recorded/recorded-rows.ts';

const READ = [duePartition('{shard}'), WATCHED_PARTITION];
const isOfSweep = (kind: () => Kind): boolean =>
  kind().indexes?.due?.some(([partition]) => READ.includes(partition)) ?? false;
const dueKinds = Object.entries<() => Kind>(KINDS).flatMap(([name, kind]) => (isOfSweep(kind) ? [name] : []));

/** What makes a row due, if no recorded one of its kind is. */
const MADE_DUE: Readonly<Record<string, Partial<Item>>> = {
  'card-tries': { waiting: { merchantId: 'm', cardFingerprint: 'v1_f', since: '2026-11-20T09:00:00.000Z' } },
};

it.each(dueKinds)('a due row of the kind %s is read for the sweep', (name) => {
  const due = { duePk: duePartition(1), dueSk: '2026-11-20T09:00:00.000Z#ROW#1' };
  const rows = recordedRows()
    .filter(({ kind }) => kind === name)
    .map(({ item }) => ({ ...item, ...due, ...MADE_DUE[name] }));
  expect(rows.map(readDue).filter(({ noun }) => noun !== 'UNREADABLE').length).toBeGreaterThan(0);
});

it('the kinds that are due are those of payments, refunds, plans, holds, cards and banks', () => {
  const known = ['payment', 'refund', 'recurring-payment', 'merchant-hold', 'card-tries', 'bank'];
  expect(dueKinds).toEqual(expect.arrayContaining(known));
});
