// Runs each minute: renews the lease of this table in this Region, without which no money is moved. It takes
// no lease from another holder; that is an operator's command (payments.md 6).
import { isSame, type Lease, renewed } from '#domain/lease.ts';
import { SECOND_MS } from '#domain/time/duration.ts';
import { describeHolder, loadLease, loadTableOwner, saveLease, writeTableOwner } from '#store/lease.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';
import { withInvocation } from '#telemetry/request-context.ts';

type Result = { isHeld: boolean; epoch: number | undefined };

export async function handler(
  _event: unknown,
  context: Parameters<typeof withInvocation>[0],
): Promise<Result> {
  return await withInvocation(context, renew);
}

async function renew(): Promise<Result> {
  const [holder, before, owner] = await Promise.all([
    describeHolder(),
    loadLease({ isLatest: true }),
    loadTableOwner(),
  ]);
  const next = renewed(before, owner, holder, Date.now());
  const isSaved = next !== undefined && (await saveLease(before, next));
  const lease = isSaved ? next : await loadLease({ isLatest: true });
  measure({ LeaseLeft: secondsLeft(lease) }, {});
  const isHeld = lease !== undefined && isSame(lease, holder);
  if (isHeld && lease.epoch !== owner?.epoch) await writeTableOwner(lease);
  if (!isHeld) log('warn', 'another table or Region has the lease');
  return { isHeld, epoch: lease?.epoch };
}

const secondsLeft = (lease: Lease | undefined) =>
  Math.max(0, Math.round(((lease?.validUntilMs ?? 0) - Date.now()) / SECOND_MS));
