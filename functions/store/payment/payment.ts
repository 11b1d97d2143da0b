// Payments: claimed before the bank is called, finalized with its answer, and due for an inquiry until then.

import { SAVED_CARD_USES } from '#domain/card/saved-card-use.ts';
import { defined } from '#domain/defined.ts';
import { isPaymentReference } from '#domain/id.ts';
import { CURRENCIES } from '#domain/money.ts';
import { isPaidStatus, PAYMENT_SOURCES, PAYMENT_STATUSES, type Payment } from '#domain/payment/payment.ts';
import { nextLookAt, type SecondLook } from '#domain/payment/second-look.ts';
import {
  code,
  flag,
  integer,
  natural,
  objectOf,
  oneOf,
  optional,
  text,
  textMap,
  texts,
  uuid,
} from '#domain/shape.ts';
import { CARD_ASSOCIATION } from '../card/card-association.ts';
import { manualResolution } from '../manual-resolution.ts';
import { reviewShape } from '../review.ts';
import { create, type Write } from '../table/commit.ts';
import { brokenIn, type Invariants, type Judge, orReview, requireSound } from '../table/invariants.ts';
import {
  dueAttributes,
  entityKey,
  listPartition,
  monthOf,
  paymentsOfOrder,
  shortTimeSort,
  statusPartition,
} from '../table/keys.ts';
import { byTime, dueEntry, type Kind, listEntry, reviewEntry, statusEntry } from '../table/kind.ts';
import { loadRow, moneyRow, newItem, type Stored } from '../table/row.ts';
import { ACCEPTED_SALE, RECURRING_TERMS } from './agreed.ts';

export type PaymentItem = Stored & Payment;

/** The sums and what follows from them. The bank's references of refunds are a set: each is of one refund. */
const INVARIANTS: Invariants<Payment> = {
  sums: ({ chargedMinor, refundedMinor, reservedMinor }) => refundedMinor + reservedMinor <= chargedMinor,
  surcharge: ({ chargedMinor, orderMinor, surchargeBearer }) =>
    orderMinor === undefined || (orderMinor < chargedMinor && surchargeBearer === 'buyer'),
  claim: ({ status, refundedMinor, reservedMinor }) =>
    status !== 'Processing' || refundedMinor + reservedMinor === 0,
  lock: ({ refundLock, reservedMinor }) => refundLock === undefined || reservedMinor > 0,
  reference: ({ refundReferences, refundedMinor }) => !refundReferences?.size || refundedMinor > 0,
};

/** For writes that need no shape of the row. */
export const PAYMENT_JUDGE: Judge<Payment> = { what: 'payment', invariants: INVARIANTS };

export const PAYMENT = /* @__PURE__ */ moneyRow<Payment>('payment', INVARIANTS, () => ({
  paymentReferenceNumber: text,
  merchantId: text,
  orderNumber: text,
  chargedMinor: natural,
  orderMinor: optional(natural),
  currency: oneOf(CURRENCIES),
  installment: integer,
  surchargeBearer: optional(oneOf(['buyer', 'merchant'])),
  cardFamily: optional(text),
  status: oneOf(PAYMENT_STATUSES),
  refundedMinor: natural,
  reservedMinor: natural,
  refundReferences: optional(texts),
  refundLock: optional(text),
  creditsSent: optional(natural),
  cancelledBy: optional(uuid),
  maskedCardNumber: text,
  cardAssociation: CARD_ASSOCIATION,
  bankOrderId: text,
  posId: optional(uuid),
  leaseEpoch: optional(natural),
  bankReferenceNumber: optional(text),
  authorizationCode: optional(text),
  threeDSecure: flag,
  step: optional(oneOf(['Challenge', 'Sale'])),
  challengeEndsAt: optional(text),
  threeDBinding: optional(text),
  saleStartedAt: optional(text),
  source: oneOf(PAYMENT_SOURCES),
  customerId: optional(text),
  cardStorageId: optional(text),
  savesCard: optional(flag),
  saveCardFor: optional(oneOf(SAVED_CARD_USES)),
  recurringTerms: optional(RECURRING_TERMS),
  distanceSale: optional(ACCEPTED_SALE),
  isCardBlocked: optional(flag),
  isCardUseDue: optional(flag),
  recurringPaymentId: optional(text),
  merchantReference: optional(text),
  metadata: optional(textMap),
  errorCode: optional(code()),
  bankResponseCode: optional(text),
  bankMessage: optional(text),
  mdStatus: optional(text),
  eci: optional(text),
  createdAt: text,
  paidAt: optional(text),
  payerDigest: optional(text),
  hostedPageDigest: optional(text),
  variant: optional(text),
  isAgain: optional(flag),
  correlationId: optional(text),
  inquiries: natural,
  inquiryAt: optional(text),
  review: optional(reviewShape()),
  resolution: optional(manualResolution()),
  secondLook: optional(
    objectOf<SecondLook>({
      since: text,
      looks: natural,
      inquiries: natural,
      foundAt: optional(text),
      bankReferenceNumber: optional(text),
      refundId: optional(text),
    }),
  ),
}));

