// How often the random tests draw, and how far the long matrices go: everything where a machine has the time,
// enough to notice where a person waits.

/** True where CI is set in the environment, as `.ci/run` does. */
export const isThorough = Boolean(process.env['CI']);

export const rounds = (inCi: number, here: number): number => (isThorough ? inCi : here);
