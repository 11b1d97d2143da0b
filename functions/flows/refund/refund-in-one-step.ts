// A refund that is requested and decided by one call (refunds.md 1.2).
import type { Payment } from '#domain/payment/payment.ts';
import { oneKeyLimitMinor, requireOneKeyEnough } from '#domain/refund/four-eyes.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { decidedRefund } from '#domain/refund/refund-progress.ts';
import { loadRefund } from '#store/refund/refund.ts';
import type { MerchantCall } from '../merchant-call.ts';
import { connectionFor, executeRefundForCall } from './refund-for-call.ts';
import { requirePayment } from './refund-lookup.ts';
import { reserveRefund } from './refund-reservation.ts';

/**
 * A refund in one step: one transaction reserves the amount and decides the refund, then it is sent. `judge`
 * returns the refund as it is asked for; throws if it is not possible.
 */
export async function refundInOneStep<Answer>(
  call: MerchantCall<Answer>,
  transactionId: string,
  judge: (payment: Payment) => Refund,
  answerOf: (refund: Refund) => Answer,
): Promise<Refund> {
  const { caller, begunSubject } = call;
  const begun = begunSubject && (await loadRefund(caller.merchantId, begunSubject));
  // An earlier call with this key crashed after it had stored the refund; the sweep recovers that refund.
  if (begun) return begun.refund;
  const payment = await requirePayment(caller.merchantId, transactionId);
  const judgeInOneStep = (current: Payment): Refund => {
    const refund = judge(current);
    requireOneKeyEnough(current, refund.amountMinor, caller);
    return decidedRefund(refund, current, call.now);
  };
  // Its refusals come before those of the connection; the reservation judges the payment as it is then.
  judgeInOneStep(payment);
  // No refund may be stored if the bank's settings cannot be opened.
  await connectionFor(payment);
  const stored = await reserveRefund(
    payment,
    judgeInOneStep,
    (writes, { refundId }) => call.commitBegun(writes, refundId),
    oneKeyLimitMinor(payment, caller),
  );
  return await executeRefundForCall(call, stored, payment, answerOf);
}
