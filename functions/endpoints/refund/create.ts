// POST /api/Refund: requests a refund. The amount is reserved; the bank is not asked before the approval.
import { randomBytes } from 'node:crypto';
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { refundBody } from '#contract/refund.ts';
import { showRefund, withSurcharge } from '#contract/refund-answer.ts';
import { refundPreviewAnswer } from '#contract/refund-preview.ts';
import { makeUuid } from '#domain/id.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { requestedBy } from '#domain/refund/four-eyes.ts';
import { newRefund, type Refund } from '#domain/refund/refund.ts';
import { previewRefund } from '#domain/refund/refund-preview.ts';
import { checkRefund } from '#domain/refund/refundability.ts';
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
    const { amount: amountMinor, refundType, reason, description, metadata, preview } = body;
    const judge = (current: Payment): Refund => {
      const origin = 'Request';
      const checked = checkRefund(current, { amountMinor, refundType, origin }, now.getTime());
      const asked = { refundId, ...checked, origin } as const;
      const details = { reason, description, metadata, ...requestedBy(caller) };
      return newRefund(current, { ...asked, ...details }, now);
    };
    if (preview) {
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
