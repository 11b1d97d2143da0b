// A bank knows refunds by order and amount only, so the refunds of a payment go to it one by one. Taking the
// turn writes down what the bank had refunded before, which is what a lost answer is later recognised by.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acquirer } from '#acquirer/acquirer.ts';
import type { RefundsAtBank } from '#domain/refund.ts';
import { refundsAtBank } from '#domain/refund-history.ts';
import { sentRefund } from '#domain/refund-progress.ts';
import { commit } from '#store/commit.ts';
import { loadPayment, type PaymentItem } from '#store/payment.ts';
import { writeTurn } from '#store/payment-balance.ts';
import { type StoredRefund, writeRefundStep } from '#store/refund.ts';
import { retryContended } from './contention.ts';

export type Turn =
  | { kind: 'taken'; stored: StoredRefund; payment: PaymentItem }
  /** Another refund of the payment is at the bank and does not come back. */
  | { kind: 'busy' }
  /** The bank does not say what it has refunded so far, so nothing may be sent. */
  | { kind: 'unreachable' }
  /** Somebody else goes on with this refund. */
  | { kind: 'overtaken' };

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/** Waits up to `patienceMs` for the refunds before it. */
export async function takeTurn(
  stored: StoredRefund,
  bank: Acquirer,
  patienceMs: number,
  known?: PaymentItem,
): Promise<Turn> {
  const { refund } = stored;
  const giveUpAt = performance.now() + patienceMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (let payment = known; ; payment = undefined) {
    payment ??= await loadPayment(refund.merchantId, refund.transactionId);
    if (payment === undefined) throw new Error('The payment of this refund is gone.');
    if (payment.refundInFlight === undefined || payment.refundInFlight === refund.refundId) {
      const turn = await tryTurn(stored, bank, payment);
      if (turn !== undefined) return turn;
    }
    if (performance.now() >= giveUpAt) return { kind: 'busy' };
    await sleep(Math.random() * pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
}

/** Undefined where another refund came in between. */
async function tryTurn(
  stored: StoredRefund,
  bank: Acquirer,
  payment: PaymentItem,
): Promise<Turn | undefined> {
  let before: RefundsAtBank | undefined;
  if (stored.refund.processedAs === 'Refund') {
    const history = await bank.inquire(payment.bankOrderId);
    if (history.kind !== 'found') return { kind: 'unreachable' };
    before = refundsAtBank(history.operations);
  }
  const { next, writes } = writeRefundStep(
    stored,
    sentRefund(stored.refund, randomUUID(), before, new Date()),
  );
  const all = [...writes, writeTurn(payment, stored.refund)];
  const result = await retryContended(() => commit(all));
  if (result.kind === 'committed') return { kind: 'taken', stored: next, payment };
  return result.conflicts.some(({ at }) => at === 0) ? { kind: 'overtaken' } : undefined;
}
