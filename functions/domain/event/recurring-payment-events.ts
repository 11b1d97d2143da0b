// Derives events from a change of a recurring payment: first the outcome of an attempt, then the new status,
// then any other change that its GET shows.
import { defined } from '../defined.ts';
import { limitedAction, limitedSinceMs } from '../recurring-payment/period/card-limit.ts';
import {
  type Attempt,
  nextPaymentAtMs,
  type RecurringPayment,
  type RecurringPaymentState,
} from '../recurring-payment/recurring-payment.ts';
import { isoOf } from '../time/duration.ts';
import { type Happening, isSame } from './happening.ts';

type AttemptNumbers = Pick<Attempt, 'periodNumber' | 'attemptNumber'>;

export function eventsOfRecurringPayment(
  before: RecurringPayment | undefined,
  after: RecurringPayment,
): Happening[] {
  if (before === undefined) {
    return [{ type: 'recurring_payment.created', at: isoOf(after.createdAtMs) }];
  }
  const events = [...ofAttempt(before, after), ...ofState(before, after)];
  const isUpdated = isChanged(before, after) || (events.length === 0 && isMoved(before, after));
  return isUpdated ? [...events, { type: 'recurring_payment.updated' }] : events;
}

const UPDATED_FIELDS = [
  'plan',
  'changes',
  'subscriptionName',
  'merchantReference',
  'metadata',
  'mandate',
  'cardStorageId',
  'maskedCardNumber',
] as const;
/** Terms, card, labels or mandate. A planned change is an event when it is made, not when it begins. */
const isChanged = (before: RecurringPayment, after: RecurringPayment): boolean =>
  !isSame(before, after, UPDATED_FIELDS);

/**
 * A period was missed, waived or closed unpaid, a charge begins to wait for the limits on its card, or the
 * next charge has another date.
 */
const isMoved = (before: RecurringPayment, after: RecurringPayment): boolean =>
  (limitedSinceMs(before) === undefined && limitedSinceMs(after) !== undefined) ||
  isGivenUp(before, after) ||
  (before.uncollectedMinor ?? 0) !== (after.uncollectedMinor ?? 0) ||
  (!isWaiting(before) && !isWaiting(after) && nextPaymentAtMs(before) !== nextPaymentAtMs(after));

/** The period whose charge waited for its card was waived or missed. */
const isGivenUp = (before: RecurringPayment, { openAttempt, nextAction }: RecurringPayment): boolean => {
  const limited = limitedAction(before);
  if (limited === undefined || openAttempt !== undefined) return false;
  return limited.periodNumber !== nextAction?.periodNumber;
};

/**
 * True while a moved date is no event: an attempt has one when it ends, and a charge that is held or waits
 * for its card keeps its date.
 */
const isWaiting = (record: RecurringPayment): boolean =>
  record.openAttempt !== undefined || record.held !== undefined || limitedAction(record) !== undefined;

function ofAttempt(before: RecurringPayment, after: RecurringPayment): Happening[] {
  if (after.totalCollectedMinor > before.totalCollectedMinor) {
    const attempt = attemptEnded(before, after) ?? lastOfOpenPeriod(before);
    return [{ type: 'recurring_payment.charged', ...defined({ attempt }) }];
  }
  const attempt = attemptEnded(before, after);
  return attempt ? [{ type: 'recurring_payment.charge_failed', attempt }] : [];
}

/** Returns the attempt that has ended: it was in flight, or was decided without the bank. */
function attemptEnded(before: RecurringPayment, after: RecurringPayment): AttemptNumbers | undefined {
  const { openAttempt } = before;
  if (openAttempt !== undefined) {
    const isOver = after.openAttempt === undefined && !isTakenBack(openAttempt, after);
    return isOver ? numbersOf(openAttempt) : undefined;
  }
  if (after.openAttempt !== undefined) return undefined;
  if (after.failureStreak > before.failureStreak) return lastOfOpenPeriod(after);
  // A request that is dropped made no attempt.
  const { refusedRequest } = after;
  return refusedRequest && refusedRequest.atMs !== before.refusedRequest?.atMs
    ? numbersOf(refusedRequest)
    : undefined;
}

/** True if the attempt will be made again under the same numbers. An attempt that ends removes the hold. */
const isTakenBack = ({ trigger }: Attempt, { held }: RecurringPayment) =>
  trigger !== 'Request' && held !== undefined;

const numbersOf = ({ periodNumber, attemptNumber }: AttemptNumbers) => ({ periodNumber, attemptNumber });
const lastOfOpenPeriod = ({ openPeriod }: RecurringPayment): AttemptNumbers | undefined =>
  openPeriod && { periodNumber: openPeriod.number, attemptNumber: openPeriod.attempts };

function ofState(before: RecurringPayment, after: RecurringPayment): Happening[] {
  const { state } = after;
  if (before.state.status === state.status) return [];
  switch (state.status) {
    case 'PastDue':
      return [{ type: 'recurring_payment.past_due' }];
    case 'Unpaid':
      return [{ type: 'recurring_payment.unpaid' }];
    case 'Trialing':
    case 'Active':
      return ofResumption(before, after);
    case 'Paused':
      return [{ type: 'recurring_payment.paused', at: isoOf(state.pausedAtMs) }];
    case 'Cancelled':
      return [{ type: 'recurring_payment.cancelled', at: isoOf(endedAtMs(state)) }];
    case 'Completed':
      return [{ type: 'recurring_payment.completed', at: isoOf(endedAtMs(state)) }];
  }
}

/** A call resumes it, or settings that work again. A successful charge has an event of its own instead. */
function ofResumption(
  before: RecurringPayment,
  { totalCollectedMinor, resumedAtMs }: RecurringPayment,
): Happening[] {
  const { status } = before.state;
  if (resumedAtMs !== before.resumedAtMs) {
    const at = resumedAtMs === undefined ? undefined : isoOf(resumedAtMs);
    return [{ type: 'recurring_payment.resumed', at }];
  }
  const wasStopped = status === 'Paused' || status === 'Unpaid';
  const isCharged = totalCollectedMinor > before.totalCollectedMinor;
  return wasStopped && !isCharged ? [{ type: 'recurring_payment.resumed' }] : [];
}

const endedAtMs = (state: Extract<RecurringPaymentState, { status: 'Cancelled' | 'Completed' }>) =>
  state.status === 'Cancelled' ? state.cancelledAtMs : state.completedAtMs;
