// Who may move money: one table in one Region at a time. The lease has no end and nothing renews it; only an
// operator's takeover moves it. So every reader trusts what it has read for a minute, and a takeover counts
// after two (payments.md 6).
import { MINUTE_MS, SECOND_MS } from './time/duration.ts';

export type Holder = {
  table: string;
  /** DynamoDB's id of this very table: a restored table of the same name has another one. */
  tableId: string;
  region: string;
};
/** Whose data a table has: the last holder that used it. `epoch` is raised by each takeover alone. */
export type TableOwner = Holder & { epoch: number };
export type Lease = TableOwner & { validFromMs: number };

/** For so long a container acts upon a lease, from the moment at which it began to read it. */
export const TRUSTED_MS = MINUTE_MS;
/** From the check of the lease to the end of the call to the bank, and to the record of its answer. */
export const LONGEST_CALL_MS = 30 * SECOND_MS;
/**
 * A takeover counts after this time: the former holder's trust and its last calls are over by then, and half
 * a minute is left for clocks that differ.
 */
export const TAKEOVER_MS = 2 * MINUTE_MS;

export const isSame = (one: Holder, { table, tableId, region }: Holder): boolean =>
  one.table === table && one.tableId === tableId && one.region === region;

/** `readAtMs`: when the read began, so that a slow answer is no newer than it was. */
export type ReadLease = { lease: Lease | undefined; own: Holder; readAtMs: number };

/** True if a call to the bank may begin now. Without any lease nobody may. */
export function mayMoveMoney({ lease, own, readAtMs }: ReadLease, nowMs: number): boolean {
  const ageMs = nowMs - readAtMs;
  const isTrusted = ageMs >= 0 && ageMs < TRUSTED_MS;
  return isTrusted && lease !== undefined && isSame(lease, own) && lease.validFromMs <= nowMs;
}

/**
 * An operator's takeover. `owner`: whose data the table has, with an epoch that this one is above too,
 * because a copy may be in an account without the lease. A table that never had a holder has one at once.
 */
export function takenOver(
  lease: Lease | undefined,
  owner: TableOwner | undefined,
  holder: Holder,
  nowMs: number,
): Lease {
  const epoch = Math.max(lease?.epoch ?? 0, owner?.epoch ?? 0) + 1;
  return { ...holder, epoch, validFromMs: epoch === 1 ? nowMs : nowMs + TAKEOVER_MS };
}
