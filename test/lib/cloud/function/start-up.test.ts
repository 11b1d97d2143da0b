// Buyers wait for the start-up of the functions of pages, so it is bounded, as a multiple of the floor's.
import { expect, test } from 'vitest';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { FLOOR } from '../../../bench/ladder.ts';
import { startUpMs } from '../../../bench/start-up.ts';

/** Measured 1.21 to 1.27 and 1.55 to 1.64; each pattern that is made at start-up may add 0.4. */
test.each([
  ['form', 1.4],
  ['pay', 1.77],
])('the function hosted-page-%s starts within %d times the floor', async (name, most) => {
  const entry = `functions/endpoints/hosted-page/${name}.ts`;
  const times = startUpMs(await bundleFunctions([FLOOR, entry]), 9);
  expect((times.get(entry) ?? Number.NaN) / (times.get(FLOOR) ?? Number.NaN)).toBeLessThan(most);
});
