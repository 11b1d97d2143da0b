// Whoever calls a function that is not running waits for its start-up, so it is bounded: as a multiple of the
// floor's, measured in turns with it.
import { expect, test } from 'vitest';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { FLOOR } from '../../../bench/ladder.ts';
import { quantile, startUpTimes } from '../../../bench/start-up.ts';

/**
 * The functions that callers wait for most, and the largest: some 0.1 above what was measured, because a busy
 * machine lengthens a large bundle by a little more than the floor. `npm run bench` publishes all.
 */
const MOST: Readonly<Record<string, number>> = {
  'authorizer.ts': 1.3,
  'endpoints/payment/show.ts': 1.22,
  'endpoints/payment/list.ts': 1.42,
  'endpoints/hosted-page/create.ts': 1.5,
  'endpoints/hosted-page/form.ts': 1.4,
  'endpoints/hosted-page/pay.ts': 1.98,
  'endpoints/hosted-page/three-d-callback.ts': 1.52,
  'endpoints/card-page/submit.ts': 2.05,
  'charge.ts': 1.8,
};
const entryOf = (name: string) => `functions/${name}`;

/** Other load slows single processes, but a slower start slows all of them: the fastest tell them apart. */
const FASTEST = 0.1;
const ROUNDS = 10;
const MEASUREMENTS = 6;

test('no function takes longer to start than its multiple of the floor', async () => {
  const bundles = await bundleFunctions([FLOOR, ...Object.keys(MOST).map(entryOf)]);
  const times = new Map<string, number[]>();
  const ratioOf = (name: string) =>
    quantile(times.get(entryOf(name)) ?? [], FASTEST) / quantile(times.get(FLOOR) ?? [], FASTEST);
  let slow = Object.keys(MOST);
  for (let measured = 0; measured < MEASUREMENTS && slow.length > 0; measured += 1) {
    const entries = [FLOOR, ...slow.map(entryOf)];
    const taken = startUpTimes(
      bundles.filter(({ entry }) => entries.includes(entry)),
      ROUNDS,
    );
    for (const [entry, more] of taken) times.set(entry, [...(times.get(entry) ?? []), ...more]);
    slow = slow.filter((name) => !(ratioOf(name) <= (MOST[name] ?? 0)));
  }
  expect(Object.fromEntries(slow.map((name) => [name, ratioOf(name)]))).toEqual({});
});
