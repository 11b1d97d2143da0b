// Admits or stops calls to a bank by the breaker of its address. A closed breaker adds no request to a call:
// its row is read with a merchant's settings, once a minute, and after a call that the bank did not answer.
// It is written after such a call, and by the first answers after it.
import type { BankGate } from '#acquirer/gate.ts';
import {
  afterAnswer,
  afterNoAnswer,
  askersAt,
  type Breaker,
  CLOSED,
  isAnyOpen,
  isBankDown,
  isOpenFor,
  keepsOut,
  lendTo,
  type Pos,
  takeProbes,
  watchedBy,
  withoutPos,
} from '#domain/bank/breaker.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';
import { type BreakerItem, loadBreaker, saveBreaker } from '#store/bank.ts';
import { whileOvertaken } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { isFencedOff } from './lease.ts';

/** The state of a bank as this container knows it. */
type KnownBank = { breaker: Breaker; row: BreakerItem | undefined; readAtMs: number };

/** After this time an open breaker is read again: another container may have closed it. */
const TRUST_OPEN_MS = 5 * SECOND_MS;
/** Calls that fail at the same moment all write the row; one that loses each time need not be counted. */
const MAX_TRIES = 4;

const knownBanks = new Map<string, KnownBank>();

export type BankAccess = BankGate & { address: string };

/**
 * `pos`: whose settings the calls use; without one only the state of the whole bank is known, and no call is
 * made. `isInquiry`: the calls are those of the sweep, which asks a bank although its breaker is open.
 */
export function accessTo(address: string, pos?: Pos, isInquiry = false): BankAccess {
  return {
    address,
    isShut: async () => (await isFencedOff()) || (!isInquiry && (await isUnreachable(address, pos))),
    report: async (hasAnswered) => {
      if (pos === undefined) return;
      try {
        await (hasAnswered ? noteAnswer(address, pos) : noteFailure(address, { pos, isInquiry }));
      } catch (error) {
        // The bank's answer counts more than its breaker.
        log('error', 'bank breaker not stored', { bank: address }, error);
      }
    },
  };
}

/** Reads the breaker unless it was read a moment ago: for the first call to a merchant's bank. */
export async function refreshBreaker(address: string, mostAgeMs = MINUTE_MS): Promise<void> {
  const ageMs = Date.now() - (knownBanks.get(address)?.readAtMs ?? 0);
  if (ageMs < 0 || ageMs > mostAgeMs) await readBreaker(address);
}

/** Reads the row. If that fails, the last known state counts: payments are more important than breakers. */
async function readBreaker(address: string): Promise<Breaker> {
  const before = knownBanks.get(address);
  try {
    const row = await loadBreaker(address);
    return know(address, row, row ?? CLOSED);
  } catch (error) {
    log('error', 'bank breaker not read', { bank: address }, error);
    return before?.breaker ?? CLOSED;
  }
}

/** True if this container has read an open breaker. Makes no request. */
export const isAnyBankDown = (): boolean =>
  [...knownBanks.values()].some(({ breaker }) => isAnyOpen(breaker));

/** For a new start of the local service, which has other banks at the same addresses. */
export const forgetBanks = (): void => knownBanks.clear();

function know(address: string, row: BreakerItem | undefined, breaker: Breaker): Breaker {
  knownBanks.set(address, { row, breaker, readAtMs: Date.now() });
  return breaker;
}

/** Undefined if this container knows of no open breaker. */
async function latest(address: string): Promise<Breaker | undefined> {
  const known = knownBanks.get(address);
  if (known === undefined || !isAnyOpen(known.breaker)) return undefined;
  const ageMs = Date.now() - known.readAtMs;
  const isFresh = ageMs >= 0 && ageMs < TRUST_OPEN_MS;
  return isFresh ? known.breaker : await readBreaker(address);
}

/**
 * True if no call to the bank is sent at present. Reads the row only if the breaker was open. Without `pos` it
 * writes nothing, so it lends nobody a probe.
 */
export async function isUnreachable(address: string, pos?: Pos): Promise<boolean> {
  const breaker = await latest(address);
  if (breaker === undefined || !keepsOut(breaker, pos, Date.now())) return false;
  const lent = pos && lendTo(breaker, pos);
  if (lent) await tryToStore(address, lent);
  return true;
}

/** Reserves the inquiries that are due. Returns whose settings they use; none if they are another's. */
export async function reserveProbes(address: string): Promise<Pos[]> {
  const breaker = await readBreaker(address);
  const now = Date.now();
  const askers = askersAt(breaker, now);
  const taken = takeProbes(breaker, askers, now);
  return taken === breaker || (await tryToStore(address, taken)) ? askers : [];
}

/** Has the bank asked each minute with these settings, unless it is asked already. */
export const watchWith = (address: string, pos: Pos): Promise<void> =>
  change(address, (breaker) => watchedBy(breaker, pos));

/** The virtual POS has left the bank. */
export const forgetPos = (address: string, pos: Pos): Promise<void> =>
  change(address, (breaker) => withoutPos(breaker, pos));

/** Another caller that changes the row meanwhile is followed by the next run. */
async function change(address: string, next: (breaker: Breaker) => Breaker): Promise<void> {
  const breaker = await readBreaker(address);
  const changed = next(breaker);
  if (changed !== breaker) await tryToStore(address, changed);
}

/** False also if the row cannot be written. */
async function tryToStore(address: string, breaker: Breaker): Promise<boolean> {
  try {
    return await store(address, breaker);
  } catch (error) {
    log('error', 'bank breaker not stored', { bank: address }, error);
    return false;
  }
}

/** False if another caller has changed the row meanwhile. */
async function store(address: string, breaker: Breaker): Promise<boolean> {
  const row = knownBanks.get(address)?.row;
  const saved = await saveBreaker(address, row, breaker);
  if (saved !== undefined) know(address, saved, breaker);
  return saved !== undefined;
}

async function noteAnswer(address: string, pos: Pos): Promise<void> {
  const known = knownBanks.get(address)?.breaker;
  if (known === undefined || afterAnswer(known, pos, Date.now()) === undefined) return;
  await whileOvertaken(
    async () => {
      const breaker = await readBreaker(address);
      const answered = afterAnswer(breaker, pos, Date.now());
      if (answered === undefined) return true;
      const isStored = await store(address, answered);
      if (isStored && isBankDown(breaker)) log('info', 'bank answers again', { bank: address });
      return isStored;
    },
    (isDone) => !isDone,
  );
}

async function noteFailure(address: string, failure: { pos: Pos; isInquiry: boolean }): Promise<void> {
  const { merchantId } = failure.pos;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const before = await readBreaker(address);
    const after = afterNoAnswer(before, failure, Date.now());
    if (!(await store(address, after))) continue;
    const isNew = (is: (breaker: Breaker) => boolean) => is(after) && !is(before);
    if (isNew(isBankDown)) {
      log('error', 'bank does not answer: its calls wait', { bank: address });
      measure({ BanksOpened: 1 }, { bank: address });
    } else if (isNew((breaker) => isOpenFor(breaker, failure.pos))) {
      log('error', 'bank does not answer a merchant: its calls wait', { bank: address, merchantId });
    }
    if (isBankDown(after)) measure({ BanksDown: 1 }, { bank: address });
    return;
  }
}
