// Makes refunds while the merchant's call waits. The steps are committed together with the call's idempotency
// record, so that a repeated call finds the refund after a crash and never makes a second one.
import { notRefundable, type Refund } from '#domain/refund/refund.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import type { StoredRefund } from '#store/refund/refund.ts';
import { commit, type Write } from '#store/table/commit.ts';
import { type BankConnection, connectBankOf, PosRemoved } from '../bank-connection.ts';
import { requireLease } from '../lease.ts';
import type { MerchantCall } from '../merchant-call.ts';
import { limitTime, type TimeLimits } from './bank-observation.ts';
import { executeRefund } from './refund-execution.ts';

/** API Gateway waits 29 seconds at most, and a call to the bank may take 20 of them. */
export const limitCall = (): TimeLimits => limitTime(8_000);

/** Sends a refund to the bank and returns it as stored afterwards. `answerOf`: the call's answer for it. */
export async function executeRefundForCall<Answer>(
  call: MerchantCall<Answer>,
  stored: StoredRefund,
  payment: PaymentItem,
  answerOf: (refund: Refund) => Answer,
): Promise<Refund> {
  const { bank } = await connectionFor(payment);
  const steps = {
    begin: (writes: readonly Write[], { refundId }: Refund) => call.commitBegun(writes, refundId),
    // The endpoint wrapper stores the answer of a refusal; a success is stored together with its effect.
    finalize: (writes: readonly Write[], refund: Refund) =>
      refund.status === 'Completed' ? call.commit(writes, answerOf(refund)) : commit(writes),
    undo: call.commitUndone,
  };
  return (await executeRefund(stored, payment, { bank, steps, times: limitCall() })).refund;
}

/**
 * Throws PAYMENT_NOT_REFUNDABLE if an operator has removed the virtual POS that took the payment, and
 * SERVICE_STANDBY if no money may be moved here.
 */
export async function connectionFor(payment: PaymentItem): Promise<BankConnection> {
  try {
    const [connection] = await Promise.all([connectBankOf(payment), requireLease()]);
    return connection;
  } catch (error) {
    throw error instanceof PosRemoved ? notRefundable(payment) : error;
  }
}
