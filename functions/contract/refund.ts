// Refunds in requests (refunds.md 1.2) and responses.
import { toDecimal } from '#domain/money.ts';
import { REFUND_TYPES, type Refund, refundWaiting } from '#domain/refund/refund.ts';
import type { RefundSummary } from '#domain/refund/refund-statistics.ts';
import type { Sentence } from './answer.ts';
import { amount, fields, oneOf, optional, paymentReference, text } from './field/field.ts';
import { metadata } from './field/metadata.ts';
import { REFUND_WORDS } from './field/other-words.ts';
import { showFigures } from './figures.ts';
import { showWaiting } from './waiting.ts';

const MAX_REASON_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 1000;

const reason = () => text(1, MAX_REASON_LENGTH);
const note = () => optional(text(0, MAX_REASON_LENGTH));
const description = () => optional(text(0, MAX_DESCRIPTION_LENGTH));

/** The body of a refund, also in one step. */
export const refundBody = () =>
  fields(
    {
      transactionId: paymentReference(),
      amount: amount(),
      reason: reason(),
      refundType: optional(oneOf(REFUND_TYPES)),
      description: description(),
      metadata: optional(metadata()),
    },
    REFUND_WORDS,
  );
/** The body of a cancellation. `amount` and `refundType` can only agree: it gives back the whole payment. */
export const cancellationBody = () =>
  fields(
    {
      transactionId: paymentReference(),
      amount: optional(amount()),
      reason: note(),
      refundType: optional(oneOf(REFUND_TYPES)),
      description: description(),
      metadata: optional(metadata()),
    },
    REFUND_WORDS,
  );
/** The body of an approval or a rejection. */
export const decisionBody = () => fields({ reason: note() });

export function showRefund(refund: Refund, now: Date) {
  return {
    refundId: refund.refundId,
    transactionId: refund.transactionId,
    orderNumber: refund.orderNumber,
    amount: toDecimal(refund.amountMinor),
    surchargeAmount: toDecimal(refund.surchargeMinor ?? 0),
    currency: refund.currency,
    refundType: refund.refundType,
    processedAs: refund.processedAs ?? null,
    processedReason: refund.processedReason ?? null,
    reason: refund.reason ?? null,
    description: refund.description ?? null,
    status: refund.status,
    bankReferenceNumber: refund.bankReferenceNumber ?? null,
    errorCode: refund.errorCode ?? null,
    bankMessage: refund.bankMessage ?? null,
    decisionNote: refund.decisionNote ?? null,
    metadata: refund.metadata ?? {},
    requestedBy: refund.requestedBy ?? null,
    decidedBy: refund.decidedBy ?? null,
    createdAt: refund.createdAt,
    decidedAt: refund.decidedAt ?? null,
    completedAt: refund.completedAt ?? null,
    ...showWaiting(refundWaiting(refund), now),
  };
}

const SURCHARGE_TOO = {
  tr: ' Taksit vade farkı da geri verilir (`surchargeAmount`).',
  en: ' The surcharge of the installments is given back too (`surchargeAmount`).',
};

/** The sentence, and why the refund is of more than the amount of the order. */
export const withSurcharge = ({ tr, en }: Sentence, { surchargeMinor }: Refund): Sentence =>
  surchargeMinor === undefined ? { tr, en } : { tr: tr + SURCHARGE_TOO.tr, en: en + SURCHARGE_TOO.en };

export const showStatistics = (row: RefundSummary) => ({
  ...showFigures(row),
  refundedAmount: toDecimal(row.byStatus.Completed.amountMinor),
  pendingAmount: toDecimal(row.byStatus.Pending.amountMinor),
  fullCount: row.fullCount,
  partialCount: row.partialCount,
  voidCount: row.voidCount,
});
