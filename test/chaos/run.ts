// `npm run trial -- chaos`: kills the local service at random instants while bank and clock misbehave, and
// compares everything with the bank's ledger. Exit codes: 0 without a violation, 1 with one, 2 for wrong
// options.
import '../../lib/help.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runRounds } from './rounds.ts';

const USAGE = `Usage: npm run trial -- chaos [options]

  --seed N         of the first round; the next ones count on from it (default: random, printed)
  --rounds N       each with a service, data and merchants of its own (default: 1)
  --kills N        in a round (default: 8)
  --operations N   of all callers in a round (default: 800)
  --minutes N      no round begins after them; all end a quarter of an hour later at most (default: 60)
  --keep           keeps the data folder of a round with violations, and prints where it is`;

const GRACE_MS = 15 * 60_000;

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  const option = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    seed: option,
    rounds: option,
    kills: option,
    operations: option,
    minutes: option,
    keep: flag,
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail((error as Error).message);
  }
}

const given = readOptions();
function count(name: Exclude<keyof typeof given, 'keep'>, least: number, standard: number): number {
  const value = given[name] === undefined ? standard : Number(given[name]);
  return Number.isSafeInteger(value) && value >= least ? value : fail(`--${name} is a number from ${least}.`);
}

const options = {
  seed: count('seed', 0, randomInt(1_000_000)),
  rounds: count('rounds', 1, 1),
  kills: count('kills', 0, 8),
  operations: count('operations', 1, 800),
  minutes: count('minutes', 1, 60),
  keep: given.keep ?? false,
};
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
setTimeout(
  () => {
    console.log('Not finished in time.');
    process.exit(1);
  },
  options.minutes * 60_000 + GRACE_MS,
).unref();
const { violations } = await runRounds({ ...options, print: console.log });
process.exitCode = violations === 0 ? 0 : 1;
