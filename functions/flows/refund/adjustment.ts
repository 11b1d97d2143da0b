// Records what the bank did by itself (refunds.md 8.4): a refund or void in its portal, with amount and
// reference as the difference has them from the bank's history, or a chargeback, which no history shows.
import { randomBytes } from 'node:crypto';
import { isPaymentReference, makeUuid } from '#domain/id.ts';
import { shownRefundedMinor } from '#domain/payment/payment.ts';
import type { UnknownRefund } from '#domain/reconciliation/difference.ts';
import {
  type Adjuster,
  adjustableMinor,
  adjustingRefund,
  requireAdjustable,
} from '#domain/refund/adjustment.ts';
import type { Refund } from '#domain/refund/refund.ts';
import type { AdjustmentKind } from '#domain/refund/refund-words.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  type Difference,
  type DifferenceItem,
  loadDifference,
  toldOf,
  writeDifference,
} from '#store/difference.ts';
import { loadPayment, type PaymentItem } from '#store/payment/payment.ts';
import { writeAdjusted } from '#store/payment/payment-balance.ts';
import { readRefund, writeNewRefund } from '#store/refund/refund.ts';
import type { Write } from '#store/table/commit.ts';
import { refundsOfPayment } from '#store/table/keys.ts';
import { rowsOf } from '#store/table/table.ts';
import { correlateWithOrder } from '../order-correlation.ts';

type AdjustmentRequest = {
  merchantId: string;
  paymentReferenceNumber: string;
  bankReferenceNumber: string;
  by: Adjuster;
  reason: string;
  kind: AdjustmentKind;
  /** As the merchant states it; absent: the difference has it. */
  amountMinor?: number;
};
type PlannedAdjustment = { refund: Refund; refundableMinor: number; writes: Write[] };

/**
 * Returns what is to be written at once. A conflict then: payment or difference has changed.
 * @throws Rejection PAYMENT_NOT_FOUND, ADJUSTMENT_EXISTS, ADJUSTMENT_NOT_NAMED, REFUND_AMOUNT_EXCEEDED,
 * CONCURRENT_UPDATE while a refund is at the bank
 */
export async function planAdjustment(asked: AdjustmentRequest, now: Date): Promise<PlannedAdjustment> {
  const { merchantId, paymentReferenceNumber, bankReferenceNumber, kind } = asked;
  if (!isPaymentReference(paymentReferenceNumber)) throw new Rejection('PAYMENT_NOT_FOUND');
  const [payment, difference, owner] = await Promise.all([
    loadPayment(merchantId, paymentReferenceNumber),
    loadDifference(merchantId, paymentReferenceNumber),
    ownerOf(asked),
  ]);
  if (payment === undefined) throw new Rejection('PAYMENT_NOT_FOUND');
  correlateWithOrder(payment);
  if (owner !== undefined) throw new Rejection('ADJUSTMENT_EXISTS', { refundId: owner });
  const named = refundsIn(difference);
  const shown = named.find((one) => one.bankReferenceNumber === bankReferenceNumber);
  if (shown === undefined && kind === 'Refund') throw notNamed(named);
  const { amountMinor = shown?.amountMinor ?? 0 } = asked;
  if (shown !== undefined && shown.amountMinor !== amountMinor) throw notNamed(named);
  const found: UnknownRefund = shown ?? { bankReferenceNumber, amountMinor, as: 'Refund' };
  requireAdjustable(payment, amountMinor);
  const refundId = makeUuid(now.getTime(), randomBytes);
  const refund = adjustingRefund(payment, found, { ...asked, refundId }, now);
  const left = shown && differenceAfter(difference, payment, refund, asked, now);
  const writes = [
    writeAdjusted(payment, refund, { told: toldOf(left ?? difference), isShown: shown !== undefined }),
    ...writeNewRefund(refund),
    ...(left ? [writeDifference(difference, left)] : []),
  ];
  return { refund, refundableMinor: adjustableMinor(payment) - amountMinor, writes };
}

/** The completed refund of the payment that has this reference. */
async function ownerOf(asked: AdjustmentRequest): Promise<string | undefined> {
  const { merchantId, paymentReferenceNumber, bankReferenceNumber } = asked;
  const partition = refundsOfPayment(merchantId, paymentReferenceNumber);
  for await (const item of rowsOf({ index: 'lookup', partition })) {
    const { refund } = readRefund(item);
    if (refund.bankReferenceNumber === bankReferenceNumber) return refund.refundId;
  }
  return undefined;
}

/** What an open difference names, or one that a person has closed. */
function refundsIn(difference: DifferenceItem | undefined): readonly UnknownRefund[] {
  const isSettled = difference?.state !== 'Open' && difference?.closedBy === undefined;
  return (!isSettled && difference?.refunds) || [];
}

function notNamed(refunds: readonly UnknownRefund[]): Rejection {
  const bankReferenceNumbers = refunds.map((one) => one.bankReferenceNumber);
  return new Rejection('ADJUSTMENT_NOT_NAMED', { bankReferenceNumbers }).at('bankReferenceNumber');
}

/** The difference that is left. It is closed if both sides have given back the same. */
function differenceAfter(
  difference: DifferenceItem | undefined,
  payment: PaymentItem,
  { amountMinor }: Refund,
  { bankReferenceNumber, by, reason }: AdjustmentRequest,
  now: Date,
): Difference {
  const { ours, bank } = difference ?? {};
  if (difference === undefined || ours === undefined || bank === undefined) {
    throw new Error('The difference has no sums.');
  }
  const givenBackMinor = shownRefundedMinor(payment) + amountMinor;
  if (givenBackMinor > bank.givenBackMinor) throw notNamed([]);
  const { refunds = [], ...kept } = { ...difference, ours: { ...ours, givenBackMinor } };
  if (givenBackMinor === bank.givenBackMinor) {
    const closedBy = 'keyId' in by ? by.keyId : by.operator;
    return { ...kept, state: 'Closed', closedBy, reason, closedAt: now.toISOString() };
  }
  return { ...kept, refunds: refunds.filter((one) => one.bankReferenceNumber !== bankReferenceNumber) };
}
