// The reason why a charge of a recurring payment waits: for the bank's answer about an attempt, for settings
// that the bank accepts, for the limits on its card, for a bank that answers at all, or for a person
// (payments.md 3.8).
import type { OutcomeWait, Review } from '../bank/waiting.ts';
import { isoOf, MINUTE_MS } from '../time/duration.ts';
import { limitedAction, limitedRequest } from './period/card-limit.ts';
import type { Attempt, RecurringPayment } from './recurring-payment.ts';

/** The sweep waits this long for the schedule, so that the two do not conflict at every charge. */
export const SWEEP_GRACE_MS = 3 * MINUTE_MS;

/** The stored inquiries about the attempt in flight. */
type StoredInquiries = { inquiryAt?: string; review?: Review };

/** `cardLimit`: the limits on the tries of its card allow no charge. */
type ChargeWaiting = Omit<OutcomeWait, 'for'> & { for: OutcomeWait['for'] | 'cardLimit'; code?: string };

/** `code`: the bank's code while it refuses the merchant's settings. Undefined if no charge waits. */
export function chargeWaiting(
  record: RecurringPayment,
  inquired: StoredInquiries | undefined,
  nowMs: number,
): ChargeWaiting | undefined {
  const { openAttempt, nextAction, held } = record;
  if (openAttempt !== undefined) return attemptWaiting(openAttempt, inquired);
  if (nextAction && held) {
    const nextCheckAt = isoOf(nextAction.atMs);
    return { for: 'bank', since: isoOf(held.sinceMs), nextCheckAt, code: held.code };
  }
  const limited = limitedAction(record) ?? limitedRequest(record);
  if (limited) {
    const since = isoOf(limited.plannedAtMs ?? limited.atMs);
    return { for: 'cardLimit', since, nextCheckAt: isoOf(limited.atMs) };
  }
  if (nextAction === undefined || nowMs <= nextAction.atMs + SWEEP_GRACE_MS) return undefined;
  // The schedule was lost, or the bank does not answer: the sweep makes the charge.
  const since = isoOf(nextAction.atMs);
  return { for: 'bank', since, nextCheckAt: since };
}

/** The wait for the outcome of the attempt in flight. */
export function attemptWaiting(openAttempt: Attempt, inquired: StoredInquiries | undefined): OutcomeWait {
  const attemptedAt = isoOf(openAttempt.attemptedAtMs);
  if (inquired === undefined || inquired.inquiryAt !== undefined) {
    return { for: 'bank', since: attemptedAt, nextCheckAt: inquired?.inquiryAt };
  }
  const { since, askAt } = inquired.review ?? { since: attemptedAt };
  return { for: 'review', since, nextCheckAt: askAt };
}
