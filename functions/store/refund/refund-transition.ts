// Commits one step of a refund in one transaction: the refund's row, the payment's balance, the counters.
import type { Payment } from '#domain/payment/payment.ts';
import type { RefundStep } from '#domain/refund/refund-step.ts';
import { loadPayment, type PaymentItem } from '../payment/payment.ts';
import { writeBalanceChange } from '../payment/payment-balance.ts';
import type { CommitResult, Write } from '../table/commit.ts';
import { commitWithRetry } from '../table/commit-retry.ts';
import { isClaim, loadRefund, type StoredRefund, writeRefund } from './refund.ts';
import { writeCounts } from './refund-statistics.ts';

export type StepResult =
  | { kind: 'committed'; stored: StoredRefund }
  /** Another process changed the refund or its payment: the result contains both as they are stored now. */
  | { kind: 'conflict'; stored: StoredRefund; payment: PaymentItem; isRefundUnchanged: boolean };

/** `commitAll` commits the writes, together with further ones of the caller. */
export async function commitRefundStep(
  before: StoredRefund,
  payment: Payment,
  step: RefundStep,
  commitAll: (writes: readonly Write[]) => Promise<CommitResult>,
): Promise<StepResult> {
  const writes = writeRefundStep(before, payment, step);
  const result = await commitWithRetry(() => commitAll(writes));
  if (result.kind === 'committed') {
    return { kind: 'committed', stored: { refund: step.refund, version: before.version + 1 } };
  }
  const { merchantId, refundId, transactionId } = step.refund;
  const [stored, current] = await Promise.all([
    loadRefund(merchantId, refundId),
    loadPayment(merchantId, transactionId),
  ]);
  if (stored === undefined || current === undefined) throw new Error('The refund no longer exists.');
  return { kind: 'conflict', stored, payment: current, isRefundUnchanged: stored.version === before.version };
}

/** `payment`: as it was read before; needed to take the refund lock and to complete the refund. */
export function writeRefundStep(
  before: StoredRefund,
  payment: Payment | undefined,
  { refund, balance, counts }: RefundStep,
): Write[] {
  const isSent = isClaim(before.refund, refund);
  return [
    writeRefund(before, refund),
    ...writeCounts(refund, counts, isSent),
    ...writeBalanceChange(balance, payment, refund, isSent && refund.processedAs === 'Refund'),
  ];
}
