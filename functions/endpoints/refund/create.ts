// POST /api/Refund: requests a refund. The amount is reserved; the bank is not asked before the approval.
import { randomBytes } from 'node:crypto';
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { refundBody } from '#contract/refund.ts';
import { showRefund, withSurcharge } from '#contract/refund-answer.ts';
import { refundPreviewAnswer } from '#contract/refund-preview.ts';
import { makeUuid } from '#domain/id.ts';
import { refundJudge } from '#domain/refund/asked-refund.ts';
import { requestedBy } from '#domain/refund/four-eyes.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { previewRefund } from '#domain/refund/refund-preview.ts';
import { requirePayment } from '#flows/refund/refund-lookup.ts';
import { reserveRefund } from '#flows/refund/refund-reservation.ts';
import { endpoint } from '#http/endpoint.ts';

const CREATED = {
  tr: 'İade talebi oluşturuldu; onay bekliyor.',
  en: 'The refund was requested and awaits approval.',
};

export const handler = endpoint(
  { scope: 'refunds:request', body: refundBody, answer: REFUND_NAMES },
  async ({ caller, body, now, language, commit }) => {
    const payment = await requirePayment(caller.merchantId, body.transactionId);
    const refundId = makeUuid(now.getTime(), randomBytes);
    const judge = refundJudge(body, { refundId, origin: 'Request', ...requestedBy(caller) }, now);
    if (body.preview) {
      const previewed = previewRefund(payment, judge(payment), { now, isReserved: false });
      return refundPreviewAnswer(previewed, 'Pending', language);
    }
    const answerOf = (refund: Refund): Answer => ({
      status: 201,
      message: withSurcharge(CREATED, refund),
      data: showRefund(refund, now),
    });
    const { refund } = await reserveRefund(payment, judge, (writes, reserved) =>
      commit(writes, answerOf(reserved)),
    );
    return answerOf(refund);
  },
);
