// The number of cases that the random tests and the long matrices run: all of them in CI, a few of them
// otherwise. The cases are the same in each run, so that no run fails by chance; `SEED=$RANDOM` draws others,
// `CASES=1000` as many of each.
// This file runs before each test file (vitest.config.ts).
import fc from 'fast-check';

/**
 * True if CI is set in the environment, as `.ci/run` does. The flows that run again at other banks know the port alone:
 * in full they run at the first bank (vitest.config.ts).
 */
export const isThorough = Boolean(process.env['CI']) && !process.env['BANK_PROTOCOL'];

/** The seed of all random cases. */
export const SEED = Number(process.env['SEED'] ?? 1);
fc.configureGlobal({ seed: SEED });

export const rounds = (inCi: number, here: number): number =>
  Number(process.env['CASES'] ?? (isThorough ? inCi : here));

/**
 * Returns all values in CI. Otherwise it returns every `turns`-th value, beginning with `turn`: if many
 * subjects share values, each subject gets a part, and all subjects together get every value.
 */
export const shareOf = <T>(values: readonly T[], turn: number, turns: number): T[] =>
  values.filter((_, at) => isThorough || at % turns === turn % turns);
