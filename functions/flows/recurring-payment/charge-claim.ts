// The claim of a charge: stored before the bank is called, and once for each attempt
// (recurring-payments.md R8).
import { randomUUID } from 'node:crypto';
import { firstInquiryAt, type Payment } from '#domain/payment/payment.ts';
import { askAgain } from '#domain/recurring-payment/attempt-hold.ts';
import { plannedAtMs } from '#domain/recurring-payment/charge-decision.ts';
import type { Attempt, AttemptStep, Step } from '#domain/recurring-payment/recurring-payment.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time/duration.ts';
import { writeCardTry } from '#store/card/card-tries.ts';
import { writePaymentClaim } from '#store/payment/payment-writes.ts';
import { ATTEMPT_ROW } from '#store/recurring-payment/attempt.ts';
import type { ChargeContext } from '#store/recurring-payment/charge-context.ts';
import {
  type PendingSale,
  type RecurringPaymentItem,
  writePendingSale,
  writeStep,
} from '#store/recurring-payment/recurring-payment.ts';
import { commit, conflictOn, isConflictOn, type Write } from '#store/table/commit.ts';
import { measure } from '#telemetry/metric.ts';
import { correlateWithOrder } from '../order-correlation.ts';
import { attemptLabels, cardTryOf, paymentOfAttempt } from './attempt-sale.ts';

/** The sweep makes up for a lost trigger within eight minutes. Later than this, both have failed. */
const LATE_AFTER_MS = 15 * MINUTE_MS;

export type ClaimedCharge = { item: RecurringPaymentItem; payment: Payment };

/**
 * One transaction: the attempt, its payment, the card's try, and the record's next version. Undefined if any
 * of them changed since it was read. `sale`: what replaces fields of the attempt's payment: the order id of a
 * sale that the bank has made already, or that the cardholder has proved.
 */
export async function commitClaim(
  item: RecurringPaymentItem,
  step: AttemptStep,
  context: ChargeContext & { posId: string },
  now: Date,
  { writes = [], sale = {} }: { writes?: readonly Write[]; sale?: Partial<Payment> },
): Promise<ClaimedCharge | 'claimed before' | undefined> {
  const { record, attempt } = step;
  const { card, sealed, tries, posId } = context;
  if (card === undefined || sealed === undefined) return undefined;
  const inquiryAt = firstInquiryAt(now);
  const payment = { ...paymentOfAttempt(item, attempt, card, posId), inquiryAt, ...sale };
  correlateWithOrder(payment);
  const pendingSale: PendingSale = {
    sentAt: new Date().toISOString(),
    sentBy: randomUUID(),
    inquiries: 0,
    sealVersion: sealed.version,
    posId,
    inquiryAt,
  };
  const { paymentReferenceNumber } = payment;
  const result = await commit([
    ...writeStep(item, step, { pendingSale, paymentReferenceNumber }),
    writePaymentClaim(payment),
    writeCardTry(cardTryOf(item, attempt), tries),
    ...writes,
  ]);
  if (result.kind === 'conflict') {
    const before = conflictOn(result, ATTEMPT_ROW)?.found;
    // A proof is for one order id, so the schedule makes the charge without it.
    if (before?.isHeld && sale.bankOrderId === undefined) {
      return await commitClaim(item, askAgain(step, before.attempt), context, now, { writes, sale });
    }
    return attempt.trigger === 'Request' && isConflictOn(result, 'attempt') ? 'claimed before' : undefined;
  }
  reportClaim(item, attempt);
  reportMissed(item, step);
  return { item: { ...item, version: record.version, record, pendingSale }, payment };
}

/**
 * Stores that the claimed sale certainly was not sent, so that the sweep sends it without an inquiry, as soon
 * as the bank can be reached. If this cannot be stored, the sweep inquires first, and nothing is lost.
 */
export async function noteUnsent(item: RecurringPaymentItem, now: Date): Promise<void> {
  if (item.pendingSale === undefined) return;
  const unsent = { ...item.pendingSale, inquiryAt: now.toISOString(), unsent: true as const };
  await commit([writePendingSale(item, unsent)]);
}

/** Measures missed periods: they were never charged, and are charged only at the merchant's request. */
export function reportMissed(
  { merchantId, record: { id: recurringPaymentId } }: RecurringPaymentItem,
  { closedPeriods }: Step,
): void {
  const missed = closedPeriods
    .filter(({ outcome }) => outcome === 'Missed')
    .reduce((sum, run) => sum + run.lastPeriodNumber - run.firstPeriodNumber + 1, 0);
  if (missed > 0) measure({ PeriodsMissed: missed }, { merchantId, recurringPaymentId });
}

function reportClaim(item: RecurringPaymentItem, attempt: Attempt): void {
  const lateMs = attempt.attemptedAtMs - plannedAtMs(item.record, attempt);
  measure(
    {
      ChargesAttempted: 1,
      ChargeDelay: Math.max(0, Math.round(lateMs / SECOND_MS)),
      ChargesLate: lateMs > LATE_AFTER_MS ? 1 : 0,
    },
    attemptLabels(item, attempt),
  );
}
