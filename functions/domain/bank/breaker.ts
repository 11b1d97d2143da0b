// A circuit breaker for each bank address. Closed: the bank is called. Open: the bank does not answer, so it
// is not called. The sweep probes it each minute by a harmless inquiry with the settings of one of its
// merchants; the first answer closes the breaker. The bank of a live account gets this inquiry while the
// breaker is closed too, so that five lost ones open it although no buyer has paid.
import { MINUTE_MS, SECOND_MS } from '../time/duration.ts';

export type Breaker = {
  /** Consecutive calls that the bank has not answered. */
  failures: number;
  lastFailureAtMs?: number;
  /** Set while the breaker is open. */
  openedAtMs?: number;
  /** While the breaker is open: the instant from which the sweep may probe the bank. */
  probeAtMs?: number;
  /** While the breaker is open. Absent in rows of the previous version. */
  asker?: Asker;
  /** The live account with whose settings the bank is asked each minute while the breaker is closed. */
  watcher?: Watcher;
};
export type Watcher = { merchantId: string; posId: string };
/** Whose settings the probe uses. `hasAsked`: a probe with them was begun. */
export type Asker = Watcher & { hasAsked?: true };

export const CLOSED: Breaker = { failures: 0 };
/** The breaker after an answer. */
export const closed = ({ watcher }: Breaker): Breaker => ({ ...CLOSED, ...(watcher && { watcher }) });

/** Few failures, so that a hanging bank delays few buyers, but more than a network causes by chance. */
const FAILURES_TO_OPEN = 5;
/** Counting begins again after this time without a failure. It is longer than the sweep's five minutes. */
const FORGET_AFTER_MS = 15 * MINUTE_MS;
/** Longer than any call to a bank, so that there is one probe at a time, even if its function crashes. */
const PROBE_INTERVAL_MS = 30 * SECOND_MS;
/**
 * The sweep probes each minute. A breaker that nobody has probed for this time is not believed, because the
 * sweep stands still: payments are more important than breakers.
 */
const BELIEVED_MS = 10 * MINUTE_MS;

export const isBreakerOpen = ({ openedAtMs }: Breaker) => openedAtMs !== undefined;

/** True if no call is made. */
export const keepsOut = (breaker: Breaker, nowMs: number): boolean =>
  isBreakerOpen(breaker) && nowMs < (breaker.probeAtMs ?? 0) + BELIEVED_MS;

/** Undefined if there is nothing to probe, or nobody to probe with. */
export const askerAt = (breaker: Breaker, nowMs: number): Asker | undefined =>
  isBreakerOpen(breaker) && nowMs >= (breaker.probeAtMs ?? 0) ? breaker.asker : undefined;

/** Reserves the probe for one caller; the next probe is possible once this one must have ended or crashed. */
export const takeProbe = (breaker: Breaker, asker: Asker, nowMs: number): Breaker => ({
  ...breaker,
  asker: { ...asker, hasAsked: true },
  probeAtMs: nowMs + PROBE_INTERVAL_MS,
});

/**
 * A caller that was kept out lends its settings to the next probe. Undefined if they are not needed: those
 * that are there have not been tried yet, or are the same. A bank thus never stays closed to all because the
 * settings of one merchant are wrong or gone.
 */
export function lendTo(breaker: Breaker, asker: Asker): Breaker | undefined {
  const { asker: present } = breaker;
  const isSame = present?.merchantId === asker.merchantId && present.posId === asker.posId;
  return isSame || (present && !present.hasAsked) ? undefined : { ...breaker, asker };
}

type Failure = {
  /** The settings of the call that failed. */
  asker: Asker | undefined;
  /**
   * When the bank last answered this caller. An answer since the last failure means that the bank works and
   * the network lost a call, so counting begins again.
   */
  answeredAtMs: number | undefined;
};

export function afterNoAnswer(breaker: Breaker, { asker, answeredAtMs }: Failure, nowMs: number): Breaker {
  const { watcher } = breaker;
  const mine = asker && { asker };
  if (isBreakerOpen(breaker)) {
    return { ...mine, ...breaker, probeAtMs: Math.max(breaker.probeAtMs ?? 0, nowMs + PROBE_INTERVAL_MS) };
  }
  const { lastFailureAtMs: lastMs = 0 } = breaker;
  const isForgotten = nowMs - lastMs > FORGET_AFTER_MS || lastMs > nowMs;
  const isAnsweredSince = answeredAtMs !== undefined && answeredAtMs >= lastMs && answeredAtMs <= nowMs;
  const failures = isForgotten || isAnsweredSince ? 1 : breaker.failures + 1;
  const failed = { failures, lastFailureAtMs: nowMs, ...(watcher && { watcher }) };
  if (failures < FAILURES_TO_OPEN) return failed;
  return { ...failed, openedAtMs: nowMs, probeAtMs: nowMs + PROBE_INTERVAL_MS, ...mine };
}
