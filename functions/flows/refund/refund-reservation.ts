// Stores a new refund and reserves its amount in one transaction. A concurrent refund of the same payment
// causes a retry on the changed payment, not an error.
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import { PAYMENT, type PaymentItem } from '#store/payment/payment.ts';
import { writeReservation } from '#store/payment/payment-balance.ts';
import { type StoredRefund, writeNewRefund } from '#store/refund/refund.ts';
import { type Committed, conflictOn, type Write } from '#store/table/commit.ts';
import { commitWithRetry } from '#store/table/commit-retry.ts';
import { measure } from '#telemetry/metric.ts';
import { refundLabels } from './refund-report.ts';

/** An attempt fails only if the payment has changed: another refund was stored, or one has ended. */
const MAX_ATTEMPTS = 20;

/**
 * Stores the refund that `judge` returns for the payment; `judge` throws if no refund is possible. All
 * refunds of the payment together stay within `limitMinor`. `commitAll` commits the writes together with the
 * call's idempotency record. Throws CONCURRENT_UPDATE.
 */
export async function reserveRefund(
  payment: PaymentItem,
  judge: (payment: Payment) => Refund,
  commitAll: (writes: readonly Write[], refund: Refund) => Promise<Committed>,
  limitMinor = payment.amountMinor,
): Promise<StoredRefund> {
  let current = payment;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const refund = judge(current);
    const all = [writeReservation(current, refund, limitMinor), ...writeNewRefund(refund)];
    const result = await commitWithRetry(() => commitAll(all, refund));
    if (result.kind === 'committed') {
      measure({ RefundsAsked: 1 }, refundLabels(refund));
      return { refund, version: 1 };
    }
    const found = conflictOn(result, PAYMENT)?.found;
    if (found === undefined) break;
    current = found;
  }
  throw new Rejection('CONCURRENT_UPDATE');
}
