// The state changes of hosted pages and payments.
import type { Transitions } from '../transitions.ts';
import type { HostedPageState } from './hosted-page.ts';
import type { PaymentStatus } from './payment.ts';

/** The states that a reader sees: Expired and Superseded follow from the clock and from a newer page. */
export const HOSTED_PAGE_TRANSITIONS: Transitions<HostedPageState> = {
  Open: {
    Processing: 'form submitted',
    Failed: 'too many cards tried',
    Closed: 'closed by the merchant',
    Expired: 'time over',
    Superseded: 'newer page',
  },
  Processing: {
    Paid: 'approved',
    Open: 'declined or not sent',
    Failed: 'fifth decline',
    Expired: 'declined or not sent, time over',
    Superseded: 'declined or not sent, newer page',
  },
  Paid: {},
  Failed: {},
  Closed: {},
  Expired: { Superseded: 'newer page' },
  Superseded: {},
};

export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  Processing: { Successful: 'approved', Failed: 'declined or not sent' },
  Successful: {
    Cancelled: 'cancelled',
    PartiallyRefunded: 'part refunded',
    FullyRefunded: 'all refunded',
  },
  Failed: { Successful: 'charge arrived late, period still open' },
  Cancelled: {},
  PartiallyRefunded: { FullyRefunded: 'rest refunded' },
  FullyRefunded: {},
};
