// A circuit breaker for each bank address. Closed: the bank is called. Open: the bank does not answer, so it
// is not called, except by one probe every half minute, a harmless inquiry; the first answer closes the
// breaker.
import { MINUTE_MS, SECOND_MS } from '../time/duration.ts';

export type Breaker = {
  /** Consecutive calls that the bank has not answered. */
  failures: number;
  lastFailureAtMs?: number;
  /** Set while the breaker is open. */
  openedAtMs?: number;
  /** While the breaker is open: the instant from which one call may probe the bank. */
  probeAtMs?: number;
};

export const CLOSED: Breaker = { failures: 0 };

/** Few failures, so that a hanging bank delays few buyers, but more than a network causes by chance. */
const FAILURES_TO_OPEN = 5;
/** Counting begins again after this time without a failure. It is longer than the sweep's five minutes. */
const FORGET_AFTER_MS = 15 * MINUTE_MS;
/** Longer than any call to a bank, so that there is one probe at a time, even if its function crashes. */
const PROBE_INTERVAL_MS = 30 * SECOND_MS;

export const isBreakerOpen = ({ openedAtMs }: Breaker) => openedAtMs !== undefined;

/** `ask`: the call may be made. `probe`: it may be made as the one probe. `wait`: it may not be made. */
export function admissionAt(breaker: Breaker, nowMs: number): 'ask' | 'probe' | 'wait' {
  if (!isBreakerOpen(breaker)) return 'ask';
  return nowMs >= (breaker.probeAtMs ?? 0) ? 'probe' : 'wait';
}

/** Longer than the sweep's minute: a bank whose rows are due has been probed by then. */
const OTHERS_PROBE_WITHIN_MS = 90 * SECOND_MS;

/** True for a buyer while the bank does not answer, unless nobody else has probed it although it was time. */
export const waitsForOthers = (breaker: Breaker, nowMs: number): boolean =>
  isBreakerOpen(breaker) && nowMs < (breaker.probeAtMs ?? 0) + OTHERS_PROBE_WITHIN_MS;

/** Reserves the probe for one call; the next probe is possible once this one must have ended or crashed. */
export const takeProbe = (breaker: Breaker, nowMs: number): Breaker => ({
  ...breaker,
  probeAtMs: nowMs + PROBE_INTERVAL_MS,
});

/**
 * `answeredAtMs`: when the bank last answered this caller. An answer since the last failure means that the
 * bank works and the network lost a call, so counting begins again.
 */
export function afterNoAnswer(breaker: Breaker, answeredAtMs: number | undefined, nowMs: number): Breaker {
  if (isBreakerOpen(breaker)) {
    return { ...breaker, probeAtMs: Math.max(breaker.probeAtMs ?? 0, nowMs + PROBE_INTERVAL_MS) };
  }
  const { lastFailureAtMs: lastMs = 0 } = breaker;
  const isForgotten = nowMs - lastMs > FORGET_AFTER_MS || lastMs > nowMs;
  const isAnsweredSince = answeredAtMs !== undefined && answeredAtMs >= lastMs && answeredAtMs <= nowMs;
  const failures = isForgotten || isAnsweredSince ? 1 : breaker.failures + 1;
  if (failures < FAILURES_TO_OPEN) return { failures, lastFailureAtMs: nowMs };
  return { failures, lastFailureAtMs: nowMs, openedAtMs: nowMs, probeAtMs: nowMs + PROBE_INTERVAL_MS };
}
