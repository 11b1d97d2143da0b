// A bank knows refunds by order and amount only, so the refunds of a payment go to it one by one. Taking the
// turn writes down what the bank had refunded before, which is what a lost answer is later recognised by.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acquirer } from '#acquirer/acquirer.ts';
import type { RefundsAtBank } from '#domain/refund/refund.ts';
import { refundsAtBank } from '#domain/refund/refund-history.ts';
import { decidedRefund, sentRefund } from '#domain/refund/refund-progress.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { writeRefundLock } from '#store/payment/payment-balance.ts';
import { type StoredRefund, writeRefundStep } from '#store/refund/refund.ts';
import { type Committed, conflictOn, type Write } from '#store/table/commit.ts';
import { commitWithRetry } from '../../store/table/commit-retry.ts';

type RefundLockResult =
  | { kind: 'acquired'; stored: StoredRefund; payment: PaymentItem }
  /** Another refund of the payment is at the bank and does not come back. */
  | { kind: 'busy'; payment: PaymentItem }
  /** The bank does not say what it has refunded so far, so nothing may be sent. */
  | { kind: 'unreachable' }
  /** Somebody else goes on with this refund. */
  | { kind: 'overtaken' };

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

type RefundLockOptions = {
  bank: Acquirer;
  /** How long to wait for other refunds of the payment, in milliseconds. */
  lockWaitMs: number;
  commitLock: (writes: readonly Write[]) => Promise<Committed>;
};

/** Waits for the refunds before it. A refund that is still pending is decided by the same write. */
export async function acquireRefundLock(
  stored: StoredRefund,
  options: RefundLockOptions,
  known?: PaymentItem,
): Promise<RefundLockResult> {
  const { refund } = stored;
  const giveUpAt = performance.now() + options.lockWaitMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (let payment = known; ; payment = undefined) {
    payment ??= await loadPayment(refund.merchantId, refund.transactionId);
    if (payment === undefined) throw new Error('The payment of this refund is gone.');
    if (payment.refundInFlight === undefined || payment.refundInFlight === refund.refundId) {
      const lock = await tryRefundLock(stored, payment, options);
      if (lock !== undefined) return lock;
    }
    if (performance.now() >= giveUpAt) return { kind: 'busy', payment };
    await sleep(Math.random() * pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
}

/** Undefined where another refund came in between. */
async function tryRefundLock(
  stored: StoredRefund,
  payment: PaymentItem,
  { bank, commitLock }: RefundLockOptions,
): Promise<RefundLockResult | undefined> {
  const { refund } = stored;
  const decided = refund.status === 'Pending' ? decidedRefund(refund, payment, new Date()) : refund;
  let before: RefundsAtBank | undefined;
  if (decided.processedAs === 'Refund') {
    const history = await bank.inquire(payment.bankOrderId);
    if (history.kind !== 'found') return { kind: 'unreachable' };
    before = refundsAtBank(history.operations);
  }
  const { next, writes } = writeRefundStep(stored, sentRefund(decided, randomUUID(), before, new Date()));
  const all = [...writes, writeRefundLock(payment, refund)];
  const result = await commitWithRetry(() => commitLock(all));
  if (result.kind === 'committed') return { kind: 'acquired', stored: next, payment };
  return conflictOn(result, 'refund') ? { kind: 'overtaken' } : undefined;
}
