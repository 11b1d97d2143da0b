// Which events follow from a change of a recurring payment: what became of an attempt, then the new status.
import type {
  Attempt,
  RecurringPayment,
  RecurringPaymentState,
} from '../recurring-payment/recurring-payment.ts';
import type { Happening } from './happening.ts';

type AttemptNumbers = Pick<Attempt, 'periodNumber' | 'attemptNumber'>;

export function eventsOfRecurringPayment(
  before: RecurringPayment | undefined,
  after: RecurringPayment,
): Happening[] {
  if (before === undefined) {
    return [{ type: 'recurring_payment.created', at: isoOf(after.createdAtMs) }];
  }
  return [...ofAttempt(before, after), ...ofState(before, after)];
}

/** The row of the attempt tells the outcome: a failed attempt may also have been taken back. */
function ofAttempt(before: RecurringPayment, after: RecurringPayment): Happening[] {
  if (after.totalCollectedMinor > before.totalCollectedMinor) {
    const attempt = attemptEnded(before, after) ?? lastOfOpenPeriod(before);
    return [{ type: 'recurring_payment.charged', ...(attempt && { attempt }) }];
  }
  const attempt = attemptEnded(before, after);
  return attempt ? [{ type: 'recurring_payment.charge_failed', attempt }] : [];
}

/** The attempt that was in flight, or that was decided without the bank. */
function attemptEnded(before: RecurringPayment, after: RecurringPayment): AttemptNumbers | undefined {
  const { openAttempt, requestedCharges = [] } = before;
  if (openAttempt !== undefined) {
    return after.openAttempt === undefined ? numbersOf(openAttempt) : undefined;
  }
  if (after.openAttempt !== undefined) return undefined;
  if (after.failureStreak > before.failureStreak) return lastOfOpenPeriod(after);
  const isLeft = ({ periodNumber }: AttemptNumbers) =>
    (after.requestedCharges ?? []).some((one) => one.periodNumber === periodNumber);
  const gone = requestedCharges.find((one) => !isLeft(one));
  return gone && numbersOf(gone);
}

const numbersOf = ({ periodNumber, attemptNumber }: AttemptNumbers) => ({ periodNumber, attemptNumber });
const lastOfOpenPeriod = ({ openPeriod }: RecurringPayment): AttemptNumbers | undefined =>
  openPeriod && { periodNumber: openPeriod.number, attemptNumber: openPeriod.attempts };

function ofState(before: RecurringPayment, after: RecurringPayment): Happening[] {
  const { state, resumedAtMs } = after;
  if (before.state.status === state.status) return [];
  switch (state.status) {
    case 'PastDue':
      return [{ type: 'recurring_payment.past_due' }];
    case 'Unpaid':
      return [{ type: 'recurring_payment.unpaid' }];
    case 'Trialing':
    case 'Active':
      // Otherwise a charge has succeeded, which is an event of its own.
      return resumedAtMs !== before.resumedAtMs
        ? [{ type: 'recurring_payment.resumed', at: isoOf(resumedAtMs) }]
        : [];
    case 'Paused':
      return [{ type: 'recurring_payment.paused', at: isoOf(state.pausedAtMs) }];
    case 'Cancelled':
      return [{ type: 'recurring_payment.cancelled', at: isoOf(endedAtMs(state)) }];
    case 'Completed':
      return [{ type: 'recurring_payment.completed', at: isoOf(endedAtMs(state)) }];
  }
}

const endedAtMs = (state: Extract<RecurringPaymentState, { status: 'Cancelled' | 'Completed' }>) =>
  state.status === 'Cancelled' ? state.cancelledAtMs : state.completedAtMs;
const isoOf = (instantMs: number | undefined) =>
  instantMs === undefined ? undefined : new Date(instantMs).toISOString();
