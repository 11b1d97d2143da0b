// POST /api/Refund/{id}/reject: says no to a requested refund; its amount is free again.
import { rejectRefundBody, showRefund } from '#contract/refund.ts';
import { rejectedRefund } from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import { type Answer, endpoint } from '#http/endpoint.ts';
import { writeReservationRelease } from '#store/payment/payment-balance.ts';
import { loadRefund, type StoredRefund, writeRefundStep } from '#store/refund/refund.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';

const REJECTED = { tr: 'İade talebi reddedildi.', en: 'The refund was rejected.' };

export const handler = endpoint({ body: rejectRefundBody }, async ({ caller, path, body, now, commit }) => {
  const stored = await requireRefund(caller.merchantId, path['id'] ?? '');
  if (stored.refund.status !== 'Pending') return repeatAnswer(stored);
  const { next, writes } = writeRefundStep(stored, rejectedRefund(stored.refund, body.reason, now));
  const all = [...writes, writeReservationRelease(stored.refund, false)];
  const answer = { says: REJECTED, data: showRefund(next.refund) };
  const result = await commitWithRetry(() => commit(all, answer));
  if (result.kind === 'committed') return answer;
  const current = await requireRefund(caller.merchantId, stored.refund.refundId);
  if (current.refund.status === 'Pending') throw new Rejection('CONCURRENT_UPDATE');
  return repeatAnswer(current);
});

async function requireRefund(merchantId: string, refundId: string): Promise<StoredRefund> {
  const stored = await loadRefund(merchantId, refundId);
  if (stored === undefined) throw new Rejection('REFUND_NOT_FOUND');
  return stored;
}

/** A no may be said twice; whatever else was decided stays. */
function repeatAnswer({ refund }: StoredRefund): Answer {
  const { status, refundId } = refund;
  if (status !== 'Rejected') throw new Rejection('REFUND_INVALID_STATE', { refundId, status });
  return { says: REJECTED, data: showRefund(refund) };
}
