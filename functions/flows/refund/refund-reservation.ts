// A refund comes to be together with the amount it holds, in one transaction. Where another refund of the
// payment came first, the row as it stands now is judged again: nobody is refused for having met somebody.
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { writeReservation } from '#store/payment/payment-balance.ts';
import { type StoredRefund, writeNewRefund } from '#store/refund/refund.ts';
import { type Committed, conflictOn, type Write } from '#store/table/commit.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWith } from '#telemetry/request-context.ts';
import { commitWithRetry } from '../../store/table/commit-retry.ts';
import { refundLabels } from './refund-report.ts';

/** Each attempt but the last was beaten by somebody who succeeded. */
const MAX_ATTEMPTS = 20;

/** Throws PAYMENT_NOT_FOUND. */
export async function loadRefundable(merchantId: string, transactionId: string): Promise<PaymentItem> {
  const payment = await loadPayment(merchantId, transactionId);
  if (payment === undefined) throw new Rejection('PAYMENT_NOT_FOUND');
  correlateWith(payment.correlationId);
  return payment;
}

/**
 * Stores what `judge` makes of the payment, which throws where no refund is possible. `commitAll` is the
 * caller's way to commit, its answer or its beginning included. Throws CONCURRENT_UPDATE.
 */
export async function reserveRefund(
  payment: PaymentItem,
  judge: (payment: Payment) => Refund,
  commitAll: (writes: readonly Write[], refund: Refund) => Promise<Committed>,
): Promise<StoredRefund> {
  let current = payment;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const refund = judge(current);
    const { next, writes } = writeNewRefund(refund);
    const all = [writeReservation(current, refund), ...writes];
    const result = await commitWithRetry(() => commitAll(all, refund));
    if (result.kind === 'committed') {
      measure({ RefundsAsked: 1 }, refundLabels(refund));
      return next;
    }
    const found = conflictOn(result, 'payment')?.found;
    if (found === undefined) break;
    current = found as PaymentItem;
  }
  throw new Rejection('CONCURRENT_UPDATE');
}
