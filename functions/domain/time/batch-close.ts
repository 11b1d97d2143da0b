// A bank's daily batch close, by its wall clock in Istanbul.
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts';

/** Turkey has kept UTC+3 all year round since 2016. */
const ISTANBUL_OFFSET_MS = 3 * HOUR_MS;

/** True for a time of the day from `00:01` to `24:00`. */
export const isBatchClose = (text: string) => /^(?:(?!00:00)(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);

/** The end of the batch an operation at `atMs` belongs to. `closeAt` is Istanbul wall time, `22:00`. */
export function batchEndMs(atMs: number, closeAt: string): number {
  const [hours = '0', minutes = '0'] = closeAt.split(':');
  const closeOffsetMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS - ISTANBUL_OFFSET_MS;
  return (Math.floor((atMs - closeOffsetMs) / DAY_MS) + 1) * DAY_MS + closeOffsetMs;
}

/** The ISO instant of a bank's time, `2026-11-20 12:00:00.000`, also with a T; undefined if it is none. */
export function istanbulInstant(time: string): string | undefined {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)$/.exec(time) ?? [];
  const ms = Date.parse(`${day}T${clock}+03:00`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Bank time, `2026-11-20 12:00:00.000`. Banks write Istanbul time without a zone. */
export const istanbulTime = (atMs: number): string =>
  new Date(atMs + ISTANBUL_OFFSET_MS).toISOString().replace('T', ' ').slice(0, 23);
