// What a payment, refund or charge waits for, in responses (payments.md 3.8). Nothing waits: no field.
import type { Waiting } from '#domain/bank/waiting.ts';

type ShownWaiting = { waitingFor?: Waiting['for']; waitingSince?: string; nextCheckAt?: string };

/** A look that an outage of the bank delays is made as soon as the bank answers: from now on. */
export function showWaiting(waiting: Waiting | undefined, now: Date): ShownWaiting {
  if (waiting === undefined) return {};
  const { for: waitingFor, since: waitingSince, nextCheckAt: planned } = waiting;
  const soonest = now.toISOString();
  return {
    ...{ waitingFor, waitingSince },
    ...(planned !== undefined && { nextCheckAt: planned > soonest ? planned : soonest }),
  };
}
