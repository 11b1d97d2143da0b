// POST /api/Refund/cancellations: cancels a payment that is young enough, by a void if possible.
import { randomBytes } from 'node:crypto';
import type { Answer } from '#contract/answer.ts';
import { REFUND_NAMES } from '#contract/field/answer-names.ts';
import { cancellationBody } from '#contract/refund.ts';
import { refundAnswer } from '#contract/refund-answer.ts';
import { refundPreviewAnswer } from '#contract/refund-preview.ts';
import { makeUuid } from '#domain/id.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { requestedBy } from '#domain/refund/four-eyes.ts';
import { newRefund, type Refund } from '#domain/refund/refund.ts';
import { previewRepeated } from '#domain/refund/refund-preview.ts';
import { checkCancellation, disagreement, type ToldOfCancellation } from '#domain/refund/refundability.ts';
import { Rejection } from '#domain/rejection.ts';
import { refundInOneStep } from '#flows/refund/refund-in-one-step.ts';
import { previewInOneStep } from '#flows/refund/refund-preview.ts';
import { endpoint } from '#http/endpoint.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadRefund } from '#store/refund/refund.ts';

const DONE = {
  status: 201 as const,
  message: { tr: 'Ödeme iptal edildi.', en: 'The payment was cancelled.' },
};

export const handler = endpoint(
  { scope: 'refunds:approve', body: cancellationBody, answer: REFUND_NAMES },
  async (call) => {
    const { body, caller, now, language } = call;
    const answerOf = (refund: Refund): Answer => refundAnswer(refund, DONE, now);
    const by = { ...requestedBy(caller), decidedBy: caller.keyId };
    const refundId = makeUuid(now.getTime(), randomBytes);
    const told = { amountMinor: body.amount, refundType: body.refundType };
    const judge = (payment: Payment): Refund => {
      checkCancellation(payment, now.getTime(), told);
      const { chargedMinor: amountMinor } = payment;
      const whole = { refundId, amountMinor, refundType: 'Full' as const, origin: 'Cancellation' as const };
      const { reason, description, metadata } = body;
      const details = { reason, description, metadata, ...by };
      return newRefund(payment, { ...whole, ...details }, now);
    };
    try {
      if (body.preview) {
        const previewed = await previewInOneStep(call, body.transactionId, judge);
        return refundPreviewAnswer(previewed, 'Completed', language);
      }
      return answerOf(await refundInOneStep(call, body.transactionId, judge, answerOf));
    } catch (error) {
      const earlier = await earlierCancellation(error, caller.merchantId, body.transactionId, told);
      if (earlier === undefined) throw error;
      const { refund, payment } = earlier;
      if (!body.preview) return refundAnswer(refund, { ...DONE, status: 200 }, now);
      return refundPreviewAnswer(previewRepeated(payment, refund, now), refund.status, language);
    }
  },
);

/**
 * The cancellation that has cancelled the payment already, or is doing so: the refusal of the same
 * cancellation. Read after the refusal, so that of two calls at the same moment the slower one finds it.
 */
async function earlierCancellation(
  error: unknown,
  merchantId: string,
  transactionId: string,
  told: ToldOfCancellation,
): Promise<{ refund: Refund; payment: Payment } | undefined> {
  const code = error instanceof Rejection ? error.code : undefined;
  if (code !== 'PAYMENT_NOT_REFUNDABLE' && code !== 'PAYMENT_HAS_REFUNDS') return undefined;
  const payment = await loadPayment(merchantId, transactionId);
  if (payment?.cancelledBy === undefined || disagreement(payment, told)) return undefined;
  const stored = await loadRefund(merchantId, payment.cancelledBy);
  const isLive = stored?.refund.status === 'Processing' || stored?.refund.status === 'Completed';
  return isLive ? { refund: stored.refund, payment } : undefined;
}
