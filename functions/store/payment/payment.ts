// Payments: claimed before the bank is called, finalized with its answer, and due for an inquiry until then.
import { isPaymentReference } from '#domain/id.ts';
import { isPaidStatus, type Payment } from '#domain/payment/payment.ts';
import { paymentFields } from '#domain/row/payment.ts';
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

/** For writes that need no shape of the row. */
export const PAYMENT_JUDGE: Judge<Payment> = { what: 'payment', invariants: INVARIANTS };

export const PAYMENT = /* @__PURE__ */ moneyRow<Payment>('payment', INVARIANTS, paymentFields);

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
