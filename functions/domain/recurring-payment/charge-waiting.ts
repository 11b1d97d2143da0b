// The reason why a charge of a recurring payment waits: for the bank's answer about an attempt, for settings
// that the bank accepts, for a bank that answers at all, or for a person (payments.md 3.8).

import type { Review, Waiting } from '../bank/waiting.ts';
import { MINUTE_MS } from '../time/duration.ts';
import { formatInstant } from '../time/instant.ts';
import type { RecurringPayment } from './recurring-payment.ts';

/** The sweep waits this long for the schedule, so that the two do not conflict at every charge. */
export const SWEEP_GRACE_MS = 3 * MINUTE_MS;

/** The stored inquiries about the attempt in flight. */
type Inquired = { inquiryAt?: string; review?: Review };

/** `code`: the bank's code while it refuses the merchant's settings. Undefined if no charge waits. */
export function chargeWaiting(
  { openAttempt, nextAction, held }: RecurringPayment,
  inquired: Inquired | undefined,
  nowMs: number,
): (Waiting & { code?: string }) | undefined {
  if (openAttempt !== undefined) {
    const attemptedAt = formatInstant(openAttempt.attemptedAtMs);
    if (inquired === undefined || inquired.inquiryAt !== undefined) {
      return { for: 'bank', since: attemptedAt, nextCheckAt: inquired?.inquiryAt };
    }
    const { since, askAt } = inquired.review ?? { since: attemptedAt };
    return { for: 'review', since, nextCheckAt: askAt };
  }
  if (nextAction === undefined) return undefined;
  const nextCheckAt = formatInstant(nextAction.atMs);
  if (held) return { for: 'bank', since: formatInstant(held.sinceMs), nextCheckAt, code: held.code };
  // The schedule was lost, or the bank does not answer: the sweep makes the charge.
  return nowMs > nextAction.atMs + SWEEP_GRACE_MS
    ? { for: 'bank', since: nextCheckAt, nextCheckAt }
    : undefined;
}
