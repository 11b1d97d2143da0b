// Lengths of time in milliseconds, and an instant as text.

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `2026-11-20T09:00:00.000Z`: the only form in which an instant is stored and shown. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
