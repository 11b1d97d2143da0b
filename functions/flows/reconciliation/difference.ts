// Stores a difference between bank and books, found by the reconciliation or before a refund.

import { isDeepStrictEqual } from 'node:util';
import { defined, omit } from '#domain/defined.ts';
import type { BookDifference } from '#domain/reconciliation/difference.ts';
import { type Difference, type DifferenceItem, loadDifference, saveDifference } from '#store/difference.ts';
import type { PaymentItem } from '#store/payment/payment.ts';
import { log } from '#telemetry/log.ts';
import { paymentLabels } from '../payment/payment-labels.ts';

/**
 * True if the difference is new. `foundBy`: one that an operator has closed stays closed for the nightly
 * comparison until other amounts are found, but opens for a refund that it stops.
 */
export async function recordDifference(
  payment: PaymentItem,
  { kind, ours, bank, refunds }: BookDifference,
  { at, foundBy, known }: { at: Date; foundBy: 'comparison' | 'refund'; known?: DifferenceItem | undefined },
): Promise<boolean> {
  const now = at.toISOString();
  const before = known ?? (await loadDifference(payment.merchantId, payment.paymentReferenceNumber));
  const found = [kind, ours, bank, refunds];
  const isSame = before && isDeepStrictEqual([before.kind, before.ours, before.bank, before.refunds], found);
  const isLeft = before?.closedBy !== undefined && foundBy === 'comparison';
  if (isSame && (before.state === 'Open' || isLeft)) return false;
  const since = before?.state === 'Open' ? before.since : now;
  const kept = omit(before ?? newDifference(payment, now), 'closedAt', 'closedBy', 'reason', 'refunds');
  const next = { ...kept, state: 'Open' as const, since, kind, ours, bank, ...defined({ refunds }) };
  if (!(await saveDifference(before, next))) return false;
  log('error', 'bank and books differ', { ...paymentLabels(payment), reason: kind });
  return true;
}

export const newDifference = (payment: PaymentItem, since: string): Difference => ({
  merchantId: payment.merchantId,
  paymentReferenceNumber: payment.paymentReferenceNumber,
  bankOrderId: payment.bankOrderId,
  currency: payment.currency,
  state: 'Postponed',
  postponements: 0,
  since,
});
