// The outcome of payments, charges and refunds after the inquiries: how many ended, and why the others wait.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutcomeWait } from '#domain/bank/waiting.ts';
import { paymentWaiting } from '#domain/payment/payment.ts';
import { refundWaiting } from '#domain/refund/refund.ts';
import { loadPayment } from '#store/payment/payment.ts';
import { loadRefund } from '#store/refund/refund.ts';
import type { ReviewTarget } from '../review.ts';

type AskedOutcome = {
  /** The number of ended targets by status, for example `Successful: 3`. */
  ended: Record<string, number>;
  /** The number of targets for which an inquiry was made, without a decision of the bank. */
  left: { bank: number; review: number };
  /** The sweep has not handled these targets yet, or their bank does not answer at all. */
  notYetAsked: number;
};

const AT_ONCE = 25;

/** `askedAt`: the time at which they were made due. */
async function outcomeOf(targets: readonly ReviewTarget[], askedAt: Date): Promise<AskedOutcome> {
  const outcome: AskedOutcome = { ended: {}, left: { bank: 0, review: 0 }, notYetAsked: 0 };
  for (let from = 0; from < targets.length; from += AT_ONCE) {
    for (const { status, waiting } of await Promise.all(targets.slice(from, from + AT_ONCE).map(load))) {
      if (waiting === undefined) outcome.ended[status] = (outcome.ended[status] ?? 0) + 1;
      else if (waiting.for === 'bank' && (waiting.nextCheckAt ?? '') <= askedAt.toISOString()) {
        outcome.notYetAsked += 1;
      } else outcome.left[waiting.for] += 1;
    }
  }
  return outcome;
}

/** Returns the same after the sweep has handled all targets, or after `waitMs`. */
export async function awaitOutcome(
  targets: readonly ReviewTarget[],
  askedAt: Date,
  { waitMs, pauseMs }: { waitMs: number; pauseMs: number },
): Promise<AskedOutcome> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const outcome = await outcomeOf(targets, askedAt);
    if (outcome.notYetAsked === 0 || performance.now() + pauseMs > untilMs) return outcome;
    await sleep(pauseMs);
  }
}

async function load(target: ReviewTarget): Promise<{ status: string; waiting: OutcomeWait | undefined }> {
  if ('refundId' in target) {
    const stored = await loadRefund(target.merchantId, target.refundId);
    if (stored === undefined) throw new Error('The refund no longer exists.');
    return { status: stored.refund.status, waiting: refundWaiting(stored.refund) };
  }
  const payment = await loadPayment(target.merchantId, target.paymentReferenceNumber);
  if (payment === undefined) throw new Error('The payment no longer exists.');
  return { status: payment.status, waiting: paymentWaiting(payment) };
}
