// POST /api/Refund/{id}/approve: passes a requested refund to the bank, as a void where that is possible.

import { decidedRefund } from '#domain/refund-progress.ts';
import { Rejection } from '#domain/rejection.ts';
import { retryContended } from '#flows/contention.ts';
import { bankOf } from '#flows/merchant-bank.ts';
import { refundAnswer } from '#flows/refund-answer.ts';
import { pursue } from '#flows/refund-inquiry.ts';
import { carryOutFor } from '#flows/refund-request.ts';
import { loadRefundable } from '#flows/refund-reservation.ts';
import { type Answer, endpoint } from '#http/endpoint.ts';
import { loadRefund, type StoredRefund, writeRefundStep } from '#store/refund.ts';

const DONE = { status: 200 as const, says: { tr: 'İade yapıldı.', en: 'The refund was made.' } };

export const handler = endpoint({}, async (call) => {
  const { caller, path, now } = call;
  const stored = await found(caller.merchantId, path['id'] ?? '');
  const { refund } = stored;
  if (refund.status !== 'Pending') return await again(stored, now);
  const payment = await loadRefundable(caller.merchantId, refund.transactionId);
  // Before anything is written: without the bank's settings the refund must go on waiting.
  await bankOf(caller.merchantId);
  const { next, writes } = writeRefundStep(stored, decidedRefund(refund, payment, now));
  const begun = await retryContended(() => call.commitBegun(writes, refund.refundId));
  if (begun.kind === 'committed') return await carryOutFor(call, next, DONE, payment);
  const current = await found(caller.merchantId, refund.refundId);
  if (current.refund.status === 'Pending') throw new Rejection('CONCURRENT_UPDATE');
  return await again(current, now);
});

async function found(merchantId: string, refundId: string): Promise<StoredRefund> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored === undefined) throw new Rejection('REFUND_NOT_FOUND');
  return stored;
}

/** Approving again tells what became of it, and asks the bank once more where the sweep has given up. */
async function again(stored: StoredRefund, now: Date): Promise<Answer> {
  const { refund } = stored.refund.manualReview ? await pursue(stored, now) : stored;
  const { status, errorCode, refundId } = refund;
  if (errorCode === 'BANK_UNAVAILABLE') throw new Rejection('REFUND_INVALID_STATE', { refundId, status });
  return refundAnswer(refund, DONE);
}
