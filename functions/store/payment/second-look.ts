// The writes of a second look to its failed payment. Each write conflicts if another sweep has made a look in
// between.
import type { Review } from '#domain/bank/waiting.ts';
import type { Payment } from '#domain/payment/payment.ts';
import type { SecondLook } from '#domain/payment/second-look.ts';
import type { Refund } from '#domain/refund/refund.ts';
import type { Condition, Write } from '../table/commit.ts';
import { orReview } from '../table/invariants.ts';
import { dueAttributes, reviewAttributes } from '../table/keys.ts';
import { PAYMENT, paymentStatusIndex } from './payment.ts';
import { updateOf } from './payment-writes.ts';

const unchanged = ({ looks }: SecondLook): Condition => ({
  expression:
    '#status = :failed AND #secondLook.#looks = :looks AND attribute_not_exists(#secondLook.#foundAt)',
  values: { ':failed': 'Failed', ':looks': looks },
});

const lookUpdateOf = (payment: Payment, look: SecondLook) => ({
  ...updateOf(payment),
  condition: unchanged(look),
});

/** `at`: the next inquiry, or the review; undefined ends the looks. */
export function writeSecondLook(
  payment: Payment,
  look: SecondLook,
  next: SecondLook,
  at: Date | Review | undefined,
): Write {
  const { paymentReferenceNumber: id } = payment;
  const changed = PAYMENT.attributes({ secondLook: next });
  const update = lookUpdateOf(payment, look);
  if (at === undefined) return { ...update, set: changed, remove: ['duePk', 'dueSk', 'review'] };
  if (at instanceof Date) {
    const set = { ...changed, ...dueAttributes('PAYMENT', id, at.toISOString()) };
    return { ...update, set, remove: ['review'] };
  }
  const place = { ...PAYMENT.attributes({ review: at }), ...reviewAttributes('PAYMENT', id, at.askAt) };
  return { ...update, set: { ...changed, ...place } };
}

export type LateSale = Pick<Payment, 'bankReferenceNumber' | 'authorizationCode' | 'secondLook'>;

/** The sale was made, and the amount is reserved for the refund that gives it back. */
export const writeLateSaleRefund = (
  payment: Payment,
  look: SecondLook,
  late: LateSale,
  { amountMinor }: Refund,
): Write =>
  orReview(
    PAYMENT,
    { ...payment, ...late, reservedMinor: payment.reservedMinor + amountMinor },
    {
      ...lookUpdateOf(payment, look),
      set: PAYMENT.attributes(late),
      add: { reservedMinor: amountMinor },
      remove: ['duePk', 'dueSk', 'review'],
    },
  );

/** The sale was made, and the payment is successful after all. */
export const writeLateSuccess = (payment: Payment, look: SecondLook, late: LateSale, paidAt: string): Write =>
  orReview(
    PAYMENT,
    { ...payment, ...late, status: 'Successful', paidAt },
    {
      ...lookUpdateOf(payment, look),
      set: {
        ...PAYMENT.attributes({ ...late, status: 'Successful', bankResponseCode: '00', paidAt }),
        ...paymentStatusIndex({ ...payment, paidAt }, 'Successful'),
      },
      remove: ['duePk', 'dueSk', 'review', 'errorCode', 'bankMessage'],
    },
  );
