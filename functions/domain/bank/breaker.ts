// The circuit breaker of a bank's address. It opens for one virtual POS that gets no answer; for all of them
// only if two merchants get none, or the sweep itself asks in vain, so that one merchant's settings or orders
// keep no other merchant out. What is open is not called; the sweep probes it each minute by a harmless
// inquiry, and the first answer closes it. The bank of a live account, its watcher, gets this inquiry always,
// so that a silent bank is noticed although no buyer has paid.
import { MINUTE_MS, SECOND_MS } from '../time/duration.ts';

export type Pos = { merchantId: string; posId: string };

type Open = {
  /** Set while it is open. */
  openedAtMs?: number;
  /** When it was last called in vain, or a probe was begun, since it is open. */
  triedAtMs?: number;
};

/** A virtual POS that the bank has not answered since. */
type SilentPos = Pos & Open & { failures: number; failedAtMs: number };

/** `openedAtMs`: open for every virtual POS at the address. */
export type Breaker = Open & {
  /** At most `MOST_SILENT`. */
  silent: SilentPos[];
  /** When the bank answered anyone after the last failure that was counted. */
  answeredAtMs?: number;
  /** While it is open for all: one that was kept out, with whose settings no call has failed. */
  lender?: Pos;
  /** The live account with whose settings the bank is asked each minute. */
  watcher?: Pos;
};

export const CLOSED: Breaker = { silent: [] };

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
/** An outage tries the settings of one merchant after the other; the row remembers the last of them. */
const MOST_SILENT = 20;

const isOpen = ({ openedAtMs }: Open) => openedAtMs !== undefined;
const isDue = ({ triedAtMs = 0 }: Open, nowMs: number) => nowMs >= triedAtMs + PROBE_INTERVAL_MS;
const isBelieved = (one: Open, nowMs: number) =>
  isOpen(one) && nowMs < (one.triedAtMs ?? 0) + PROBE_INTERVAL_MS + BELIEVED_MS;

/** True if the breaker is open for all. */
export const isBankDown = (breaker: Breaker): boolean => isOpen(breaker);
/** True if it is open for anyone. */
export const isAnyOpen = (breaker: Breaker): boolean => isOpen(breaker) || breaker.silent.some(isOpen);

const isSamePos = (one: Pos | undefined, other: Pos | undefined): boolean =>
  one?.merchantId === other?.merchantId && one?.posId === other?.posId;
const silentPos = ({ silent }: Breaker, pos: Pos | undefined) => silent.find((one) => isSamePos(one, pos));
const others = ({ silent }: Breaker, pos: Pos) => silent.filter((one) => !isSamePos(one, pos));
const posOnly = ({ merchantId, posId }: Pos): Pos => ({ merchantId, posId });

/** True if it is open for this virtual POS alone. */
export const isOpenFor = (breaker: Breaker, pos: Pos): boolean => isOpen(silentPos(breaker, pos) ?? {});

/** True if no call is made; `pos`: with the settings of this one, if any. */
export function keepsOut(breaker: Breaker, pos: Pos | undefined, nowMs: number): boolean {
  const own = pos && silentPos(breaker, pos);
  return isBelieved(breaker, nowMs) || (own !== undefined && isBelieved(own, nowMs));
}

/** With whose settings the sweep asks the bank now. */
export function askersAt(breaker: Breaker, nowMs: number): Pos[] {
  if (isOpen(breaker)) return isDue(breaker, nowMs) ? leastTried(breaker) : [];
  const due = breaker.silent.filter((one) => isOpen(one) && isDue(one, nowMs));
  const { watcher } = breaker;
  const isWatched = watcher !== undefined && !isOpenFor(breaker, watcher);
  return [...due, ...(isWatched ? [watcher] : [])].map(posOnly);
}

/** Settings that have not failed, or else those that failed longest ago: never those that failed last. */
function leastTried(breaker: Breaker): Pos[] {
  const { lender, watcher, silent } = breaker;
  const triedAt = (pos: Pos) => {
    const one = silentPos(breaker, pos);
    return one === undefined ? 0 : Math.max(one.failedAtMs, one.triedAtMs ?? 0);
  };
  const all = [lender, watcher, ...silent].filter((one) => one !== undefined);
  const [first] = all.sort((one, other) => triedAt(one) - triedAt(other));
  return first === undefined ? [] : [posOnly(first)];
}

/**
 * Reserves the probes for one caller; the next ones are possible once these must have ended or crashed. The
 * watcher of a closed breaker needs no reservation.
 */
export function takeProbes(breaker: Breaker, askers: readonly Pos[], nowMs: number): Breaker {
  if (!isOpen(breaker)) {
    const isAsked = (one: SilentPos) => isOpen(one) && askers.some((asker) => isSamePos(asker, one));
    if (!breaker.silent.some(isAsked)) return breaker;
    const silent = breaker.silent.map((one) => (isAsked(one) ? { ...one, triedAtMs: nowMs } : one));
    return { ...breaker, silent };
  }
  return askers.reduce((taken, asker) => tried(taken, asker, nowMs), breaker);
}

