// The words of a refund: its states, how much it gives back, and what the bank did by itself.
export const REFUND_STATUSES = [
  'Pending',
  'Processing',
  'Completed',
  'Failed',
  'Rejected',
  'Expired',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `Full` gives back everything that remains of the payment. */
export const REFUND_TYPES = ['Full', 'Partial'] as const;
export type RefundType = (typeof REFUND_TYPES)[number];

export const ADJUSTMENTS = ['Refund', 'Chargeback'] as const;
/**
 * `Refund`: the history of the order shows it, a void included. `Chargeback`: the bank has taken the money
 * from the merchant, which the history of the order need not show.
 */
export type AdjustmentKind = (typeof ADJUSTMENTS)[number];
