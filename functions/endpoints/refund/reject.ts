// POST /api/Refund/{id}/reject: rejects a requested refund and releases its amount.
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { showRefund } from '#contract/refund-answer.ts';
import { decisionBody } from '#contract/refund-decision.ts';
import { alreadyDecided, rejectedRefund } from '#domain/refund/refund.ts';
import { refundStep } from '#domain/refund/refund-step.ts';
import { Rejection } from '#domain/rejection.ts';
import { requireRefund } from '#flows/refund/refund-lookup.ts';
import { endpoint } from '#http/endpoint.ts';
import type { StoredRefund } from '#store/refund/refund.ts';
import { writeRefundStep } from '#store/refund/refund-transition.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';

const REJECTED = { tr: 'İade talebi reddedildi.', en: 'The refund was rejected.' };

export const handler = endpoint(
  { scope: 'refunds:approve', body: decisionBody, answer: REFUND_NAMES },
  async ({ caller, path, body, now, commit }) => {
    const stored = await requireRefund(caller.merchantId, path['id'] ?? '');
    if (stored.refund.status !== 'Pending') return repeatedAnswer(stored, now);
    const rejected = rejectedRefund(stored.refund, caller, body.reason, now);
    const writes = writeRefundStep(stored, undefined, refundStep(stored.refund, rejected, 'Finalize'));
    const answer = { message: REJECTED, data: showRefund(rejected, now) };
    const result = await commitWithRetry(() => commit(writes, answer));
    if (result.kind === 'committed') return answer;
    const current = await requireRefund(caller.merchantId, stored.refund.refundId);
    if (current.refund.status === 'Pending') throw new Rejection('CONCURRENT_UPDATE');
    return repeatedAnswer(current, now);
  },
);

/** A repeated rejection gets the same answer. Throws REFUND_INVALID_STATE if the refund was not rejected. */
function repeatedAnswer({ refund }: StoredRefund, now: Date): Answer {
  if (refund.status !== 'Rejected') throw alreadyDecided(refund);
  return { message: REJECTED, data: showRefund(refund, now) };
}
