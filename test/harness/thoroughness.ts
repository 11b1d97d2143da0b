// How many cases the random tests and the long matrices run: all of them in CI, a few of them elsewhere. And
// which: the same ones in each run, so that no run is red by chance, or others by `SEED=$RANDOM`.
// Runs before each file of tests (vitest.config.ts).
import fc from 'fast-check';

/** True if CI is set in the environment, as `.ci/run` does. */
export const isThorough = Boolean(process.env['CI']);

/** Decides all random cases. */
export const SEED = Number(process.env['SEED'] ?? 1);
fc.configureGlobal({ seed: SEED });

export const rounds = (inCi: number, here: number): number => (isThorough ? inCi : here);

/**
 * All values in CI. Elsewhere every `turns`-th, from `turn` on: of values that many subjects are given, each
 * subject then gets a part, and all of them together get every value.
 */
export const shareOf = <T>(values: readonly T[], turn: number, turns: number): T[] =>
  values.filter((_, at) => isThorough || at % turns === turn % turns);
