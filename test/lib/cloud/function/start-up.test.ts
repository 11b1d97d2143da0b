// Whoever calls a function that is not running waits for its start-up, so it is bounded: as a multiple of the
// floor's, measured in turns with it.
import { expect, test } from 'vitest';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { FLOOR } from '../../../bench/ladder.ts';
import { startUpMs } from '../../../bench/start-up.ts';

/** The functions that callers wait for most, and the largest. `npm run bench` publishes all. */
const MOST: Readonly<Record<string, number>> = {
  'authorizer.ts': 1.13,
  'endpoints/payment/show.ts': 1.15,
  'endpoints/payment/list.ts': 1.22,
  'endpoints/customer/create.ts': 1.25,
  'endpoints/hosted-page/create.ts': 1.3,
  'endpoints/hosted-page/form.ts': 1.27,
  'endpoints/hosted-page/pay.ts': 1.6,
  'endpoints/hosted-page/three-d-callback.ts': 1.4,
  'endpoints/card-page/submit.ts': 1.67,
  'charge.ts': 1.44,
};
const entryOf = (name: string) => `functions/${name}`;

/**
 * Other load of the machine can slow one measurement, but a slower start slows all of them. Medians of equal
 * bytes differ by up to 0.06, so a bound that is close to the figure needs many.
 */
const MEASUREMENTS = 15;

test('no function takes longer to start than its multiple of the floor', async () => {
  const bundles = await bundleFunctions([FLOOR, ...Object.keys(MOST).map(entryOf)]);
  let slow = Object.entries(MOST).map(([name, most]) => ({ name, most, ratios: [] as number[] }));
  for (let measured = 0; measured < MEASUREMENTS && slow.length > 0; measured += 1) {
    const entries = [FLOOR, ...slow.map(({ name }) => entryOf(name))];
    const times = startUpMs(
      bundles.filter(({ entry }) => entries.includes(entry)),
      9,
    );
    for (const { name, ratios } of slow) {
      ratios.push((times.get(entryOf(name)) ?? Number.NaN) / (times.get(FLOOR) ?? Number.NaN));
    }
    slow = slow.filter(({ most, ratios }) => !ratios.some((ratio) => ratio <= most));
  }
  expect(slow).toEqual([]);
});
