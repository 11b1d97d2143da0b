// The calls of the benchmark.

/** Creates the objects that a call needs and returns the call, which is measured. */
export type PreparedCall = () => Promise<() => Promise<unknown>>;
/** The calls by the name of the deployed function. */
export type Calls = Record<string, PreparedCall>;
