// The charges that the merchant has requested for periods that have ended unpaid (charge-request.ts). A
// requested charge is an attempt like any other: claimed once, and recorded by the bank's answer, or as
// failed if the card cannot be charged. It moves no due date and counts no failure; only a hard decline,
// which blocks the card, and a withdrawal by the cardholder have their usual effects (recurring-payments.md
// R34).
import { HELD_CHECK_MS } from '#domain/recurring-payment/charge-hold.ts';
import { withRequestDue } from '#domain/recurring-payment/period/card-limit.ts';
import type { Circumstances, MadeDecision } from '#domain/recurring-payment/period/charge-circumstances.ts';
import { closing, counted } from '#domain/recurring-payment/period/closing.ts';
import type { RequestedCharge } from '#domain/recurring-payment/period/unpaid-period.ts';
import { type EndReason, limitReached } from '#domain/recurring-payment/plan.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import {
  type Attempt,
  completed,
  isLive,
  nextStep,
  openingAttempt,
  type RecurringPayment,
  type Step,
  withoutCharges,
} from '#domain/recurring-payment/recurring-payment.ts';

export const limitOf = (
  record: RecurringPayment,
  { amountMinor }: { amountMinor: number },
): EndReason | undefined => limitReached(planFor(record, record.nextPeriodNumber), record, amountMinor);

/** The requested charge that is made next, if its time has come. */
export function requestDue({ requestedCharges = [] }: RecurringPayment, nowMs: number) {
  const [next] = requestedCharges;
  return next !== undefined && next.atMs <= nowMs ? next : undefined;
}

/** Claims a requested charge, postpones it, or drops it. The plan continues unchanged. */
export function decideRequestedCharge(
  record: RecurringPayment,
  charge: RequestedCharge,
  { nowMs, customerIsActive, card, hold }: Circumstances,
): MadeDecision {
  const others = withoutRequest(record, charge);
  if (!customerIsActive) return { kind: 'write', step: nextStep(record, others), reason: 'CustomerInactive' };
  if (limitOf(record, charge))
    return { kind: 'write', step: nextStep(record, others), reason: 'BoundReached' };
  const movedTo = (atMs: number, plannedAtMs?: number) => {
    const [, ...rest] = record.requestedCharges ?? [];
    return nextStep(record, { requestedCharges: [{ ...charge, atMs, plannedAtMs }, ...rest] });
  };
  if (card.kind === 'chargeable' && hold) {
    return { kind: 'write', step: movedTo(nowMs + HELD_CHECK_MS), reason: 'MerchantHeld' };
  }
  if (card.kind === 'chargeable' && card.allowedFromMs > nowMs) {
    const { plannedAtMs = charge.atMs } = charge;
    return { kind: 'write', step: movedTo(card.allowedFromMs, plannedAtMs), reason: 'CardCapReached' };
  }
  const { periodNumber, attemptNumber, amountMinor } = charge;
  const attempt: Attempt = {
    ...openingAttempt(record, {
      periodNumber,
      attemptNumber,
      trigger: 'Request',
      attemptedAtMs: nowMs,
    }),
    amountMinor,
  };
  const { requestedCharges } = withRequestDue(record, nowMs);
  const step = { ...nextStep(record, { openAttempt: attempt, requestedCharges }), attempt };
  if (card.kind === 'chargeable') return { kind: 'charge', step };
  const errorCode = card.kind === 'expired' ? 'EXPIRED_CARD' : card.errorCode;
  const failed = { ...attempt, result: { status: 'Failed', declineCategory: 'Hard', errorCode } } as const;
  const refusedRequest = { periodNumber, attemptNumber, atMs: nowMs };
  const refused = nextStep(record, { ...others, refusedRequest });
  return { kind: 'write', step: { ...refused, attempt: failed }, reason: 'CardUnusable' };
}

/** The record without its attempt in flight, which was requested, and without the request. */
export function requestAnswered(record: RecurringPayment, open: Attempt): RecurringPayment {
  const { isCardRenewed: _, openAttempt: __, ...rest } = record;
  return { ...rest, ...withoutRequest(record, open), version: record.version + 1 };
}

/** The record after the bank has taken the money, with the periods that this closes. */
export function collected(record: RecurringPayment, open: Attempt, nowMs: number): Step {
  const request = record.requestedCharges?.find(({ periodNumber }) => periodNumber === open.periodNumber);
  const answered = requestAnswered(record, open);
  const paid: RecurringPayment = {
    ...answered,
    successfulPaymentCount: record.successfulPaymentCount + (open.type === 'Regular' ? 1 : 0),
    totalCollectedMinor: record.totalCollectedMinor + open.amountMinor,
    lastPaymentAtMs: open.attemptedAtMs,
    uncollectedMinor: (record.uncollectedMinor ?? 0) - (request?.uncollectedMinor ?? 0),
  };
  const next = planFor(paid, paid.nextPeriodNumber);
  const limit = isLive(paid) && limitReached(next, paid, next.amountMinor);
  const closedPeriods = closing(record, { outcome: 'Paid', from: open.periodNumber });
  if (!limit) return { record: paid, closedPeriods };
  return counted({
    record: { ...withoutCharges(paid), state: completed(limit, nowMs) },
    closedPeriods: [...closedPeriods, ...closingOpenPeriod(paid)],
  });
}

export const closingOpenPeriod = (record: RecurringPayment) =>
  record.openPeriod ? closing(record, { outcome: 'Failed', from: record.openPeriod.number }) : [];

export function withoutRequest(
  { requestedCharges = [] }: RecurringPayment,
  { periodNumber }: Pick<RequestedCharge, 'periodNumber'>,
): Pick<RecurringPayment, 'requestedCharges'> {
  const others = requestedCharges.filter((one) => one.periodNumber !== periodNumber);
  return { requestedCharges: others.length > 0 ? others : undefined };
}
