// The fence before banks and merchants' servers: nothing is sent, and no job runs by itself, unless the lease
// names this table in this Region (payments.md 6). A container reads the lease once a minute, so a sale costs
// no request.
import { type Holder, mayMoveMoney, type ReadLease, TRUSTED_MS } from '#domain/lease.ts';
import { Rejection } from '#domain/rejection.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { describeHolder, loadLease } from '#store/lease.ts';
import { log } from '#telemetry/log.ts';

/** Without the lease, a container reads again at most once in this time, so that the row cannot get hot. */
const REFUSE_FOR_MS = SECOND_MS;

let known: ReadLease | undefined;
let reading: Promise<ReadLease> | undefined;
let described: { own: Holder; atMs: number } | undefined;

/** For a new start of the local service, which has another table. */
export const forgetLease = (): void => {
  known = undefined;
  reading = undefined;
  described = undefined;
};

async function readLease(): Promise<ReadLease> {
  const readAtMs = Date.now();
  const [lease, own] = await Promise.all([loadLease(), ownTable(readAtMs)]);
  known = { lease, own, readAtMs };
  return known;
}

/**
 * Which table has this name now: it may have been deleted and restored. DynamoDB's description is of its
 * control plane, which may be down while the table works; then what it told last counts.
 */
async function ownTable(nowMs: number): Promise<Holder> {
  const sinceMs = nowMs - (described?.atMs ?? 0);
  if (described !== undefined && sinceMs >= 0 && sinceMs < TRUSTED_MS) return described.own;
  try {
    described = { own: await describeHolder(), atMs: nowMs };
  } catch (error) {
    if (described === undefined) throw error;
    log('error', 'table not described', {}, error);
  }
  return described.own;
}

function isCurrent(read: ReadLease): boolean {
  const nowMs = Date.now();
  const sinceMs = nowMs - read.readAtMs;
  return mayMoveMoney(read, nowMs) || (sinceMs >= 0 && sinceMs < REFUSE_FOR_MS);
}

/** The lease, as this container knows it. Calls at the same time share one read. */
export async function currentLease(): Promise<ReadLease> {
  if (known !== undefined && isCurrent(known)) return known;
  reading ??= readLease().finally(() => {
    reading = undefined;
  });
  return await reading;
}

const hasLease = async (): Promise<boolean> => mayMoveMoney(await currentLease(), Date.now());

/**
 * True if nothing may be sent, also if the lease cannot be read: a claim may be stored already. Never throws.
 */
export async function isFencedOff(): Promise<boolean> {
  try {
    return !(await hasLease());
  } catch (error) {
    log('error', 'lease not read', {}, error);
    return true;
  }
}

/** Throws SERVICE_STANDBY if money may not be moved here. */
export async function requireLease(): Promise<void> {
  if (await isFencedOff()) throw new Rejection('SERVICE_STANDBY');
}

/** The epoch under which this container claims; undefined before the first read. */
export const leaseEpoch = (): number | undefined => known?.lease?.epoch;

/**
 * Runs a job that nobody asked for, only with the lease; otherwise it returns `idle`. Throws if the lease
 * cannot be read, so that the alarm of the job rings.
 */
export async function whileLeased<Result>(work: () => Promise<Result>, idle: Result): Promise<Result> {
  if (await hasLease()) return await work();
  log('info', 'nothing done: another table or Region has the lease');
  return idle;
}
