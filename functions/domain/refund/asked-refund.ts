// The refund that a call asks for, judged by the payment, also again if the payment has changed meanwhile.
import type { Payment } from '../payment/payment.ts';
import { type NewRefund, newRefund, type Refund } from './refund.ts';
import type { RefundType } from './refund-words.ts';
import { checkRefund } from './refundability.ts';

/** The body of the call. */
type AskedRefund = Pick<NewRefund, 'reason' | 'description' | 'metadata'> & {
  amount: number;
  refundType?: RefundType | undefined;
};
type Request = Pick<NewRefund, 'refundId' | 'origin' | 'requestedBy' | 'requestedByHolder' | 'decidedBy'>;

/** Returns the function that returns the pending refund of a payment. It throws what `checkRefund` throws. */
export const refundJudge =
  (body: AskedRefund, request: Request, now: Date) =>
  (payment: Payment): Refund => {
    const { amount: amountMinor, refundType, reason, description, metadata } = body;
    const asked = { amountMinor, refundType, origin: request.origin };
    const checked = checkRefund(payment, asked, now.getTime());
    return newRefund(payment, { ...request, ...checked, reason, description, metadata }, now);
  };
