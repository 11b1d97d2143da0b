// How often the random tests draw: often where a machine has the time, enough to notice where a person waits.

/** The first number where CI is set in the environment, the second elsewhere. */
export const rounds = (inCi: number, here: number): number => (process.env['CI'] ? inCi : here);