/** While the breaker is open for all, no failure is the fault of the settings: nothing is counted. */
function tried({ lender, ...breaker }: Breaker, pos: Pos, nowMs: number): Breaker {
  const known = silentPos(breaker, pos) ?? { ...pos, failures: 0, failedAtMs: nowMs };
  const silent = newest([...others(breaker, pos), { ...known, triedAtMs: nowMs }]);
  return { ...breaker, ...(lender && !isSamePos(lender, pos) && { lender }), silent, triedAtMs: nowMs };
}

/**
 * A caller that was kept out lends its settings to the next probe; undefined if they are not needed: others
 * are there that have not failed, or these have failed themselves.
 */
export function lendTo(breaker: Breaker, pos: Pos): Breaker | undefined {
  const isNeeded = isOpen(breaker) && breaker.lender === undefined;
  return isNeeded && silentPos(breaker, pos) === undefined ? { ...breaker, lender: pos } : undefined;
}

/** Undefined if the answer changes nothing, as almost always. */
export function afterAnswer(breaker: Breaker, pos: Pos, nowMs: number): Breaker | undefined {
  const isCounted = breaker.silent.some((one) => counts(one, breaker, nowMs));
  const isSilent = silentPos(breaker, pos) !== undefined;
  if (!isOpen(breaker) && !isCounted && !isSilent) return undefined;
  const { watcher } = breaker;
  const silent = others(breaker, pos).filter(({ failures }) => failures > 0);
  return { silent, answeredAtMs: nowMs, ...(watcher && { watcher }) };
}

/** Forgets a virtual POS that has left the bank. */
export function withoutPos({ lender, watcher, ...breaker }: Breaker, pos: Pos): Breaker {
  const left = (one: Pos | undefined) => (isSamePos(one, pos) ? undefined : one);
  const [lends, watches] = [left(lender), left(watcher)];
  return {
    ...breaker,
    silent: others({ silent: breaker.silent }, pos),
    ...(lends && { lender: lends }),
    ...(watches && { watcher: watches }),
  };
}

/** Has the bank asked each minute with these settings, unless others are there that get answers. */
export function watchedBy(breaker: Breaker, pos: Pos): Breaker {
  const { watcher } = breaker;
  const isUseful = watcher !== undefined && !isOpenFor(breaker, watcher);
  return isUseful || silentPos(breaker, pos) !== undefined ? breaker : { ...breaker, watcher: pos };
}

type CallFailure = {
  /** The settings of the call that failed. */
  pos: Pos;
  /** The sweep's own inquiry, which no order of a merchant can make fail. */
  isInquiry: boolean;
};

export function afterNoAnswer(breaker: Breaker, { pos, isInquiry }: CallFailure, nowMs: number): Breaker {
  if (isOpen(breaker)) return tried(breaker, pos, nowMs);
  const failed = failedAgain(breaker, pos, nowMs);
  const known = others(breaker, pos).filter((one) => isOpen(one) || isFresh(one, nowMs));
  const after = { ...breaker, silent: newest([...known, failed]) };
  if (!counts(failed, breaker, nowMs)) return after;
  const counted = after.silent.filter((one) => counts(one, breaker, nowMs));
  const failures = counted.reduce((sum, one) => sum + one.failures, 0);
  const isOfTwo = new Set(counted.map(({ merchantId }) => merchantId)).size > 1;
  const isWatched = isInquiry && isSamePos(pos, breaker.watcher);
  const opens = failures >= FAILURES_TO_OPEN && (isOfTwo || isWatched);
  return opens ? { ...after, openedAtMs: nowMs, triedAtMs: nowMs } : after;
}

/** An open virtual POS fails alone once the bank has answered another one: that counts no more. */
function failedAgain(breaker: Breaker, pos: Pos, nowMs: number): SilentPos {
  const before = silentPos(breaker, pos);
  if (before && isOpen(before) && !counts(before, breaker, nowMs)) return { ...before, triedAtMs: nowMs };
  const { failures, ...known } = before && isFresh(before, nowMs) ? before : { ...pos, failures: 0 };
  const failed = { ...known, failures: failures + 1, failedAtMs: nowMs };
  if (failed.failures < FAILURES_TO_OPEN) return failed;
  return { openedAtMs: nowMs, ...failed, triedAtMs: nowMs };
}

const isFresh = ({ failedAtMs }: SilentPos, nowMs: number) =>
  failedAtMs <= nowMs && nowMs - failedAtMs <= FORGET_AFTER_MS;

/** True if the failures count against the bank itself: it has answered nobody since. */
const counts = (one: SilentPos, { answeredAtMs = 0 }: Breaker, nowMs: number): boolean =>
  one.failures > 0 && isFresh(one, nowMs) && one.failedAtMs > answeredAtMs;

const newest = (silent: readonly SilentPos[]) => silent.slice(-MOST_SILENT);
