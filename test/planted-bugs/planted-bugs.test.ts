// `npm run trial -- bugs` takes minutes. This test checks that all bugs can still be planted: who changes their
// code looks for the new text at once, while the place is known.
import { expect, test } from 'vitest';
import { EVERY_BUG, lossOf } from './every-bug.ts';

test('the planted bugs are at least 60, each with a unique name and with tests', () => {
  expect(new Set(EVERY_BUG.map(({ name }) => name)).size).toBe(EVERY_BUG.length);
  expect(EVERY_BUG.length).toBeGreaterThanOrEqual(60);
  expect(EVERY_BUG.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test('every planted bug still has its code and its tests', () => {
  expect(EVERY_BUG.flatMap((bug) => lossOf(bug) ?? [])).toEqual([]);
});
