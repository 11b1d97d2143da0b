// POST /api/Refund/{id}/approve: passes a requested refund to the bank, as a void where that is possible.

import { Rejection } from '#domain/rejection.ts';
import { refundAnswer } from '#flows/refund/refund-answer.ts';
import { recoverStoredRefund } from '#flows/refund/refund-recovery.ts';
import { executeRefundForCall } from '#flows/refund/refund-request.ts';
import { loadRefundable } from '#flows/refund/refund-reservation.ts';
import { type Answer, endpoint } from '#http/endpoint.ts';
import { loadRefund, type StoredRefund } from '#store/refund/refund.ts';

const DONE = { status: 200 as const, says: { tr: 'İade yapıldı.', en: 'The refund was made.' } };

export const handler = endpoint({}, async (call) => {
  const { caller, path, now } = call;
  const stored = await requireRefund(caller.merchantId, path['id'] ?? '');
  const { refund } = stored;
  if (refund.status !== 'Pending') return await repeatAnswer(stored, now);
  const payment = await loadRefundable(caller.merchantId, refund.transactionId);
  // Decided and claimed by one write: whoever approves at the same time is told of it.
  return await executeRefundForCall(call, stored, DONE, payment);
});

async function requireRefund(merchantId: string, refundId: string): Promise<StoredRefund> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored === undefined) throw new Rejection('REFUND_NOT_FOUND');
  return stored;
}

/** Approving again tells what became of it, and asks the bank once more where the sweep has given up. */
async function repeatAnswer(stored: StoredRefund, now: Date): Promise<Answer> {
  const { refund } = stored.refund.manualReview ? await recoverStoredRefund(stored, now) : stored;
  const { status, errorCode, refundId } = refund;
  if (errorCode === 'BANK_UNAVAILABLE') throw new Rejection('REFUND_INVALID_STATE', { refundId, status });
  return refundAnswer(refund, DONE);
}
