// POST /api/payment/{paymentReferenceNumber}/adjustment: records what the bank did by itself (refunds.md 8.4).
import { adjustmentBody } from '#contract/adjustment.ts';
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { showRefund } from '#contract/refund-answer.ts';
import { Rejection } from '#domain/rejection.ts';
import { planAdjustment } from '#flows/refund/adjustment.ts';
import { endpoint } from '#http/endpoint.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';

const RECORDED = {
  tr: 'Bankanın yaptığı işlem kaydedildi; bankaya bir şey gönderilmedi.',
  en: 'What the bank did is recorded; nothing was sent to it.',
};

export const handler = endpoint(
  { scope: 'refunds:approve', body: adjustmentBody, answer: REFUND_NAMES },
  async ({ caller, path, body, now, commit }) => {
    const { merchantId, keyId } = caller;
    const { adjustment: kind, bankReferenceNumber, reason, amount: amountMinor } = body;
    const paymentReferenceNumber = path['paymentReferenceNumber'] ?? '';
    const stated = { kind, bankReferenceNumber, amountMinor, by: { keyId }, reason };
    const asked = { merchantId, paymentReferenceNumber, ...stated };
    const { refund, writes } = await planAdjustment(asked, now);
    const answer: Answer = { status: 201, message: RECORDED, data: showRefund(refund, now) };
    const committed = await commitWithRetry(() => commit(writes, answer));
    if (committed.kind === 'conflict') throw new Rejection('CONCURRENT_UPDATE');
    return answer;
  },
);