export const paymentKind = () =>
  ({
    keys: [entityKey('{m}', 'PAYMENT', '{reference}')],
    readBy: 'page, merchant, refund',
    indexes: {
      list: [listEntry('PAYMENT')],
      status: [statusEntry('PAYMENT')],
      lookup: [byTime(paymentsOfOrder('{m}', '{number}'))],
      due: [dueEntry('PAYMENT'), reviewEntry('PAYMENT')],
    },
    grants: { payment: 'payments, and the encrypted card that is saved if its payment succeeds' },
    events: 'own',
    read: PAYMENT.find,
    brokenIn: brokenIn(PAYMENT),
  }) satisfies Kind;

/** The merchant's payment; undefined if there is none, or if `reference` is malformed. */
export async function loadPayment(merchantId: string, reference: string): Promise<PaymentItem | undefined> {
  if (!isPaymentReference(reference)) return undefined;
  return await loadRow(PAYMENT, entityKey(merchantId, 'PAYMENT', reference));
}

/**
 * Sorts a paid payment by `paidAt`, any other by `createdAt`. The key changes with the status anyway, so that
 * a query by `paidAt` is one read of the index and costs no write.
 */
export function paymentStatusIndex(payment: Payment, status: Payment['status']) {
  const { merchantId, paymentReferenceNumber: id, createdAt, paidAt = createdAt } = payment;
  const at = isPaidStatus(status) ? paidAt : createdAt;
  return {
    statusPk: statusPartition(merchantId, { noun: 'PAYMENT', status, month: monthOf(at) }),
    statusSk: shortTimeSort(at, id),
  };
}

/**
 * Claims a payment. The sweep makes an inquiry at `inquiryAt` (ISO) unless it is finalized before. Absent for
 * a charge, because the sweep then finds the recurring payment.
 */
export function writePaymentClaim(payment: Payment, inquiryAt?: string): Write {
  const { merchantId, paymentReferenceNumber: id, createdAt, orderNumber, status } = payment;
  const key = entityKey(merchantId, 'PAYMENT', id);
  requireSound(PAYMENT, payment, key);
  const attributes = {
    ...PAYMENT.attributes({ ...payment, ...defined({ inquiryAt }) }),
    listPk: listPartition(merchantId, 'PAYMENT', monthOf(createdAt)),
    listSk: shortTimeSort(createdAt, id),
    ...paymentStatusIndex(payment, status),
    lookupPk: paymentsOfOrder(merchantId, orderNumber),
    lookupSk: shortTimeSort(createdAt, id),
    ...(inquiryAt !== undefined && dueAttributes('PAYMENT', id, inquiryAt)),
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
    | 'errorCode'
    | 'bankResponseCode'
    | 'bankMessage'
    | 'mdStatus'
    | 'eci'
    | 'secondLook'
  >
> & {
  status: 'Successful' | 'Failed';
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

/** A conflict if a person has resolved the payment during an inquiry: then the resolution is read first. */
export const asRead = ({ resolution }: Payment) =>
  resolution === undefined
    ? {
        ...stillProcessing,
        expression: `${stillProcessing.expression} AND attribute_not_exists(#resolution)`,
      }
    : stillProcessing;

/** An outcome of the bank takes precedence over a new resolution; `BANK_UNAVAILABLE` is no such outcome. */
const openFor = (payment: Payment, { errorCode }: PaymentOutcome) =>
  errorCode === 'BANK_UNAVAILABLE' ? asRead(payment) : stillProcessing;

/**
 * Stores the outcome once, and makes its second look due. The write conflicts if another process has
 * finalized the payment.
 */
export function writePaymentOutcome(payment: Payment, outcome: PaymentOutcome): Write {
  const { cardStorageId, ...told } = outcome;
  const lookAt = told.secondLook && nextLookAt(told.secondLook);
  return orReview(
    PAYMENT,
    { ...payment, ...told },
    {
      ...updateOf(payment),
      set: {
        ...PAYMENT.attributes({ ...told, ...(cardStorageId && { cardStorageId }) }),
        ...paymentStatusIndex({ ...payment, ...told }, told.status),
        ...(lookAt && dueAttributes('PAYMENT', payment.paymentReferenceNumber, lookAt.toISOString())),
      },
      remove: [
        ...(lookAt === undefined ? ['duePk', 'dueSk'] : []),
        ...(cardStorageId === null ? ['cardStorageId'] : []),
        'inquiryAt',
        'review',
      ],
      condition: payment.step === 'Challenge' ? stillWaiting : openFor(payment, outcome),
    },
  );
}
