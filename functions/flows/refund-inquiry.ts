// Refunds that nobody came back from: the sweep finds out what the bank has done of them and goes on. Nothing
// is sent a second time unless the bank's history shows, after its longest landing time, that nothing came.
import { randomUUID } from 'node:crypto';
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type Finding, findOperation } from '#domain/refund-history.ts';
import { isLastLook, landedAt, resentRefund, waitingRefund } from '#domain/refund-progress.ts';
import { commit } from '#store/commit.ts';
import { loadPayment, type PaymentItem } from '#store/payment.ts';
import { loadRefund, type StoredRefund, writeRefundStep } from '#store/refund.ts';
import { follow } from '#telemetry/trail.ts';
import { bankOf } from './merchant-bank.ts';
import { askBank, carryOut, complete, conclude, type Errand } from './refund.ts';
import { reportManualReview } from './refund-report.ts';
import { inBankWords } from './verdict.ts';

const PATIENCE_MS = 3_000;

/** Looks after one refund whose time has come. */
export async function pursueRefund(
  merchantId: string,
  refundId: string,
  now: Date,
): Promise<'settled' | 'waiting'> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored?.refund.status !== 'Processing') return 'settled';
  const ended = await pursue(stored, now);
  return ended.refund.status === 'Processing' ? 'waiting' : 'settled';
}

export async function pursue(stored: StoredRefund, now: Date): Promise<StoredRefund> {
  const { refund } = stored;
  const bank = await bankOf(refund.merchantId);
  const errand: Errand = { bank, journal: { begin: commit, end: commit }, patienceMs: PATIENCE_MS };
  const { sent, verdict } = refund;
  if (sent === undefined && verdict === undefined) {
    const ended = await carryOut(stored, errand);
    // Neither its turn nor a bank that answers: all as before, but for another time.
    return ended.version === stored.version ? await wait(stored, bank, now) : ended;
  }
  const payment = await loadPayment(refund.merchantId, refund.transactionId);
  if (payment === undefined) throw new Error('The payment of this refund is gone.');
  follow(payment.correlationId);
  const found = await askHistory(stored, payment, bank);
  if (found.kind === 'done') return await complete(stored, payment, found, errand);
  if (verdict !== undefined) return await conclude(stored, payment, inBankWords(verdict), errand);
  if (found.kind === 'absent' && mayResend(stored, bank, now)) {
    return await resend(stored, payment, errand, now);
  }
  return await wait(stored, bank, now);
}

async function askHistory({ refund }: StoredRefund, payment: PaymentItem, bank: Acquirer): Promise<Finding> {
  // Nothing there can be of one that was never sent.
  if (refund.sent === undefined) return { kind: 'unclear' };
  const history = await bank.inquire(payment.bankOrderId);
  return history.kind === 'found' ? findOperation(refund, history.operations) : { kind: 'unclear' };
}

/** A void may be sent as often as one likes; a refund only if the one before can no longer arrive. */
function mayResend({ refund }: StoredRefund, { landingTimeMs }: Acquirer, now: Date): boolean {
  if (isLastLook(refund)) return false;
  return refund.processedAs === 'Void' || (landedAt(refund, landingTimeMs) ?? 0) <= now.getTime();
}

async function resend(
  stored: StoredRefund,
  payment: PaymentItem,
  errand: Errand,
  now: Date,
): Promise<StoredRefund> {
  const again = resentRefund(stored.refund, randomUUID(), now, errand.bank.landingTimeMs);
  const { next, writes } = writeRefundStep(stored, again);
  if ((await commit(writes)).kind === 'refused') return stored;
  return await conclude(next, payment, await askBank(next.refund, payment, errand.bank), errand);
}

async function wait(stored: StoredRefund, bank: Acquirer, now: Date): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(stored, waitingRefund(stored.refund, now, bank.landingTimeMs));
  if ((await commit(writes)).kind === 'refused') return stored;
  reportManualReview(next.refund);
  return next;
}
