// The awaited step of a payment, refund or charge, in responses (payments.md 3.8). Without one, the fields
// are absent.
import type { OutcomeWait } from '#domain/bank/waiting.ts';

type ShownWaiting<For> = {
  /**
   * Present while the outcome is not known, or a charge waits. `review`: a person looks, and the bank is
   * asked once a day. `cardLimit`, of a recurring payment: its card allows no try yet.
   */
  waitingFor?: For;
  waitingSince?: string;
  /** When the bank is asked next, or soon after. */
  nextCheckAt?: string;
};

/**
 * A planned check that a bank outage delays follows as soon as the bank answers, so a past time is shown as
 * now.
 */
export function showWaiting<For>(
  waiting: (Omit<OutcomeWait, 'for'> & { for: For }) | undefined,
  now: Date,
): ShownWaiting<For> {
  if (waiting === undefined) return {};
  const { for: waitingFor, since: waitingSince, nextCheckAt: planned } = waiting;
  const soonest = now.toISOString();
  return {
    waitingFor,
    waitingSince,
    ...(planned !== undefined && { nextCheckAt: planned > soonest ? planned : soonest }),
  };
}
