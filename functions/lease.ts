// Runs each minute: renews the lease of this table in this Region, without which no money is moved. It takes
// no lease from another holder; that is an operator's command (payments.md 6).
import { isSame, type Lease, renewed } from '#domain/lease.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';
import {
  describeHolder,
  loadBeginning,
  loadLease,
  loadTableOwner,
  saveLease,
  writeBeginning,
  writeTableOwner,
} from '#store/lease.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { type Invocation, withInvocation } from '#telemetry/request-context.ts';

/** Longer than everything that an alarm may miss takes to run for the first time, but the nightly backup. */
const NEW_FOR_MS = 2 * HOUR_MS;
/** The period of most alarms, and what the longest one that is not of backups looks back on. */
const PERIOD_MS = 5 * MINUTE_MS;
const LOOKED_BACK_MS = HOUR_MS;

type Result = { isHeld: boolean; epoch: number | undefined };

export async function handler(_event: unknown, context: Invocation): Promise<Result> {
  return await withInvocation(context, renew);
}

async function renew(): Promise<Result> {
  const [holder, before, owner, beganMs] = await Promise.all([
    describeHolder(),
    loadLease({ isLatest: true }),
    loadTableOwner(),
    loadBeginning(),
  ]);
  const next = renewed(before, owner, holder, Date.now());
  const isSaved = next !== undefined && (await saveLease(before, next));
  const lease = isSaved ? next : await loadLease({ isLatest: true });
  const isHeld = lease !== undefined && isSame(lease, holder);
  // A Region that has taken over moves money, so its alarms ring at once. A takeover raises the epoch.
  const hasTakenOver = isHeld && lease.epoch > 1;
  const isNew = !hasTakenOver && Date.now() - (beganMs ?? Date.now()) < NEW_FOR_MS;
  measure({ LeaseLeft: secondsLeft(lease), ...(isNew && { StageIsNew: 1 }) }, {});
  if (beganMs === undefined) {
    if (isNew) measureTimeBefore();
    await writeBeginning(Date.now());
  }
  if (isHeld && lease.epoch !== owner?.epoch) await writeTableOwner(lease);
  if (!isHeld) log('warn', 'another table or Region has the lease');
  return { isHeld, epoch: lease?.epoch };
}

/** An alarm looks back on periods before the first run, in which nothing could happen yet. */
function measureTimeBefore(): void {
  for (let backMs = PERIOD_MS; backMs <= LOOKED_BACK_MS; backMs += PERIOD_MS) {
    measure({ StageIsNew: 1 }, {}, new Date(Date.now() - backMs));
  }
}

const secondsLeft = (lease: Lease | undefined) =>
  Math.max(0, Math.round(((lease?.validUntilMs ?? 0) - Date.now()) / SECOND_MS));
