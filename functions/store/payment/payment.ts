// Payments: claimed before the bank is called, finalized with its answer, and due for an inquiry until then.

import { reviewFields } from '#domain/bank/waiting.ts';
import type { Mandate } from '#domain/card/mandate.ts';
import { SAVED_CARD_USES } from '#domain/card/saved-card-use.ts';
import { recurringTermsFields } from '#domain/frequency.ts';
import { isPaymentReference } from '#domain/id.ts';
import { manualResolution } from '#domain/manual-resolution.ts';
import { CURRENCIES } from '#domain/money.ts';
import { type Authorization, CAPTURE_STEPS, type SentStep } from '#domain/payment/authorization.ts';
import { acceptedSaleFields } from '#domain/payment/distance-sale.ts';
import { LABELS } from '#domain/payment/labels.ts';
import { isPaidStatus, PAYMENT_SOURCES, PAYMENT_STATUSES, type Payment } from '#domain/payment/payment.ts';
import { POS_REASONS } from '#domain/payment/pos-route.ts';
import type { Recheck } from '#domain/payment/recheck.ts';
import type { ToldDifference } from '#domain/reconciliation/difference.ts';
import {
  bytes,
  code,
  flag,
  integer,
  natural,
  object,
  objectOf,
  oneOf,
  optional,
  text,
  texts,
  uuid,
  yes,
} from '#domain/shape.ts';
import { CARD_ASSOCIATION } from '../card/card-association.ts';
import { kindOfDifference, sums, unknownRefunds } from '../difference-shape.ts';
import { brokenIn, type Invariants, type Judge } from '../table/invariants.ts';
import {
  differingPayments,
  entityKey,
  monthOf,
  paymentsOfOrder,
  shortTimeSort,
  statusPartition,
} from '../table/keys.ts';
import { byTime, dueEntry, type Kind, listEntry, reviewEntry, statusEntry } from '../table/kind.ts';
import { loadRow, moneyRow, type Stored } from '../table/row.ts';

export type PaymentItem = Stored & Payment;

/** The sums and what follows from them. The bank's references of refunds are a set: each is of one refund. */
const INVARIANTS: Invariants<Payment> = {
  sums: ({ chargedMinor, refundedMinor, reservedMinor }) => refundedMinor + reservedMinor <= chargedMinor,
  chargedBack: ({ chargedBackMinor = 0, refundedMinor }) => chargedBackMinor <= refundedMinor,
  surcharge: ({ chargedMinor, orderMinor, surchargeBearer }) =>
    orderMinor === undefined || (orderMinor < chargedMinor && surchargeBearer === 'buyer'),
  authorization: ({ status, capture, authorization, chargedMinor }) =>
    status === 'Authorized' || status === 'Released'
      ? capture === 'manual' && authorization?.amountMinor === chargedMinor
      : authorization === undefined || capture === 'manual',
  claim: ({ status, refundedMinor, reservedMinor }) =>
    status !== 'Processing' || refundedMinor + reservedMinor === 0,
  lock: ({ refundLock, reservedMinor }) => refundLock === undefined || reservedMinor > 0,
  reference: ({ refundReferences, refundedMinor }) => !refundReferences?.size || refundedMinor > 0,
};

const step = () => oneOf(CAPTURE_STEPS);
const authorization = () =>
  objectOf<Authorization>({
    amountMinor: natural,
    at: text,
    endsAt: text,
    isEndTold: optional(yes),
    sent: optional(
      objectOf<SentStep>({
        kind: step(),
        amountMinor: natural,
        at: text,
        worker: text,
        by: optional(uuid),
      }),
    ),
    ended: optional(
      objectOf<NonNullable<Authorization['ended']>>({
        as: step(),
        at: text,
        by: optional(uuid),
        sentAt: optional(text),
      }),
    ),
  });

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
  capture: optional(oneOf(['manual'])),
  authorization: optional(authorization()),
  surchargeBearer: optional(oneOf(['buyer', 'merchant'])),
  cardFamily: optional(text),
  status: oneOf(PAYMENT_STATUSES),
  refundedMinor: natural,
  chargedBackMinor: optional(natural),
  reservedMinor: natural,
  refundReferences: optional(texts),
  chargebackReferences: optional(texts),
  refundLock: optional(text),
  creditsSent: optional(natural),
  cancelledBy: optional(uuid),
  maskedCardNumber: text,
  cardAssociation: CARD_ASSOCIATION,
  bankOrderId: text,
  posId: optional(uuid),
  posReason: optional(oneOf(POS_REASONS)),
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
  recurringTerms: optional(object(recurringTermsFields())),
  distanceSale: optional(object(acceptedSaleFields())),
  isCardBlocked: optional(flag),
  isCardUseDue: optional(flag),
  recurringPaymentId: optional(text),
  merchantReference: optional(text),
  chargedCard: optional(object({ fingerprint: text, sealVersion: natural })),
  mandate: optional(objectOf<Mandate>({ reference: text, acceptedAtMs: integer })),
  ...LABELS,
  note: optional(text),
  sealedNote: optional(bytes),
  errorCode: optional(code()),
  bankResponseCode: optional(text),
  bankMessage: optional(text),
  mdStatus: optional(text),
  eci: optional(text),
  createdBy: optional(uuid),
  createdAt: text,
  paidAt: optional(text),
  failedAt: optional(text),
  payerDigest: optional(text),
  hostedPageDigest: optional(text),
  variant: optional(text),
  isAgain: optional(flag),
  correlationId: optional(text),
  inquiries: natural,
  inquiryAt: optional(text),
  review: optional(object(reviewFields())),
  resolution: optional(manualResolution()),
  recheck: optional(
    objectOf<Recheck>({
      since: text,
      checks: natural,
      inquiries: natural,
      foundAt: optional(text),
      bankReferenceNumber: optional(text),
      refundId: optional(text),
    }),
  ),
  difference: optional(
    objectOf<ToldDifference>({
      kind: kindOfDifference(),
      since: text,
      bank: sums(),
      refunds: optional(unknownRefunds()),
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
      second: [byTime(differingPayments('{m}'))],
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
