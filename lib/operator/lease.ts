// The lease of a stage: who has it, and the takeover by the table that the stage uses (payments.md 6).
import { covers, isSame, type Lease, takenOver } from '#domain/lease.ts';
import { describeHolder, loadLease, saveLease } from '#store/lease.ts';
import { SettingError } from './merchant-settings.ts';

const shown = ({ validFromMs, validUntilMs, ...lease }: Lease) => ({
  ...lease,
  validFrom: new Date(validFromMs).toISOString(),
  validUntil: new Date(validUntilMs).toISOString(),
});

/** `own`: the table of this stage. `mayMoveMoney`: whether its functions may at this moment. */
export async function showLease(now: Date) {
  const [own, lease] = await Promise.all([describeHolder(), loadLease({ isLatest: true })]);
  const isOwn = lease !== undefined && isSame(lease, own);
  const isValid = isOwn && covers(lease, now.getTime());
  return { lease: lease ? shown(lease) : null, own, mayMoveMoney: isValid || lease === undefined };
}

/**
 * Throws if somebody else changes it at the same moment. If this table has it already, it is shown again if
 * `isRepeat`, an error otherwise.
 */
export async function takeLease(now: Date, { isRepeat }: { isRepeat: boolean }) {
  const [own, before] = await Promise.all([describeHolder(), loadLease({ isLatest: true })]);
  if (before !== undefined && isSame(before, own)) {
    if (isRepeat) return shown(before);
    throw new SettingError('This table has the lease. It is renewed each minute.');
  }
  const taken = takenOver(before, own, now.getTime());
  if (!(await saveLease(before, taken))) {
    throw new SettingError('The lease changed at this moment: nothing was taken. Repeat the command.');
  }
  return { ...shown(taken), next: 'Payments, charges and refunds go on here from validFrom on.' };
}
