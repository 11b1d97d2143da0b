// Payments: claimed before the bank is called, finalized with its answer, and due for an inquiry until then.
import { isPaymentReference } from '#domain/id.ts';
import type { ManualResolution } from '#domain/manual-resolution.ts';
import { CURRENCIES } from '#domain/money.ts';
import { PAYMENT_STATUSES, type Payment } from '#domain/payment/payment.ts';
import { nextLookAt, type SecondLook } from '#domain/payment/second-look.ts';
import {
  code,
  flag,
  integer,
  natural,
  objectOf,
  oneOf,
  optional,
  storedAs,
  text,
  uuid,
} from '#domain/shape.ts';
import { CARD_ASSOCIATION } from '../card/card.ts';
import { manualResolution } from '../manual-resolution.ts';
import { create, type Write } from '../table/commit.ts';
import {
  dueAttributes,
  entityKey,
  listPartition,
  listShardOf,
  monthOf,
  paymentsOfOrder,
  REVIEW_PARTITION,
  reviewAttributes,
  statusPartition,
  timeSort,
} from '../table/keys.ts';
import { loadRow, newItem, row, type Stored } from '../table/row.ts';

export type PaymentItem = Stored & Payment;

export const PAYMENT = /* @__PURE__ */ row<Payment>('payment', () => ({
  paymentReferenceNumber: text,
  merchantId: text,
  orderNumber: text,
  amountMinor: natural,
  currency: oneOf(CURRENCIES),
  installment: integer,
  status: oneOf(PAYMENT_STATUSES),
  refundedMinor: natural,
  reservedMinor: natural,
  refundLock: optional(storedAs('refundInFlight', text)),
  maskedCardNumber: text,
  cardAssociation: CARD_ASSOCIATION,
  bankOrderId: text,
  posId: optional(storedAs('pos', uuid)),
  bankReferenceNumber: optional(text),
  authorizationCode: optional(text),
  threeDSecure: flag,
  step: optional(oneOf(['Challenge', 'Sale'])),
  challengeEndsAt: optional(text),
  threeDBinding: optional(text),
  saleStartedAt: optional(text),
  source: oneOf(['HostedPage', 'RecurringPayment']),
  customerId: optional(text),
  cardStorageId: optional(text),
  savesCard: optional(flag),
  isCardBlocked: optional(storedAs('isCardRefused', flag)),
  isCardUseDue: optional(storedAs('isCardUnpaid', flag)),
  recurringPaymentId: optional(text),
  errorCode: optional(code()),
  bankResponseCode: optional(text),
  createdAt: text,
  paidAt: optional(text),
  payerDigest: optional(text),
  hostedPageDigest: optional(text),
  correlationId: optional(text),
  listShards: optional(natural),
  inquiries: natural,
  resolution: optional(storedAs('verdict', manualResolution())),
  secondLook: optional(
    objectOf<SecondLook>({
      ...{ since: text, looks: natural, inquiries: natural },
      ...{ foundAt: optional(text), bankReferenceNumber: optional(text), refundId: optional(text) },
    }),
  ),
}));

/** The merchant's payment; undefined if there is none, or if `reference` is malformed. */
export async function loadPayment(merchantId: string, reference: string): Promise<PaymentItem | undefined> {
  if (!isPaymentReference(reference)) return undefined;
  return await loadRow(PAYMENT, entityKey(merchantId, 'PAYMENT', reference));
}

const shardOfPayment = ({ paymentReferenceNumber: id, listShards }: Payment) => listShardOf(id, listShards);
export const paymentStatusIndex = (payment: Payment, status: Payment['status']) => ({
  statusPk: statusPartition(payment.merchantId, {
    ...{ noun: 'PAYMENT', status, month: monthOf(payment.createdAt) },
    shard: shardOfPayment(payment),
  }),
});

/**
 * Claims a payment. The sweep makes an inquiry at `inquiryAt` (ISO) unless it is finalized before. Absent for
 * a charge, because the sweep then finds the recurring payment.
 */
export function writePaymentClaim(payment: Payment, inquiryAt?: string): Write {
  const { merchantId, paymentReferenceNumber: id, createdAt, orderNumber, status } = payment;
  const sort = timeSort(createdAt, id);
  const attributes = {
    ...PAYMENT.attributes(payment),
    listPk: listPartition(merchantId, 'PAYMENT', monthOf(createdAt), shardOfPayment(payment)),
    listSk: sort,
    ...paymentStatusIndex(payment, status),
    statusSk: sort,
    lookupPk: paymentsOfOrder(merchantId, orderNumber),
    lookupSk: sort,
    ...(inquiryAt !== undefined && dueAttributes('PAYMENT', id, inquiryAt)),
  };
  return create('payment', newItem(entityKey(merchantId, 'PAYMENT', id), attributes));
}

