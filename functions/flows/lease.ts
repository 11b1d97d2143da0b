// The fence before banks: nothing is sent to a bank, and no job runs by itself, unless the lease names this
// table in this Region (payments.md 6). A container keeps the lease that it has read until a call could
// outlast it, so a sale costs no request.
import { covers, type Lease } from '#domain/lease.ts';
import { Rejection } from '#domain/rejection.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { loadLease, ownPlace } from '#store/lease.ts';
import { log } from '#telemetry/log.ts';

/** Without a lease, a container reads again at most once in this time, so that the row cannot get hot. */
const REFUSE_FOR_MS = SECOND_MS;

type Known = { lease: Lease | undefined; isHeld: boolean; readAtMs: number };
let known: Known | undefined;
let reading: Promise<Known> | undefined;

/** For a new start of the local service, which has another table. */
export const forgetLease = (): void => {
  known = undefined;
  reading = undefined;
};

async function readLease(): Promise<Known> {
  const [lease, own] = await Promise.all([loadLease(), ownPlace()]);
  const isHeld = lease?.table === own.table && lease.region === own.region;
  known = { lease, isHeld, readAtMs: Date.now() };
  return known;
}

const isValid = ({ lease, isHeld }: Known) => lease !== undefined && isHeld && covers(lease, Date.now());

const isCurrent = (read: Known): boolean => {
  const sinceMs = Date.now() - read.readAtMs;
  return isValid(read) || (sinceMs >= 0 && sinceMs < REFUSE_FOR_MS);
};

/** The lease, as this container knows it. Calls at the same time share one read. */
export async function currentLease(): Promise<Known> {
  if (known !== undefined && isCurrent(known)) return known;
  reading ??= readLease().finally(() => {
    reading = undefined;
  });
  return await reading;
}

/**
 * True if a call to a bank may begin. A table that never had a lease is not fenced yet: the renewer gives it
 * one within a minute of the deployment, and payments go on meanwhile.
 */
async function mayMoveMoney(): Promise<boolean> {
  const current = await currentLease();
  return current.lease === undefined || isValid(current);
}

/** The same for the gate before a bank, where a claim may be stored already: never throws. */
export async function isFencedOff(): Promise<boolean> {
  try {
    return !(await mayMoveMoney());
  } catch (error) {
    log('error', 'lease not read', {}, error);
    return true;
  }
}

/** Throws SERVICE_STANDBY if money may not be moved here. */
export async function requireLease(): Promise<void> {
  if (!(await mayMoveMoney())) throw new Rejection('SERVICE_STANDBY');
}

/** The epoch under which this container claims; undefined if there is no lease yet. */
export const leaseEpoch = (): number | undefined => known?.lease?.epoch;

/** Runs a job that nobody asked for, only with a lease. Otherwise it returns `idle`. */
export async function whileLeased<Result>(work: () => Promise<Result>, idle: Result): Promise<Result> {
  if (isValid(await currentLease())) return await work();
  log('warn', 'nothing done: there is no lease for this table in this Region');
  return idle;
}
