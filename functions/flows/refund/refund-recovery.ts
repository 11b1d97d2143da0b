// Refunds that nobody came back from: the sweep finds out what the bank has done of them and goes on. Nothing
// is sent a second time unless the bank's history shows, after its longest landing time, that nothing came.
import { randomUUID } from 'node:crypto';
import type { Acquirer } from '#acquirer/acquirer.ts';
import { type Finding, findOperation } from '#domain/refund/refund-history.ts';
import { isLastInquiry, landedAt, resentRefund, waitingRefund } from '#domain/refund/refund-progress.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { loadRefund, type StoredRefund, writeRefundStep } from '#store/refund/refund.ts';
import { commit } from '#store/table/commit.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { bankOf } from '../bank-connection.ts';
import { outcomeOfResolution } from '../manual-resolution.ts';
import {
  completeRefund,
  executeRefund,
  type RefundExecution,
  recordBankOutcome,
  sendToBank,
} from './refund-execution.ts';
import { reportManualReview } from './refund-report.ts';

const LOCK_WAIT_MS = 3_000;

/** Looks after one refund whose time has come. */
export async function recoverRefund(
  merchantId: string,
  refundId: string,
  now: Date,
): Promise<'finalized' | 'waiting'> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored?.refund.status !== 'Processing') return 'finalized';
  const ended = await recoverStoredRefund(stored, now);
  return ended.refund.status === 'Processing' ? 'waiting' : 'finalized';
}

export async function recoverStoredRefund(stored: StoredRefund, now: Date): Promise<StoredRefund> {
  const { refund } = stored;
  const bank = await bankOf(refund.merchantId);
  const execution: RefundExecution = {
    bank,
    steps: { begin: commit, end: commit },
    lockWaitMs: LOCK_WAIT_MS,
  };
  const { sent, verdict: resolution } = refund;
  if (sent === undefined && resolution === undefined) {
    const ended = await executeRefund(stored, execution);
    // Neither its turn nor a bank that answers: all as before, but for another time.
    return ended.version === stored.version ? await scheduleNextInquiry(stored, bank, now) : ended;
  }
  const payment = await loadPayment(refund.merchantId, refund.transactionId);
  if (payment === undefined) throw new Error('The payment of this refund is gone.');
  correlateWith(payment.correlationId);
  const found = await findInHistory(stored, payment, bank);
  if (found.kind === 'done') return await completeRefund(stored, payment, found, execution);
  if (resolution !== undefined)
    return await recordBankOutcome(stored, payment, outcomeOfResolution(resolution), execution);
  if (found.kind === 'absent' && mayResend(stored, bank, now)) {
    return await resend(stored, payment, execution, now);
  }
  return await scheduleNextInquiry(stored, bank, now);
}

async function findInHistory(
  { refund }: StoredRefund,
  payment: PaymentItem,
  bank: Acquirer,
): Promise<Finding> {
  // Nothing there can be of one that was never sent.
  if (refund.sent === undefined) return { kind: 'unclear' };
  const history = await bank.inquire(payment.bankOrderId);
  return history.kind === 'found' ? findOperation(refund, history.operations) : { kind: 'unclear' };
}

/** A void may be sent as often as one likes; a refund only if the one before can no longer arrive. */
function mayResend({ refund }: StoredRefund, { landingTimeMs }: Acquirer, now: Date): boolean {
  if (isLastInquiry(refund)) return false;
  return refund.processedAs === 'Void' || (landedAt(refund, landingTimeMs) ?? 0) <= now.getTime();
}

async function resend(
  stored: StoredRefund,
  payment: PaymentItem,
  execution: RefundExecution,
  now: Date,
): Promise<StoredRefund> {
  const again = resentRefund(stored.refund, randomUUID(), now, execution.bank.landingTimeMs);
  const { next, writes } = writeRefundStep(stored, again);
  if ((await commit(writes)).kind === 'conflict') return stored;
  return await recordBankOutcome(
    next,
    payment,
    await sendToBank(next.refund, payment, execution.bank),
    execution,
  );
}

async function scheduleNextInquiry(stored: StoredRefund, bank: Acquirer, now: Date): Promise<StoredRefund> {
  const { next, writes } = writeRefundStep(stored, waitingRefund(stored.refund, now, bank.landingTimeMs));
  if ((await commit(writes)).kind === 'conflict') return stored;
  reportManualReview(next.refund);
  return next;
}
