// The preview of a refund in responses (refunds.md 10).
import type { Language } from '#domain/language.ts';
import { toDecimal } from '#domain/money.ts';
import type { RefundPreview } from '#domain/refund/refund-preview.ts';
import { isoOf } from '#domain/time/duration.ts';
import type { Answer } from './answer.ts';

const PREVIEWED = {
  tr: 'Önizleme: hiçbir şey değişmedi. Yapmak için `preview` olmadan gönderin.',
  en: 'A preview: nothing was changed. Send it without `preview` to do it.',
};

/** What the cardholder sees; the bank of the card decides when. */
const SEEN = {
  Void: {
    tr: 'Ödeme, bekleyen işlemlerden silinir ve ekstrede hiç görünmez.',
    en: 'The payment disappears from the pending transactions and is never on the statement.',
  },
  Refund: {
    tr: 'Ödeme ekstrede kalır; iade ayrı bir alacak satırıdır.',
    en: 'The payment stays on the statement; the refund is a credit of its own.',
  },
  InParts: {
    tr: 'Ödeme ekstrede kalır; iade ayrı bir alacak satırıdır ve taksitlere bölünerek görünebilir.',
    en: 'The payment stays on the statement; the refund is a credit of its own, which may come in parts.',
  },
};

export const showRefundPreview = (
  preview: RefundPreview,
  status: RefundPreview['refund']['status'],
  language: Language,
) => {
  const { refund } = preview;
  const { processedAs = 'Refund' } = refund;
  const seen = processedAs === 'Refund' && preview.installment > 1 ? SEEN.InParts : SEEN[processedAs];
  return {
    changes: preview.changes,
    transactionId: refund.transactionId,
    orderNumber: refund.orderNumber,
    amount: toDecimal(refund.amountMinor),
    surchargeAmount: toDecimal(refund.surchargeMinor ?? 0),
    currency: refund.currency,
    refundType: refund.refundType,
    status,
    processedAs,
    processedReason: refund.processedReason ?? null,
    paymentStatus: preview.paymentStatus,
    refundableAmount: toDecimal(preview.refundableMinor),
    remainingAmount: toDecimal(preview.remainingMinor),
    voidUntil: preview.voidUntilMs === undefined ? null : isoOf(preview.voidUntilMs),
    refundableUntil: isoOf(preview.refundableUntilMs),
    cardholderSees: seen[language],
    cardholderSeesBy: isoOf(preview.seenByMs),
  };
};

/** `status`: of the refund after the call, if the bank approves. */
export const refundPreviewAnswer = (
  preview: RefundPreview,
  status: RefundPreview['refund']['status'],
  language: Language,
): Answer => ({ message: PREVIEWED, data: showRefundPreview(preview, status, language) });
