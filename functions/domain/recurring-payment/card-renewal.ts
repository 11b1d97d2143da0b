// The effect of a renewed or replaced card (recurring-payments.md R13 and R32): an unpaid open period is
// attempted at once.
import { duesThrough } from '#domain/recurring-payment/billing-period.ts';
import { limitedAction, withRequestDue } from '#domain/recurring-payment/period/card-limit.ts';
import { requireLive } from '#domain/recurring-payment/period/invalid-state.ts';
import { dueDateOf } from '#domain/recurring-payment/plan.ts';
import { nextStep, type RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import type { CommandOutcome } from './command.ts';

/**
 * The card's expiry was updated: an unpaid open period is attempted at once, unless the next due date has
 * come. If an attempt is in flight, the attempt with the new card follows only if that one fails.
 */
export function cardUpdated(record: RecurringPayment, nowMs: number): CommandOutcome {
  const updated = withCardTried(record, nowMs);
  if (updated === record) return { kind: 'unchanged' };
  return { kind: 'changed', step: nextStep(updated) };
}

/** The new card is tried, after the answer if an attempt is in flight. The same object if nothing changes. */
function withCardTried(record: RecurringPayment, nowMs: number): RecurringPayment {
  const due = withRequestDue(record, nowMs);
  if (record.openAttempt === undefined) return planCardUpdateAttempt(due, nowMs) ?? due;
  return record.isCardRenewed ? due : { ...due, isCardRenewed: true };
}

/**
 * Replaces the card by another one: counters, dates and retries stay, and an unpaid open period is attempted
 * at once, as after a card update.
 * @throws Rejection RECURRING_PAYMENT_INVALID_STATE
 */
export function replaceCard(
  record: RecurringPayment,
  card: Pick<RecurringPayment, 'cardStorageId' | 'maskedCardNumber'>,
  nowMs: number,
): CommandOutcome {
  requireLive(record);
  if (record.cardStorageId === card.cardStorageId) return { kind: 'unchanged' };
  const { cardStorageId, maskedCardNumber } = card;
  const replaced = { ...record, cardStorageId, maskedCardNumber };
  return { kind: 'changed', step: nextStep(withCardTried(replaced, nowMs)) };
}

/**
 * Plans the attempt without changing the version. Returns undefined if no open period is unpaid, and no
 * charge waits for the limits on the previous card.
 */
export function planCardUpdateAttempt(record: RecurringPayment, nowMs: number): RecurringPayment | undefined {
  const { openPeriod, plan, state, nextAction: planned } = record;
  const limited = limitedAction(record);
  if (limited) {
    const trigger = 'CardUpdate';
    return { ...record, nextAction: { ...limited, trigger, plannedAtMs: undefined, atMs: nowMs } };
  }
  const isOverdue = state.status === 'PastDue' || state.status === 'Unpaid';
  if (!isOverdue || !openPeriod || duesThrough(plan, nowMs) >= record.nextPeriodNumber) return undefined;
  const [periodNumber, attemptNumber] = [openPeriod.number, openPeriod.attempts + 1];
  const isPlanned = planned?.periodNumber === periodNumber && planned.attemptNumber === attemptNumber;
  const nextAction = {
    periodNumber,
    attemptNumber,
    // The attempt may be held: the bank has refused it so many times already.
    ...(isPlanned && planned.asks !== undefined && { asks: planned.asks }),
    trigger: 'CardUpdate',
    dueAtMs: dueDateOf(plan, openPeriod.number),
    atMs: nowMs,
  } as const;
  return { ...record, nextAction, held: undefined };
}