const stillProcessing = { expression: '#status = :processing', values: { ':processing': 'Processing' } };

export type PaymentOutcome = Partial<
  Pick<
    Payment,
    | 'bankReferenceNumber'
    | 'authorizationCode'
    | 'cardStorageId'
    | 'paidAt'
    | 'errorCode'
    | 'bankResponseCode'
    | 'secondLook'
  >
> & { status: 'Successful' | 'Failed' };

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
  const { merchantId, paymentReferenceNumber: id } = payment;
  return {
    what: 'payment',
    kind: 'update',
    key: entityKey(merchantId, 'PAYMENT', id),
    set: {
      step: 'Sale',
      saleWorker: worker,
      saleStartedAt: now.toISOString(),
      ...dueAttributes('PAYMENT', id, inquiryAt),
    },
    condition: stillWaiting,
  };
}

/**
 * Stores the outcome once, and makes its second look due. The write conflicts if another process has
 * finalized the payment.
 */
export function writePaymentOutcome(payment: Payment, outcome: PaymentOutcome): Write {
  const lookAt = outcome.secondLook && nextLookAt(outcome.secondLook);
  return {
    what: 'payment',
    kind: 'update',
    key: entityKey(payment.merchantId, 'PAYMENT', payment.paymentReferenceNumber),
    set: {
      ...PAYMENT.attributes(outcome),
      ...paymentStatusIndex(payment, outcome.status),
      ...(lookAt && dueAttributes('PAYMENT', payment.paymentReferenceNumber, lookAt.toISOString())),
    },
    remove: lookAt === undefined ? ['duePk', 'dueSk'] : [],
    condition: payment.step === 'Challenge' ? stillWaiting : stillProcessing,
  };
}

/** An inquiry decided nothing. Without `nextAt` the payment waits for a manual resolution. */
export function writePaymentInquiry(
  payment: Payment,
  { inquiries, nextAt }: { inquiries: number; nextAt: string | undefined },
): Write {
  const { merchantId, paymentReferenceNumber: id } = payment;
  const place = nextAt
    ? dueAttributes('PAYMENT', id, nextAt)
    : reviewAttributes('PAYMENT', id, payment.createdAt);
  return {
    what: 'payment',
    kind: 'update',
    key: entityKey(merchantId, 'PAYMENT', id),
    set: { inquiries, ...place },
    condition: stillProcessing,
  };
}

/** Stores what an operator found at the bank. The sweep applies it after its next inquiry. */
export function writePaymentResolution(payment: Payment, resolution: ManualResolution): Write {
  const key = entityKey(payment.merchantId, 'PAYMENT', payment.paymentReferenceNumber);
  return {
    what: 'payment',
    kind: 'update',
    key,
    set: PAYMENT.attributes({ resolution }),
    condition: stillProcessing,
  };
}

/** Moves the next inquiry from `planned` to `at`; a conflict if it is planned otherwise by now. */
export function writePaymentDue(payment: Payment, at: string, planned: string): Write {
  const { merchantId, paymentReferenceNumber: id } = payment;
  return {
    what: 'payment',
    kind: 'update',
    key: entityKey(merchantId, 'PAYMENT', id),
    set: dueAttributes('PAYMENT', id, at),
    condition: {
      expression: `${stillProcessing.expression} AND #dueSk = :planned`,
      values: { ...stillProcessing.values, ':planned': dueAttributes('PAYMENT', id, planned).dueSk },
    },
  };
}

/** Makes the payment due: the sweep asks the bank once more, then applies the manual resolution, if any. */
export function writePaymentReview(payment: Payment, at: string, resolution?: ManualResolution): Write {
  const { merchantId, paymentReferenceNumber: id } = payment;
  return {
    what: 'payment',
    kind: 'update',
    key: entityKey(merchantId, 'PAYMENT', id),
    set: { ...dueAttributes('PAYMENT', id, at), ...(resolution && PAYMENT.attributes({ resolution })) },
    condition: {
      // Failed: the sale of a second look is reviewed.
      expression: '#status IN (:processing, :failed) AND #duePk = :review',
      values: { ':processing': 'Processing', ':failed': 'Failed', ':review': REVIEW_PARTITION },
    },
  };
}
