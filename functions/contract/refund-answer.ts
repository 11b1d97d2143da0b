// The answer for a refund that was sent to the bank. It depends on the stored refund alone, so a repeated
// approval gets the answer for the refund's current state. With the same Idempotency-Key a repeat gets the
// first answer instead, even if that was a 202 (api.md 7.2).
import { alreadyDecided, type Refund } from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import type { Answer } from './answer.ts';
import { showRefund, withSurcharge } from './refund.ts';

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
