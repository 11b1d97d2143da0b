// How many cases the random tests and the long matrices run: all of them in CI, a few of them elsewhere.

/** True if CI is set in the environment, as `.ci/run` does. */
export const isThorough = Boolean(process.env['CI']);

export const rounds = (inCi: number, here: number): number => (isThorough ? inCi : here);

/**
 * All values in CI. Elsewhere every `turns`-th, from `turn` on: of values that many subjects are given, each
 * subject then gets a part, and all of them together get every value.
 */
export const shareOf = <T>(values: readonly T[], turn: number, turns: number): T[] =>
  values.filter((_, at) => isThorough || at % turns === turn % turns);
