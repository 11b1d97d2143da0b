// Admits or stops calls to a bank by the breaker of its address. A closed breaker adds no request to a call:
// its row is read with a merchant's settings, once a minute, and after a call that the bank did not answer.
import type { BankGate } from '#acquirer/gate.ts';
import {
  type Asker,
  afterNoAnswer,
  askerAt,
  type Breaker,
  CLOSED,
  closed,
  isBreakerOpen,
  keepsOut,
  lendTo,
  takeProbe,
  type Watcher,
} from '#domain/bank/breaker.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';
import { type BreakerItem, loadBreaker, saveBreaker } from '#store/bank.ts';
import { whileOvertaken } from '#store/table/commit-retry.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { isFencedOff } from './lease.ts';

/** The state of a bank as this container knows it. */
type Known = {
  breaker: Breaker;
  row: BreakerItem | undefined;
  readAtMs: number;
  /** When the bank last answered this container. */
  answeredAtMs: number | undefined;
};

/** After this time an open breaker is read again: another container may have closed it. */
const TRUST_OPEN_MS = 5 * SECOND_MS;
/** Calls that fail at the same moment all write the row; one that loses each time need not be counted. */
const MAX_TRIES = 4;

const knownBanks = new Map<string, Known>();

export type BankAccess = BankGate & { address: string };

/** `asker`: the settings of the caller, which may have to probe the bank. */
export function accessTo(address: string, asker?: Asker): BankAccess {
  return {
    address,
    isDown: async () => (await isFencedOff()) || (await isDown(address, asker)),
    report: async (hasAnswered) => {
      try {
        await (hasAnswered ? noteAnswer(address) : noteFailure(address, asker));
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
  [...knownBanks.values()].some(({ breaker }) => isBreakerOpen(breaker));

/** For a new start of the local service, which has other banks at the same addresses. */
export const forgetBanks = (): void => knownBanks.clear();

function know(address: string, row: BreakerItem | undefined, breaker: Breaker): Breaker {
  const answeredAtMs = knownBanks.get(address)?.answeredAtMs;
  knownBanks.set(address, { row, breaker, readAtMs: Date.now(), answeredAtMs });
  return breaker;
}

/** Undefined if this container knows of no open breaker. */
async function latest(address: string): Promise<Breaker | undefined> {
  const known = knownBanks.get(address);
  if (known === undefined || !isBreakerOpen(known.breaker)) return undefined;
  const ageMs = Date.now() - known.readAtMs;
  const isFresh = ageMs >= 0 && ageMs < TRUST_OPEN_MS;
  return isFresh ? known.breaker : await readBreaker(address);
}

/** Reads the row only if the breaker was open. */
async function isDown(address: string, asker: Asker | undefined): Promise<boolean> {
  const breaker = await latest(address);
  if (breaker === undefined || !keepsOut(breaker, Date.now())) return false;
  const lent = asker && lendTo(breaker, asker);
  if (lent) await tryToStore(address, lent);
  return true;
}

/** Reserves the probe that is due. Returns whose settings it uses; undefined if it is not the caller's. */
export async function reserveProbe(address: string): Promise<Asker | undefined> {
  const breaker = await readBreaker(address);
  const now = Date.now();
  const asker = askerAt(breaker, now);
  return asker && (await tryToStore(address, takeProbe(breaker, asker, now))) ? asker : undefined;
}

/** Whose settings ask the bank now; undefined if its breaker is open, or if it is not watched. */
export async function watcherOf(address: string): Promise<Watcher | undefined> {
  const breaker = await readBreaker(address);
  return isBreakerOpen(breaker) ? undefined : breaker.watcher;
}

/**
 * Has the bank asked each minute with these settings unless it is asked already; or, with undefined, no more
 * with `instead`.
 */
export async function watchWith(
  address: string,
  watcher: Watcher | undefined,
  instead?: Watcher,
): Promise<void> {
  const { watcher: present, ...breaker } = await readBreaker(address);
  if (present?.merchantId !== instead?.merchantId || present?.posId !== instead?.posId) return;
  // Another caller that changes the row meanwhile is followed by the next run.
  await tryToStore(address, { ...breaker, ...(watcher && { watcher }) });
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

async function noteAnswer(address: string): Promise<void> {
  const known = knownBanks.get(address);
  if (known === undefined) return;
  known.answeredAtMs = Date.now();
  if (!isBreakerOpen(known.breaker)) return;
  await whileOvertaken(
    async () => {
      const breaker = await readBreaker(address);
      const isStored = isBreakerOpen(breaker) && (await store(address, closed(breaker)));
      if (isStored) log('info', 'bank answers again', { bank: address });
      return isStored || !isBreakerOpen(breaker);
    },
    (isDone) => !isDone,
  );
}

async function noteFailure(address: string, asker: Asker | undefined): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const before = await readBreaker(address);
    const { answeredAtMs } = knownBanks.get(address) ?? {};
    const after = afterNoAnswer(before, { asker, answeredAtMs }, Date.now());
    if (!(await store(address, after))) continue;
    if (isBreakerOpen(after) && !isBreakerOpen(before)) {
      log('error', 'bank does not answer: its calls wait', { bank: address });
      measure({ BanksOpened: 1 }, { bank: address });
    }
    if (isBreakerOpen(after)) measure({ BanksDown: 1 }, { bank: address });
    return;
  }
}
