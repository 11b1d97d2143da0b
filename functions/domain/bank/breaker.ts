// A breaker for each bank address. Closed: the bank is asked. Open: the bank does not answer, so no call
// waits for it; every half minute one call may try it, and the first answer closes the breaker.
import { MINUTE_MS, SECOND_MS } from '../time/duration.ts';

export type Breaker = {
  /** Calls in a row that the bank has not answered. */
  failures: number;
  lastFailureAtMs?: number;
  /** Set while the breaker is open. */
  openedAtMs?: number;
  /** While it is open: from then on one call may try the bank. */
  probeAtMs?: number;
};

export const CLOSED: Breaker = { failures: 0 };

/** Few enough that a hanging bank delays few buyers, and more than a network loses by chance. */
const FAILURES_TO_OPEN = 5;
/** The sweep asks every five minutes: three of its failures in a row count, one of an hour ago does not. */
const FORGET_AFTER_MS = 15 * MINUTE_MS;
/** Longer than any call to a bank, so that there is one probe at a time, even if its function crashes. */
const PROBE_INTERVAL_MS = 30 * SECOND_MS;

export const isOpen = ({ openedAtMs }: Breaker) => openedAtMs !== undefined;

/** What a call may do: ask the bank, ask it as the one probe, or not ask. */
export function admissionAt(breaker: Breaker, nowMs: number): 'ask' | 'probe' | 'wait' {
  if (!isOpen(breaker)) return 'ask';
  return nowMs >= (breaker.probeAtMs ?? 0) ? 'probe' : 'wait';
}

/** One call takes the probe; the others wait until it has ended or must have crashed. */
export const takeProbe = (breaker: Breaker, nowMs: number): Breaker => ({
  ...breaker,
  probeAtMs: nowMs + PROBE_INTERVAL_MS,
});

/**
 * `answeredAtMs`: when the bank last answered this caller. An answer since the last failure means that the
 * bank works and the network lost something, so that counting begins again.
 */
export function afterFailure(breaker: Breaker, answeredAtMs: number | undefined, nowMs: number): Breaker {
  if (isOpen(breaker)) {
    return { ...breaker, probeAtMs: Math.max(breaker.probeAtMs ?? 0, nowMs + PROBE_INTERVAL_MS) };
  }
  const { lastFailureAtMs: lastMs = 0 } = breaker;
  const isForgotten = nowMs - lastMs > FORGET_AFTER_MS || lastMs > nowMs;
  const isAnsweredSince = answeredAtMs !== undefined && answeredAtMs >= lastMs && answeredAtMs <= nowMs;
  const failures = isForgotten || isAnsweredSince ? 1 : breaker.failures + 1;
  if (failures < FAILURES_TO_OPEN) return { failures, lastFailureAtMs: nowMs };
  return { failures, lastFailureAtMs: nowMs, openedAtMs: nowMs, probeAtMs: nowMs + PROBE_INTERVAL_MS };
}
