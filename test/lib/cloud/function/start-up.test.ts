// Whoever calls a function that is not running waits for its start-up, so it is bounded by docs/costs.md with a
// tenth of room: as a multiple of the floor's, measured in turns with it.
import { expect, test } from 'vitest';
import { bundleFunctions } from '../../../../lib/cloud/function/bundle.ts';
import { functionsOf, ROUTE_TABLE } from '../../../../lib/cloud/function/deployed-function.ts';
import { FLOOR } from '../../../bench/ladder.ts';
import { startUpMs } from '../../../bench/start-up.ts';
import { publishedRowOf, ROOM } from '../../../harness/cost-table.ts';

/** The functions that callers wait for most, and the largest. */
const NAMES = [
  'authorizer',
  'payment-show',
  'payment-list',
  'customer-create',
  'hosted-page-create',
  'hosted-page-form',
  'hosted-page-pay',
  'hosted-page-three-d-callback',
  'card-page-submit',
  'charge',
];
const entries = new Map(functionsOf(ROUTE_TABLE).map(({ name, entry }) => [name, entry]));
const entryOf = (name: string) => entries.get(name) ?? name;
const publishedOf = (name: string) => Number(publishedRowOf(name)?.split(' | ')[2]);

/** Other load of the machine can slow one measurement, but a slower start slows all of them. */
const MEASUREMENTS = 10;

test('no function takes longer to start than its multiple of the floor', async () => {
  const bundles = await bundleFunctions([FLOOR, ...NAMES.map(entryOf)]);
  let slow = NAMES.map((name) => ({ name, most: publishedOf(name) * ROOM, ratios: [] as number[] }));
  for (let measured = 0; measured < MEASUREMENTS && slow.length > 0; measured += 1) {
    const measuredEntries = [FLOOR, ...slow.map(({ name }) => entryOf(name))];
    const times = startUpMs(
      bundles.filter(({ entry }) => measuredEntries.includes(entry)),
      9,
    );
    for (const { name, ratios } of slow) {
      ratios.push((times.get(entryOf(name)) ?? Number.NaN) / (times.get(FLOOR) ?? Number.NaN));
    }
    slow = slow.filter(({ most, ratios }) => !ratios.some((ratio) => ratio <= most));
  }
  expect(slow).toEqual([]);
});
