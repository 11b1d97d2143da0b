// Asks again about a refund that was sent twice because its first request counted as lost: if that one has
// arrived after all, the bank has given back more than our books show, which is a difference
// (refunds.md 5.12). Nothing is sent.
import { dueRecheck, rechecked } from '#domain/refund/recheck.ts';
import { loadRefund, writeRefund } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import { compareWithBank, type Run } from '../reconciliation/order-comparison.ts';
import { paymentOfRefund } from './refund-lookup.ts';

/** The lane of the sweep limits the calls to the bank, and begins none too late. */
const runAt = (now: Date): Run => ({
  now,
  pace: (_bank, _atOnce, call) => call(),
  refused: new Set(),
  tally: { compared: 0, postponed: 0, found: 0, waitingRefunds: 0 },
  // A refund that waits was not sent, so it explains nothing; the one that holds the lock may be at the bank.
  isPatient: ({ refundLock }) => refundLock !== undefined,
  hasTime: () => true,
});

/** A recheck that decides nothing is left to the comparison of the night, which makes it again. */
export async function recheckRefund(
  merchantId: string,
  refundId: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const stored = await loadRefund(merchantId, refundId);
  const due = stored && dueRecheck(stored.refund, now);
  if (stored === undefined || due === undefined) return 'finalized';
  const payment = await paymentOfRefund(stored.refund);
  correlateWithOrder(payment);
  if ((await compareWithBank(payment, undefined, runAt(now))) === 'stop') return 'waiting';
  await commit([writeRefund(stored, rechecked(stored.refund, due))]);
  return 'finalized';
}
