// How many cases the random tests and the long matrices run: all of them in CI, a few of them elsewhere.

/** True if CI is set in the environment, as `.ci/run` does. */
export const isThorough = Boolean(process.env['CI']);

export const rounds = (inCi: number, here: number): number => (isThorough ? inCi : here);
