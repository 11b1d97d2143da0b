// The writes of a payment: its claim before the bank is called, its sale, and its outcome, once.
import { defined } from '#domain/defined.ts';
import { referenceTimeMs } from '#domain/id.ts';
import { nextLookAt } from '#domain/payment/authorization.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { nextRecheckAt } from '#domain/payment/recheck.ts';
import type { ToldDifference } from '#domain/reconciliation/difference.ts';
import { isoOf } from '#domain/time/duration.ts';
import { create, EXISTS, type Write } from '../table/commit.ts';
import { orReview, requireSound } from '../table/invariants.ts';
import {
  differingPayments,
  dueAttributes,
  entityKey,
  listPartition,
  monthOf,
  paymentsOfOrder,
  shortTimeSort,
} from '../table/keys.ts';
import { newItem } from '../table/row.ts';
import { PAYMENT, paymentStatusIndex } from './payment.ts';

/**
 * Claims a payment. At `dueAt` (ISO), stored as its `inquiryAt`, the sweep finds it unless it is finalized
 * before. Absent for a charge, whose payment has its `inquiryAt`: the sweep finds the recurring payment.
 */
export function writePaymentClaim(payment: Payment, dueAt?: string): Write {
  const { merchantId, paymentReferenceNumber: id, createdAt, orderNumber, status } = payment;
  const key = entityKey(merchantId, 'PAYMENT', id);
  requireSound(PAYMENT, payment, key);
  const attributes = {
    ...PAYMENT.attributes({ ...payment, ...defined({ inquiryAt: dueAt }) }),
    listPk: listPartition(merchantId, 'PAYMENT', monthOf(createdAt)),
    listSk: shortTimeSort(createdAt, id),
    ...paymentStatusIndex(payment, status),
    lookupPk: paymentsOfOrder(merchantId, orderNumber),
    lookupSk: shortTimeSort(createdAt, id),
    ...(dueAt !== undefined && dueAttributes('PAYMENT', id, dueAt)),
  };
  return create('payment', newItem(key, attributes));
}

/** The part that all updates of a payment's row have in common. */
export const updateOf = ({
  merchantId,
  paymentReferenceNumber,
}: Pick<Payment, 'merchantId' | 'paymentReferenceNumber'>) => ({
  what: 'payment' as const,
  kind: 'update' as const,
  key: entityKey(merchantId, 'PAYMENT', paymentReferenceNumber),
});

export const stillProcessing = {
  expression: '#status = :processing',
  values: { ':processing': 'Processing' },
};

export type PaymentOutcome = Partial<
  Pick<
    Payment,
    | 'bankReferenceNumber'
    | 'authorizationCode'
    | 'maskedCardNumber'
    | 'cardAssociation'
    | 'paidAt'
    | 'failedAt'
    | 'errorCode'
    | 'bankResponseCode'
    | 'bankMessage'
    | 'mdStatus'
    | 'eci'
    | 'recheck'
    | 'authorization'
  >
> & {
  status: 'Successful' | 'Authorized' | 'Failed';
  /** `null` removes it: the bank took the money from another card. */
  cardStorageId?: string | null;
};

/** Only a challenge that is still open can be ended: its proof may arrive at the same moment. */
const stillWaiting = {
  expression: '#status = :processing AND #step = :challenge',
  values: { ':processing': 'Processing', ':challenge': 'Challenge' },
};

/**
 * One request turns the issuer's proof into a sale: browser and bank may both deliver it. `worker` is an id
 * of this request alone, so that a write which the SDK sends twice is recognised.
 */
export function writeSaleStart(payment: Payment, worker: string, now: Date, inquiryAt: string): Write {
  const { paymentReferenceNumber: id, mdStatus, eci } = payment;
  requireSound(PAYMENT, payment, updateOf(payment).key);
  const evidence = { ...(mdStatus && { mdStatus }), ...(eci && { eci }) };
  return {
    ...updateOf(payment),
    set: {
      ...PAYMENT.attributes(evidence),
      step: 'Sale',
      saleWorker: worker.slice(-12),
      saleStartedAt: now.toISOString(),
      inquiryAt,
      ...dueAttributes('PAYMENT', id, inquiryAt),
    },
    condition: stillWaiting,
  };
}

