// The writes of a recheck to its failed payment. Each write conflicts if another sweep has made one in
// between.
import type { Review } from '#domain/bank/waiting.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { Recheck } from '#domain/payment/recheck.ts';
import type { Refund } from '#domain/refund/refund.ts';
import type { Condition, Write } from '../table/commit.ts';
import { orReview } from '../table/invariants.ts';
import { dueAttributes, reviewAttributes } from '../table/keys.ts';
import { PAYMENT, paymentStatusIndex } from './payment.ts';
import { updateOf } from './payment-writes.ts';

const unchanged = ({ checks }: Recheck): Condition => ({
  expression: '#status = :failed AND #recheck.#checks = :checks AND attribute_not_exists(#recheck.#foundAt)',
  values: { ':failed': 'Failed', ':checks': checks },
});

const recheckUpdateOf = (payment: Payment, before: Recheck) => ({
  ...updateOf(payment),
  condition: unchanged(before),
});

/** `at`: the next inquiry, or the review; undefined ends the checks. */
export function writeRecheck(
  payment: Payment,
  before: Recheck,
  next: Recheck,
  at: Date | Review | undefined,
): Write {
  const { paymentReferenceNumber: id } = payment;
  const changed = PAYMENT.attributes({ recheck: next });
  const update = recheckUpdateOf(payment, before);
  if (at === undefined) return { ...update, set: changed, remove: ['duePk', 'dueSk', 'review'] };
  if (at instanceof Date) {
    const set = { ...changed, ...dueAttributes('PAYMENT', id, at.toISOString()) };
    return { ...update, set, remove: ['review'] };
  }
  const place = { ...PAYMENT.attributes({ review: at }), ...reviewAttributes('PAYMENT', id, at.askAt) };
  return { ...update, set: { ...changed, ...place } };
}

export type LateSale = Pick<Payment, 'bankReferenceNumber' | 'authorizationCode' | 'recheck'>;

/** The sale was made, and the amount is reserved for the refund that gives it back. */
export const writeLateSaleRefund = (
  payment: Payment,
  before: Recheck,
  late: LateSale,
  { amountMinor }: Refund,
): Write =>
  orReview(
    PAYMENT,
    { ...payment, ...late, reservedMinor: payment.reservedMinor + amountMinor },
    {
      ...recheckUpdateOf(payment, before),
      set: PAYMENT.attributes(late),
      add: { reservedMinor: amountMinor },
      remove: ['duePk', 'dueSk', 'review'],
    },
  );

/** The sale was made, and the payment is successful after all. */
export const writeLateSuccess = (payment: Payment, before: Recheck, late: LateSale, paidAt: string): Write =>
  orReview(
    PAYMENT,
    { ...payment, ...late, status: 'Successful', paidAt },
    {
      ...recheckUpdateOf(payment, before),
      set: {
        ...PAYMENT.attributes({ ...late, status: 'Successful', bankResponseCode: '00', paidAt }),
        ...paymentStatusIndex({ ...payment, paidAt }, 'Successful'),
      },
      remove: ['duePk', 'dueSk', 'review', 'errorCode', 'bankMessage'],
    },
  );
