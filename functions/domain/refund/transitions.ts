// The state changes of refunds. A request begins as Pending, a one-step refund as Processing, an adopted one
// as Completed.
import type { Transitions } from '../transitions.ts';
import type { RefundStatus } from './refund-words.ts';

export const REFUND_TRANSITIONS: Transitions<RefundStatus> = {
  Pending: { Processing: 'approve', Rejected: 'reject', Expired: 'nobody decides' },
  Processing: {
    Completed: 'bank approved',
    Failed: 'bank refused, or one step and bank not reached',
    Pending: 'bank not reached',
  },
  Completed: {},
  Failed: {},
  Rejected: {},
  Expired: {},
};
