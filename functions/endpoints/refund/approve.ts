// POST /api/Refund/{id}/approve: passes a requested refund to the bank, as a void if that is possible.
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { refundAnswer } from '#contract/refund-answer.ts';
import { approvalBody } from '#contract/refund-decision.ts';
import { refundPreviewAnswer } from '#contract/refund-preview.ts';
import { requireOtherKey } from '#domain/refund/four-eyes.ts';
import { alreadyDecided, decidedBy, type Refund } from '#domain/refund/refund.ts';
import { UNDONE_CODES } from '#domain/refund/refund-operation.ts';
import { previewRepeated } from '#domain/refund/refund-preview.ts';
import { executeRefundForCall, limitCall } from '#flows/refund/refund-for-call.ts';
import { requirePayment, requireRefund } from '#flows/refund/refund-lookup.ts';
import { previewSending } from '#flows/refund/refund-preview.ts';
import { recoverStoredRefund } from '#flows/refund/refund-recovery.ts';
import { endpoint } from '#http/endpoint.ts';
import type { StoredRefund } from '#store/refund/refund.ts';

const DONE = { status: 200 as const, message: { tr: 'İade yapıldı.', en: 'The refund was made.' } };

export const handler = endpoint(
  { scope: 'refunds:approve', body: approvalBody, answer: REFUND_NAMES },
  async (call) => {
    const { caller, path, body, now, language } = call;
    const answerOf = (refund: Refund): Answer => refundAnswer(refund, DONE, now);
    const stored = await requireRefund(caller.merchantId, path['id'] ?? '');
    const { refund } = stored;
    if (refund.status !== 'Pending' && !body.preview) return await repeatedAnswer(stored, now);
    const payment = await requirePayment(caller.merchantId, refund.transactionId);
    if (refund.status !== 'Pending') {
      requireRepeatable(refund, now);
      return refundPreviewAnswer(previewRepeated(payment, refund, now), refund.status, language);
    }
    requireOtherKey(refund, payment, caller);
    if (body.preview) {
      const previewed = await previewSending(payment, refund, { isReserved: true }, now);
      return refundPreviewAnswer(previewed, 'Completed', language);
    }
    const approved = { ...stored, refund: { ...refund, ...decidedBy(caller, body.reason) } };
    // One write decides the refund and takes the refund lock. Of two simultaneous approvals, one write fails;
    // that call sends nothing and returns the refund as it is stored (refunds.md 3.4).
    return answerOf(await executeRefundForCall(call, approved, payment, answerOf));
  },
);

/**
 * A repeated approval returns the refund as it is stored. If it waits for a manual resolution, the bank's
 * history is read again, and an operation that was never sent is sent (refunds.md 3.2).
 */
async function repeatedAnswer(stored: StoredRefund, now: Date): Promise<Answer> {
  const { refund } = stored.refund.manualReview
    ? await recoverStoredRefund(stored, now, limitCall())
    : stored;
  return requireRepeatable(refund, now);
}

/** The answer about a refund that is decided. Throws REFUND_INVALID_STATE, REFUND_DECLINED_BY_BANK. */
function requireRepeatable(refund: Refund, now: Date): Answer {
  if (UNDONE_CODES.some((code) => code === refund.errorCode)) throw alreadyDecided(refund);
  return refundAnswer(refund, DONE, now);
}
