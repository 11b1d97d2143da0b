// What every function asks of others, call by call, against what docs/costs.md publishes: a round trip more
// makes every call slower, and nobody would notice.
import { expect, it } from 'vitest';
import { functionsOf, ROUTE_TABLE } from '../../lib/cloud/function/deployed-function.ts';
import { callsOf, type PreparedCall } from '../bench/calls.ts';
import { publishedCostsOf } from '../harness/cost-table.ts';
import { costOf, counted } from '../harness/costs.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness({ around: counted, triggerFate: () => 'drop' });
const calls = await callsOf(harness);
const doors = functionsOf(ROUTE_TABLE).map(({ name }) => name);

/** The second call: the first has asked for what a container keeps. */
async function costOfWarmCall(name: string, prepare: PreparedCall) {
  await costOf(await prepare(), name);
  return await costOf(await prepare(), name);
}

it.each(doors)('%s makes the round trips that are published; if not: npm run bench', async (name) => {
  const prepare = calls[name];
  if (prepare === undefined) throw new Error(`Say in test/bench/calls.ts how ${name} is called.`);
  const { scheduleCalls: _, ownMs: __, ...cost } = await costOfWarmCall(name, prepare);
  const published = publishedCostsOf(name);
  // What is read of a list depends on how much is there.
  const { readUnits = cost.readUnits } = name.endsWith('-list') ? {} : published;
  expect(cost).toEqual({ ...published, readUnits });
});

it('a read takes one round trip, a creation two, a charge four beside KMS and the bank', () => {
  const roundsOf = (end: string) =>
    doors.filter((name) => name.endsWith(end)).map((name) => publishedCostsOf(name).rounds ?? 0);
  const mostOf = (...ends: string[]) => Math.max(...ends.flatMap(roundsOf));
  expect(mostOf('-show', '-list', '-query', '-form', '-transactions', '-statistics')).toBe(1);
  expect(mostOf('-create')).toBe(2);
  const { rounds = 0, kmsCalls = 0 } = publishedCostsOf('charge');
  expect(rounds - kmsCalls).toBe(4);
});
