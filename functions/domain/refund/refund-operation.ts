// The operation of the bank that a refund is, why it is no void, and why it was none at all.

/** A void leaves no trace on the cardholder's statement and is possible until the bank closes its batch. */
export type RefundOperation = 'Void' | 'Refund';

/**
 * Why a full refund is no void: the payment is of an earlier day in Istanbul; the bank says that its batch
 * has closed; or another refund has a part of the payment.
 */
export const NO_VOID_REASONS = ['NotSameDay', 'BatchClosed', 'PartlyRefunded'] as const;
export type NoVoidReason = (typeof NO_VOID_REASONS)[number];

export type ProcessedOperation = { processedAs: RefundOperation; processedReason?: NoVoidReason };

/** How the bank has made it. No reference: it made a void, of which histories may have none. */
export type RefundDone = { as: RefundOperation; bankReferenceNumber?: string };

/** Why a refund was not sent and its call can be repeated. */
export const UNDONE_CODES = ['BANK_UNAVAILABLE', 'REFUNDS_DIFFER', 'REFUND_LIMIT_REACHED'] as const;
export type UndoneCode = (typeof UNDONE_CODES)[number];
