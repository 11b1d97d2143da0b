// The state changes of payments.
import type { Transitions } from '../transitions.ts';
import type { PaymentStatus } from './payment-words.ts';

export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  Processing: {
    Successful: 'approved',
    Authorized: 'approved, capture is manual',
    Failed: 'declined or not sent',
  },
  Authorized: { Successful: 'captured', Released: 'released, or not captured in time' },
  Successful: {
    Cancelled: 'cancelled',
    PartiallyRefunded: 'part refunded',
    FullyRefunded: 'all refunded',
  },
  Failed: { Successful: 'charge arrived late, period still open' },
  Cancelled: {},
  PartiallyRefunded: { FullyRefunded: 'rest refunded' },
  FullyRefunded: {},
  Released: {},
};
