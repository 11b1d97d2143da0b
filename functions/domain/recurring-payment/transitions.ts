// The state changes of recurring payments (recurring-payments.md R6, R10 to R13, R15 to R17 and R21).
import type { Transitions } from '../transitions.ts';
import type { RecurringPaymentStatus } from './recurring-payment.ts';

/** The changes by a charge or a call, equal for all states in which due dates are charged. */
const CHARGING = {
  Unpaid: 'hard decline or last retry',
  Paused: 'pause, or inactive customer',
  Cancelled: 'cancel, or withdrawal',
  Completed: 'limit or end reached',
};

export const RECURRING_PAYMENT_TRANSITIONS: Transitions<RecurringPaymentStatus> = {
  Trialing: { Active: 'regular charge paid', PastDue: 'soft decline', ...CHARGING },
  Active: { PastDue: 'soft decline', ...CHARGING },
  PastDue: { Trialing: 'trial charge paid', Active: 'regular charge paid', ...CHARGING },
  Unpaid: {
    Trialing: 'resume, or trial charge paid with new card',
    Active: 'resume, or charge paid with new card',
    Cancelled: 'cancel, or withdrawal',
    Completed: 'resume or charge, nothing left',
  },
  Paused: {
    Trialing: 'resume during the trial',
    Active: 'resume',
    Cancelled: 'cancel, or withdrawal',
    Completed: 'resume or pending sale, nothing left',
  },
  Cancelled: {},
  Completed: {},
};
