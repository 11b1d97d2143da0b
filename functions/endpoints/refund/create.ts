// POST /api/Refund: asks for a refund; the amount is held from now on, the bank is not asked yet.
import { randomBytes } from 'node:crypto';
import { createRefundBody, showRefund } from '#contract/refund.ts';
import { makeUuid } from '#domain/id.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { checkRefund, newRefund, type Refund } from '#domain/refund/refund.ts';
import { loadRefundable, reserveRefund } from '#flows/refund/refund-reservation.ts';
import { type Answer, endpoint } from '#http/endpoint.ts';

const CREATED = {
  tr: 'İade talebi oluşturuldu; onay bekliyor.',
  en: 'The refund was requested and awaits approval.',
};

export const handler = endpoint({ body: createRefundBody }, async ({ caller, body, now, commit }) => {
  const payment = await loadRefundable(caller.merchantId, body.transactionId);
  const refundId = makeUuid(now.getTime(), randomBytes);
  const { amount: amountMinor, reason, description } = body;
  const judge = (current: Payment): Refund => {
    const refundType = checkRefund(current, { amountMinor, refundType: body.refundType }, now.getTime());
    const asked = { refundId, amountMinor, refundType, origin: 'Request' as const, reason, description };
    return newRefund(current, asked, now);
  };
  const answerOf = (refund: Refund): Answer => ({ status: 201, says: CREATED, data: showRefund(refund) });
  const { refund } = await reserveRefund(payment, judge, (writes, made) => commit(writes, answerOf(made)));
  return answerOf(refund);
});