type PosOfPayment = Pick<Payment, 'posReason'> & { posId: string };

/** A conflict once the payment has moved on to another POS: what its former one says is not about it. */
const stillAtPos = ({ posId }: Payment) =>
  posId === undefined
    ? stillProcessing
    : {
        expression: `${stillProcessing.expression} AND #posId = :pos`,
        values: { ...stillProcessing.values, ':pos': PAYMENT.attributes({ posId })['posId'] },
      };

/** A conflict if a person has resolved the payment during an inquiry: then the resolution is read first. */
export function asRead(payment: Payment) {
  const { expression, values } = stillAtPos(payment);
  return payment.resolution === undefined
    ? { expression: `${expression} AND attribute_not_exists(#resolution)`, values }
    : { expression, values };
}

/**
 * The sale certainly did not reach the POS of the payment, and goes to this one. A conflict if the payment was
 * finalized or resolved meanwhile. Only the request that claimed the payment writes it.
 */
export const writeNextPos = (payment: Payment, { posId, posReason }: PosOfPayment): Write => ({
  ...updateOf(payment),
  set: PAYMENT.attributes({ posId, ...defined({ posReason }) }),
  remove: posReason === undefined ? ['posReason'] : [],
  condition: asRead(payment),
});

/** An outcome of the bank takes precedence over a new resolution; `BANK_UNAVAILABLE` is no such outcome. */
const openFor = (payment: Payment, { errorCode }: PaymentOutcome) =>
  errorCode === 'BANK_UNAVAILABLE' ? asRead(payment) : stillAtPos(payment);

/**
 * Stores the outcome once, and makes due what follows: a recheck, or the end of an authorization. The write
 * conflicts if another process has finalized the payment.
 */
export function writePaymentOutcome(payment: Payment, outcome: PaymentOutcome): Write {
  const { cardStorageId, ...told } = outcome;
  const { authorization } = told;
  const lookAt = authorization
    ? (authorization.sent?.at ?? nextLookAt(authorization))
    : told.recheck && nextRecheckAt(told.recheck)?.toISOString();
  return orReview(
    PAYMENT,
    { ...payment, ...told },
    {
      ...updateOf(payment),
      set: {
        ...PAYMENT.attributes({ ...told, ...(cardStorageId && { cardStorageId }) }),
        ...paymentStatusIndex({ ...payment, ...told }, told.status),
        ...(lookAt && dueAttributes('PAYMENT', payment.paymentReferenceNumber, lookAt)),
      },
      remove: [
        ...(lookAt === undefined ? ['duePk', 'dueSk'] : []),
        ...(cardStorageId === null ? ['cardStorageId'] : []),
        // It was about the sale, not about what follows.
        ...(authorization ? ['resolution'] : []),
        'inquiryAt',
        'review',
      ],
      condition: payment.step === 'Challenge' ? stillWaiting : openFor(payment, outcome),
    },
  );
}

/**
 * What a payment tells of the difference between the books, which lists it among those with one; undefined:
 * there is none any more.
 */
export const toldDifference = (
  { merchantId, paymentReferenceNumber: id }: PaymentId,
  difference: ToldDifference | undefined,
) => ({
  set: {
    ...PAYMENT.attributes(defined({ difference })),
    ...(difference && {
      secondPk: differingPayments(merchantId),
      secondSk: shortTimeSort(isoOf(referenceTimeMs(id)), id),
    }),
  },
  remove: difference ? [] : ['difference', 'secondPk', 'secondSk'],
});
type PaymentId = Pick<Payment, 'merchantId' | 'paymentReferenceNumber'>;

/** In the transaction that writes the difference itself, whose condition decides. */
export const writeToldDifference = (payment: PaymentId, difference: ToldDifference | undefined): Write => ({
  ...updateOf(payment),
  ...toldDifference(payment, difference),
  condition: EXISTS,
});

/** The last of two simultaneous notes stays. A conflict only if there is no such payment. */
export const writePaymentNote = (
  payment: Payment,
  note: Pick<Payment, 'note' | 'sealedNote'>,
): Extract<Write, { kind: 'update' }> => ({
  ...updateOf(payment),
  set: PAYMENT.attributes(note),
  remove: (['note', 'sealedNote'] as const).filter((name) => note[name] === undefined),
  condition: EXISTS,
});
