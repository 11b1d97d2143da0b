// An import of card ranges that ends at any instant leaves a whole list: the one before, or the new one.
import { afterEach, describe, expect, it } from 'vitest';
import type { BinFacts } from '#domain/card/bin.ts';
import { loadBinList, saveBinList, writeRanges } from '#store/card/bin-list.ts';
import { table } from '#store/table/table.ts';
import { goBack, importList, showPrefix } from '../../../../lib/operator/bins/bin-lists.ts';
import { FAULTS, startFaultyTable } from '../../../harness/faulty-table.ts';
import { startHarness } from '../../../harness/harness.ts';

const wire = await startFaultyTable();
const { now } = await startHarness();
afterEach(() => void wire.mend());

/** More rows than a transaction has. */
const BINS = Array.from({ length: 101 }, (_, at) => String(454_300 + at));
/** Each list has another family, and prefixes of its own. */
const listOf = (family: string, ...more: string[]) =>
  new Map<string, BinFacts>([...BINS, ...more].map((prefix) => [prefix, { family }]));
const use = async (family: string, ...more: string[]) => await importList(listOf(family, ...more), now());

/** What readers see: the family of each prefix. A list is whole if all are of one family. */
const seen = async (...more: string[]) => {
  const all = [BINS[0], BINS[50], BINS[100], ...more].map(
    async (one) => (await showPrefix(one ?? '')).family,
  );
  return await Promise.all(all);
};

it('an imported list holds, going back restores the one before, and going back again undoes it', async () => {
  const first = await use('Bonus', '454999');
  expect(await seen('454999')).toEqual(['Bonus', 'Bonus', 'Bonus', 'Bonus']);
  await use('World');
  // A prefix that the new list does not have is unknown, although a row of it is in the table.
  expect(await seen('454999')).toEqual(['World', 'World', 'World', null]);
  expect(await goBack()).toEqual(first);
  expect(await seen('454999')).toEqual(['Bonus', 'Bonus', 'Bonus', 'Bonus']);
  await goBack();
  expect(await seen()).toEqual(['World', 'World', 'World']);
});

it('rows of older lists are unknown, however often lists were imported and taken back', async () => {
  for (const round of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    await use(round, `4554${round.charCodeAt(0)}`);
    const others = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].filter((one) => one !== round);
    const bins = others.map((one) => `4554${one.charCodeAt(0)}`);
    expect(await seen(...bins)).toEqual([round, round, round, ...bins.map(() => null)]);
    if (round === 'D') await goBack();
  }
});

/** An import reads the list, claims a place, writes twice, reads the list, switches. */
const CALLS = [1, 2, 3, 4, 5, 6];
const SWITCH = 6;

describe('an import that is broken', () => {
  it.each(CALLS.flatMap((call) => FAULTS.map((fault) => [call, fault] as const)))(
    'at call %i by %s, it leaves the list before or the new one, whole, and can be repeated',
    async (call, fault) => {
      await use('Before');
      const before = await loadBinList();
      wire.breakAt(call, fault);
      const ended = await use('New').then(
        () => 'imported',
        () => 'refused',
      );
      const calls = wire.mend();
      expect(calls).toBeGreaterThanOrEqual(call);
      const families = await seen();
      // `crash after` the switch: the new list holds, and the caller does not know.
      const isNew = ended === 'imported' || (call === SWITCH && fault === 'crash after');
      expect(new Set(families)).toEqual(new Set([isNew ? 'New' : 'Before']));
      const { previous } = (await loadBinList()) ?? {};
      expect(previous).toEqual(isNew ? before?.current : before?.previous);
      const repeated = `After ${call} ${fault}`;
      await use(repeated);
      expect(await seen()).toEqual([repeated, repeated, repeated]);
      await goBack();
      expect(await seen()).toEqual(families);
    },
  );
});

it('imports at once leave one whole list at each instant, and a refused one is told so', async () => {
  await use('Before');
  const names = ['One', 'Two', 'Three'];
  let isOver = false;
  const watched: (string | null)[] = [];
  const watch = (async () => {
    while (!isOver) watched.push((await showPrefix('454300')).family);
  })();
  const ends = await Promise.allSettled(names.map((name) => use(name)));
  isOver = true;
  await watch;
  const held = names.filter((_, at) => ends[at]?.status === 'fulfilled');
  expect(held.length).toBeGreaterThan(0);
  for (const end of ends)
    if (end.status === 'rejected') expect(String(end.reason)).toContain('Another command changed the lists');
  const families = await seen();
  expect(new Set(families).size).toBe(1);
  expect(held).toContain(families[0]);
  expect(watched.filter((one) => one !== 'Before' && !held.includes(one ?? ''))).toEqual([]);
});

it('an import does not switch if another one has claimed a place after its last write', async () => {
  await use('Before');
  let calls = 0;
  const claimBeforeSwitch = async () => {
    calls += 1;
    if (calls !== SWITCH - 1) return;
    const list = await loadBinList();
    if (list) await saveBinList(list, { ...list, begun: list.begun + 1, begunBy: 'another' });
  };
  table.middlewareStack.add(
    (next) => async (args) => {
      await claimBeforeSwitch();
      return await next(args);
    },
    { step: 'initialize', name: 'claim' },
  );
  await expect(use('Slow')).rejects.toThrow('Another command changed the lists');
  table.middlewareStack.remove('claim');
  expect(await seen()).toEqual(['Before', 'Before', 'Before']);
});

it('an import that another one overtook writes no row any more, so that it spoils neither list', async () => {
  await use('Before');
  wire.breakAt(4, 'crash before');
  await expect(use('Slow')).rejects.toThrow();
  wire.mend();
  const { begun: listVersion = 0 } = (await loadBinList()) ?? {};
  const { place } = await use('Fast');
  const late = [{ family: 'Slow', prefixes: ['454300'] }];
  expect(await writeRanges({ listVersion, place }, [['454300', late]])).toBe(false);
  expect(await seen()).toEqual(['Fast', 'Fast', 'Fast']);
  await goBack();
  expect(await seen()).toEqual(['Before', 'Before', 'Before']);
});
