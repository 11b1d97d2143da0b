// Stores a new refund and reserves its amount in one transaction. A concurrent refund of the same payment
// causes a retry on the changed payment, not an error.
import type { Payment } from '#domain/payment/payment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import { writeReservation } from '#store/payment/payment-balance.ts';
import { type StoredRefund, writeNewRefund } from '#store/refund/refund.ts';
import type { CommitResult, Write } from '#store/table/commit.ts';
import { untilCommitted } from '#store/table/commit-retry.ts';
import { measure } from '#telemetry/metric.ts';
import { requirePayment } from './refund-lookup.ts';
import { refundLabels } from './refund-report.ts';

/**
 * Stores the refund that `judge` returns for the payment; `judge` throws if no refund is possible. All
 * refunds of the payment together stay within `limitMinor`. `commitAll` commits the writes together with the
 * call's idempotency record. Throws CONCURRENT_UPDATE.
 */
export async function reserveRefund(
  payment: PaymentItem,
  judge: (payment: Payment) => Refund,
  commitAll: (writes: readonly Write[], refund: Refund) => Promise<CommitResult>,
  limitMinor = payment.chargedMinor,
): Promise<StoredRefund> {
  const { merchantId, paymentReferenceNumber } = payment;
  const stored = await untilCommitted({
    load: async (conflict) =>
      conflict === undefined ? payment : await requirePayment(merchantId, paymentReferenceNumber),
    decide: (current) => {
      const refund = judge(current);
      const writes = [writeReservation(current, refund, limitMinor), ...writeNewRefund(refund)];
      return { writes, result: { refund, version: 1 } };
    },
    commit: (writes, { refund }) => commitAll(writes, refund),
  });
  measure({ RefundsAsked: 1 }, refundLabels(stored.refund));
  return stored;
}
