// Buyers wait for the start-up of the functions of pages, so it is bounded, as a multiple of the floor's.
import { expect, test } from 'vitest';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { FLOOR } from '../../../bench/ladder.ts';
import { startUpMs } from '../../../bench/start-up.ts';

/** Other load of the machine can slow one measurement, but a slower start slows all of them. */
const MEASUREMENTS = 6;

/** Measured 1.14 to 1.61 and 1.59 to 1.92; each pattern that is made at start-up may add 0.4. */
test.each([
  ['form', 1.4],
  ['pay', 1.77],
])('the function hosted-page-%s starts within %d times the floor', async (name, most) => {
  const entry = `functions/endpoints/hosted-page/${name}.ts`;
  const bundles = await bundleFunctions([FLOOR, entry]);
  const ratios: number[] = [];
  while (ratios.length < MEASUREMENTS && !ratios.some((ratio) => ratio < most)) {
    const times = startUpMs(bundles, 9);
    ratios.push((times.get(entry) ?? Number.NaN) / (times.get(FLOOR) ?? Number.NaN));
  }
  expect(Math.min(...ratios)).toBeLessThan(most);
});
