// The lease of a stage: who has it, and the takeover by the table that the stage uses (payments.md 6).
import { isSame, type Lease, takenOver } from '#domain/lease.ts';
import { describeHolder, loadLease, loadTableOwner, saveLease, writeTableOwner } from '#store/lease.ts';
import { SettingError } from './merchant-settings.ts';

const shown = ({ validFromMs, ...lease }: Lease) => ({
  ...lease,
  validFrom: new Date(validFromMs).toISOString(),
});

/** `own`: the table of this stage. `mayMoveMoney`: whether its functions may at this moment. */
export async function showLease(now: Date) {
  const [own, lease] = await Promise.all([describeHolder(), loadLease()]);
  const mayMoveMoney = lease !== undefined && isSame(lease, own) && lease.validFromMs <= now.getTime();
  return { lease: lease ? shown(lease) : null, own, mayMoveMoney };
}

/**
 * Throws if somebody else changes it at the same moment. If this table has it already, it is shown again if
 * `isRepeat`, an error otherwise. The table is told first: an epoch that is never taken harms nothing, but
 * one that the table does not know could come again in a copy of it.
 */
export async function takeLease(now: Date, { isRepeat }: { isRepeat: boolean }) {
  const [own, before, owner] = await Promise.all([describeHolder(), loadLease(), loadTableOwner()]);
  if (before !== undefined && isSame(before, own)) {
    if (isRepeat) return shown(before);
    throw new SettingError('This table has the lease.');
  }
  const taken = takenOver(before, owner, own, now.getTime());
  await writeTableOwner(taken);
  if (!(await saveLease(before, taken))) {
    throw new SettingError('The lease changed at this moment: nothing was taken. Repeat the command.');
  }
  return { ...shown(taken), next: 'Payments, charges, refunds and events go on here from validFrom on.' };
}

/**
 * The lease of a new stage: nobody has had it, and its table is no copy, which names the table that it was
 * copied from.
 */
export async function takeFirstLease(now: Date): Promise<void> {
  const [own, before, owner] = await Promise.all([describeHolder(), loadLease(), loadTableOwner()]);
  const isCopy = owner !== undefined && !isSame(owner, own);
  if (before === undefined && !isCopy) await takeLease(now, { isRepeat: true });
}
