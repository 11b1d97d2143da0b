// Decides when an event is sent again after a failed try, and when it is given up.
import { DELIVERY_DAYS } from '../limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/duration.ts';

/** The pauses between a failed try and the next one; after the last of them, every 12 hours. */
const PAUSES_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
];
const LAST_PAUSE_MS = 12 * HOUR_MS;

export const GIVEN_UP_AFTER_MS = DELIVERY_DAYS * DAY_MS;
/** A `Retry-After` header lengthens a pause at most to this. */
const LONGEST_RETRY_AFTER_MS = HOUR_MS;

/** `failures`: failed tries, the last one included. `wishedMs`: the pause that `Retry-After` asks for. */
export function pauseAfter(failures: number, wishedMs = 0): number {
  const pause = PAUSES_MS[failures - 1] ?? LAST_PAUSE_MS;
  return Math.max(pause, Math.min(wishedMs, LONGEST_RETRY_AFTER_MS));
}

type Failure = { firstTryMs: number; failures: number; failedAtMs: number; wishedMs?: number | undefined };

/** Returns undefined if the event is given up. */
export function nextTryMs({ firstTryMs, failures, failedAtMs, wishedMs }: Failure): number | undefined {
  const next = failedAtMs + pauseAfter(failures, wishedMs);
  return next - firstTryMs > GIVEN_UP_AFTER_MS ? undefined : next;
}

/** The milliseconds that a `Retry-After` header asks for: seconds, or an HTTP date. Undefined if neither. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
