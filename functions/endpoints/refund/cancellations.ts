// POST /api/Refund/cancellations: cancels a payment of the last 24 hours, by a void if possible.
import { randomBytes } from 'node:crypto';
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { cancellationBody } from '#contract/refund.ts';
import { refundAnswer } from '#contract/refund-answer.ts';
import { makeUuid } from '#domain/id.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { requestedBy } from '#domain/refund/four-eyes.ts';
import { checkCancellation, newRefund, type Refund } from '#domain/refund/refund.ts';
import { decidedRefund } from '#domain/refund/refund-progress.ts';
import { refundInOneStep } from '#flows/refund/refund-request.ts';
import { endpoint } from '#http/endpoint.ts';

const DONE = {
  status: 201 as const,
  message: { tr: 'Ödeme iptal edildi.', en: 'The payment was cancelled.' },
};

export const handler = endpoint(
  { scope: 'refunds:approve', body: cancellationBody, answer: REFUND_NAMES },
  async (call) => {
    const { body, caller, now } = call;
    const answerOf = (refund: Refund): Answer => refundAnswer(refund, DONE, now);
    const by = { ...requestedBy(caller), decidedBy: caller.keyId };
    const refundId = makeUuid(now.getTime(), randomBytes);
    const judge = (payment: Payment): Refund => {
      checkCancellation(payment, now.getTime());
      const { amountMinor } = payment;
      const whole = { refundId, amountMinor, refundType: 'Full' as const, origin: 'Cancellation' as const };
      const details = { reason: body.reason, metadata: body.metadata, ...by };
      return decidedRefund(newRefund(payment, { ...whole, ...details }, now), payment, now);
    };
    return answerOf(await refundInOneStep(call, body.transactionId, judge, answerOf));
  },
);
