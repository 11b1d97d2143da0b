// The words of a payment: its statuses, and what makes it.
export const PAYMENT_STATUSES = [
  'Processing',
  'Authorized',
  'Successful',
  'Failed',
  'Cancelled',
  'PartiallyRefunded',
  'FullyRefunded',
  'Released',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_SOURCES = ['HostedPage', 'RecurringPayment', 'Charge'] as const;
