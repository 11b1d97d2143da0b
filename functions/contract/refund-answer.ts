// A refund in responses, and the answer for one that was sent to the bank. That answer depends on the stored
// refund alone, so a repeated approval gets the answer for the refund's current state. With the same
// Idempotency-Key a repeat gets the first answer instead, even if that was a 202 (api.md 7.2).

import { toDecimal } from '#domain/money.ts';
import { alreadyDecided, type Refund, refundWaiting } from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Answer, Sentence } from './answer.ts';
import { type HolderNames, nameOf } from './holder-names.ts';
import { showWaiting } from './waiting.ts';

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
    adjustment: refund.adjustment ?? null,
    createdAt: refund.createdAt,
    decidedAt: refund.decidedAt ?? null,
    completedAt: refund.completedAt ?? null,
    ...showWaiting(refundWaiting(refund), now),
  };
}

/** Where a refund is read: also who requested and decided it, by name (api.md 6.11). */
export const showNamedRefund = (refund: Refund, names: HolderNames, now: Date) => ({
  ...showRefund(refund, now),
  requestedByName: nameOf(names, refund.requestedBy),
  decidedByName: nameOf(names, refund.decidedBy),
});

const SURCHARGE_TOO = {
  tr: ' Taksit vade farkı da geri verilir (`surchargeAmount`).',
  en: ' The surcharge of the installments is given back too (`surchargeAmount`).',
};

/** The sentence, and why the refund is of more than the amount of the order. */
export const withSurcharge = ({ tr, en }: Sentence, { surchargeMinor }: Refund): Sentence =>
  surchargeMinor === undefined ? { tr, en } : { tr: tr + SURCHARGE_TOO.tr, en: en + SURCHARGE_TOO.en };

type CompletedAnswer = Required<Pick<Answer, 'status' | 'message'>>;

const UNDER_WAY = {
  tr: 'İade işleniyor; sonucu henüz bilinmiyor.',
  en: 'The refund is being processed; its outcome is not known yet.',
};

/** Throws REFUND_DECLINED_BY_BANK, BANK_UNAVAILABLE (the call was undone) or REFUND_INVALID_STATE. */
export function refundAnswer(refund: Refund, done: CompletedAnswer, now: Date): Answer {
  const { refundId, status, errorCode, bankResponseCode, bankMessage } = refund;
  switch (status) {
    case 'Completed':
      return { ...done, message: withSurcharge(done.message, refund), data: showRefund(refund, now) };
    case 'Processing':
      return { status: 202, message: withSurcharge(UNDER_WAY, refund), data: showRefund(refund, now) };
    case 'Pending':
      throw new Rejection('BANK_UNAVAILABLE', { refundId });
    case 'Failed':
      if (errorCode === 'BANK_UNAVAILABLE') throw new Rejection(errorCode, { refundId });
      throw new Rejection('REFUND_DECLINED_BY_BANK', {
        refundId,
        bankErrorCode: errorCode ?? null,
        bankResponseCode: bankResponseCode ?? null,
        bankMessage: bankMessage ?? null,
      });
    case 'Rejected':
    case 'Expired':
      throw alreadyDecided(refund);
  }
}
