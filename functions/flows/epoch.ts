// What a takeover of the lease means for rows that are older than it: the table was restored, or another
// Region has lost its last second, so a bank may know more of an intention than its rows (payments.md 2.5).
import type { Payment } from '#domain/payment/payment.ts';
import { currentLease } from './lease.ts';

export type Takeover = { epoch: number; atMs: number };

/** How the present epoch began; undefined in the first one, before any takeover. */
export async function lastTakeover(): Promise<Takeover | undefined> {
  const { lease } = await currentLease();
  return lease !== undefined && lease.epoch > 1 ? { epoch: lease.epoch, atMs: lease.validFromMs } : undefined;
}

/** When it was, in milliseconds. */
export const takenOverMs = async (): Promise<number | undefined> => (await lastTakeover())?.atMs;

/** True if the payment was claimed before the takeover: the table may not know what became of it. */
export async function isOfEarlierEpoch({ leaseEpoch = 1 }: Pick<Payment, 'leaseEpoch'>): Promise<boolean> {
  const { lease } = await currentLease();
  return lease !== undefined && leaseEpoch < lease.epoch;
}
