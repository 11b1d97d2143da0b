// Who may move money: one table in one Region at a time, for as long as its lease lasts. The lease ends by
// itself, so a Region that was cut off, a copy of the table or an old schedule moves none (payments.md 6).
import { MINUTE_MS, SECOND_MS } from './time/duration.ts';

export type Holder = {
  table: string;
  /** DynamoDB's id of this very table: a restored table of the same name has another one. */
  tableId: string;
  region: string;
};
/** Whose data a table has: the last holder that used it. `epoch` is raised by each takeover alone. */
export type TableOwner = Holder & { epoch: number };
export type Lease = TableOwner & {
  validFromMs: number;
  validUntilMs: number;
};

/** The renewer runs each minute, so that two of its runs may fail. */
export const LEASE_MS = 3 * MINUTE_MS;
/** Two clocks of AWS differ by less. */
export const SKEW_MS = 10 * SECOND_MS;
/** From the check of the lease to the end of the call to the bank, and to the record of its answer. */
export const LONGEST_CALL_MS = 30 * SECOND_MS;

export const isSame = (one: Holder, { table, tableId, region }: Holder): boolean =>
  one.table === table && one.tableId === tableId && one.region === region;

/** True if a call to the bank may begin now: it ends before the lease does. */
export const covers = ({ validFromMs, validUntilMs }: Lease, nowMs: number): boolean =>
  validFromMs <= nowMs && nowMs + LONGEST_CALL_MS <= validUntilMs;

/** The lease that the renewer stores next. Undefined: another holder has it, or this table is a copy. */
export function renewed(
  lease: Lease | undefined,
  /** Whose data the table says that it has; undefined in a table that never had a lease. */
  owner: TableOwner | undefined,
  holder: Holder,
  nowMs: number,
): Lease | undefined {
  const validUntilMs = nowMs + LEASE_MS;
  if (lease !== undefined) {
    return isSame(lease, holder)
      ? { ...lease, validUntilMs: Math.max(lease.validUntilMs, validUntilMs) }
      : undefined;
  }
  if (owner === undefined) return { ...holder, epoch: 1, validFromMs: nowMs, validUntilMs };
  // The lease of a copy is over before it begins. Without it the copy would count as not fenced yet.
  const own = isSame(owner, holder);
  return { ...owner, validFromMs: nowMs, validUntilMs: own ? validUntilMs : nowMs };
}

/** An operator's takeover. The new lease begins when the old one has ended by every clock. */
export function takenOver(lease: Lease | undefined, holder: Holder, nowMs: number): Lease {
  const validFromMs = Math.max(nowMs, lease === undefined ? 0 : lease.validUntilMs + SKEW_MS);
  return { ...holder, epoch: (lease?.epoch ?? 0) + 1, validFromMs, validUntilMs: validFromMs + LEASE_MS };
}
