// The names of the kinds of rows. kinds.ts, which is above this folder, extends the type with them.

// biome-ignore lint/suspicious/noEmptyInterface: kinds.ts extends it.
export interface RowNames {}
export type RowName = keyof RowNames;
