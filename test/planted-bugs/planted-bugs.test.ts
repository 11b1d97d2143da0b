// `npm run trial -- bugs` takes minutes. This test checks that nearly all bugs can still be planted: a change of
// code may lose some, which a new text brings back before a release.
import { expect, test } from 'vitest';
import { EVERY_BUG, lossOf } from './every-bug.ts';

/** About one in twenty. */
const MOST_LOST = 20;

test('the planted bugs are at least 60, each with a unique name and with tests', () => {
  expect(new Set(EVERY_BUG.map(({ name }) => name)).size).toBe(EVERY_BUG.length);
  expect(EVERY_BUG.length).toBeGreaterThanOrEqual(60);
  expect(EVERY_BUG.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test(`at most ${MOST_LOST} planted bugs have lost their code or a test`, () => {
  const lost = EVERY_BUG.flatMap((bug) => lossOf(bug) ?? []);
  expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(MOST_LOST);
});
