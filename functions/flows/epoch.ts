// What a takeover of the lease means for rows that are older than it: the table was restored, or another
// Region has lost its last second, so a bank may know more of an intention than its rows (payments.md 2.5).
import { currentLease } from './lease.ts';

/** When the present epoch began, in milliseconds; undefined in the first one, before any takeover. */
export async function takenOverMs(): Promise<number | undefined> {
  const { lease } = await currentLease();
  return lease !== undefined && lease.epoch > 1 ? lease.validFromMs : undefined;
}
