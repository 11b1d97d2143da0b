// A second of a large day, replayed through the stores: docs/scale.md has how many sales each partition
// takes, and no change may let one bind earlier unseen.
import { expect, it } from 'vitest';
import { MOST_DUE_SHARDS } from '#store/table/due-shards.ts';
import { boundsTable, firstBroken, otherBounds, PEAK, partitionBounds } from '../../bench/keys/bounds.ts';
import { readPage, renewPage } from '../../bench/keys/page.ts';
import { replaySecond, type Second } from '../../bench/keys/replay.ts';

const partitions = partitionBounds();
const all = [...partitions, ...otherBounds()];

it('docs/scale.md has what each partition takes; `UPDATE_DOCS=1` writes it', () => {
  if (process.env['UPDATE_DOCS']) renewPage({ first: firstBroken(all), limits: boundsTable(all) });
  const page = readPage();
  expect(page).toContain(boundsTable(all));
  expect(page).toContain(firstBroken(all));
});

it('buyers and charges under way share no partition of due rows with charges that wait', () => {
  const unitsOf = (second: Second, isBuyers: boolean) =>
    [...replaySecond(second, MOST_DUE_SHARDS, new Date('2026-11-20T09:00:00.000Z'))]
      .filter(([partition]) => partition.startsWith('due DUE#'))
      .filter(([partition]) => Number(partition.split('#')[1]) >= MOST_DUE_SHARDS / 2 === isBuyers)
      .reduce((sum, [, units]) => sum + units, 0);
  const none: Second = { sales: 0, charges: 0, refunds: 0, largest: 1 };
  const ways = [true, false];
  expect(ways.map((isBuyers) => unitsOf({ ...none, sales: 20 }, isBuyers))).toEqual([60, 0]);
  expect(ways.map((isBuyers) => unitsOf({ ...none, charges: 20 }, isBuyers))).toEqual([40, 40]);
});

it('with 64 due shards only partitions of one merchant bind below 5,000 sales a second', () => {
  const narrow = partitions.filter(({ raised }) => !(raised >= PEAK.sales));
  expect(narrow.filter(({ limit }) => !limit.includes('M#{m}'))).toEqual([]);
  expect(Math.min(...narrow.map(({ raised }) => raised))).toBeGreaterThan(300);
});
