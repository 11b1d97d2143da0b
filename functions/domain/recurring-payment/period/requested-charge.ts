// Charges that the merchant requests for periods that have ended unpaid, and waivers of such periods. A
// requested charge is an attempt like any other: claimed once, and recorded by the bank's answer, or as
// failed if the card cannot be charged. It moves no due date and counts no failure; only a hard decline,
// which blocks the card, and a withdrawal by the cardholder have their usual effects (recurring-payments.md
// R34 and R35).
import { HELD_CHECK_MS } from '#domain/recurring-payment/charge-hold.ts';
import {
  limitedAction,
  limitedRequest,
  withActionDue,
  withRequestDue,
} from '#domain/recurring-payment/period/card-limit.ts';
import type { Circumstances, MadeDecision } from '#domain/recurring-payment/period/charge-circumstances.ts';
import { closing, counted, isOwed } from '#domain/recurring-payment/period/closing.ts';
import { invalidState } from '#domain/recurring-payment/period/invalid-state.ts';
import {
  type EndedPeriod,
  isCollectable,
  type PeriodFacts,
  periodOf,
} from '#domain/recurring-payment/period/period.ts';
import type { RequestedCharge } from '#domain/recurring-payment/period/unpaid-period.ts';
import { type EndReason, limitReached } from '#domain/recurring-payment/plan.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import {
  type Attempt,
  completed,
  continueAfterPeriod,
  isLive,
  LIVE,
  nextStep,
  openingAttempt,
  type RecurringPayment,
  type Step,
  withoutCharges,
} from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { defined } from '../../defined.ts';

/** Most requested charges of one recurring payment, which are made one after the other. */
const MAX_REQUESTED = 10;

/** The changes by a request: the record, and the row that records the request of an ended period. */
export type PeriodRequest =
  | { readonly kind: 'changed'; readonly step: Step; readonly ended?: EndedPeriod }
  | { readonly kind: 'unchanged' };

/**
 * Plans a charge of an ended period, or makes a charge due that waits for the limits on its card. Unchanged
 * if its charge is requested already.
 * @throws Rejection RECURRING_PAYMENT_INVALID_STATE, PERIOD_NOT_CHARGEABLE, CONCURRENT_UPDATE
 */
export function requestCharge(periodNumber: number, facts: PeriodFacts, nowMs: number): PeriodRequest {
  const { record, ended, lastAttempt } = facts;
  const { requestedCharges = [], state } = record;
  const due = dueAtOnce(record, periodNumber, nowMs);
  if (due) return { kind: 'changed', step: nextStep(record, due) };
  if (requestedCharges.some((one) => one.periodNumber === periodNumber)) return { kind: 'unchanged' };
  if (state.status === 'Cancelled') throw invalidState(record, [...LIVE, 'Completed']);
  const period = periodOf(periodNumber, facts);
  const isOver = isCollectable(period, facts);
  const limitReached = isOver ? limitOf(record, period) : undefined;
  if (!isOver || limitReached) {
    throw new Rejection('PERIOD_NOT_CHARGEABLE', {
      state: period.state,
      ...(limitReached && { limitReached }),
    });
  }
  if (requestedCharges.length >= MAX_REQUESTED) throw new Rejection('CONCURRENT_UPDATE');
  const charge: RequestedCharge = {
    periodNumber,
    attemptNumber: (lastAttempt?.attemptNumber ?? 0) + 1,
    amountMinor: period.amountMinor,
    uncollectedMinor: uncollectedMinorOf(facts),
    atMs: nowMs,
  };
  return {
    kind: 'changed',
    step: nextStep(record, { requestedCharges: [...requestedCharges, charge] }),
    ended: { ...ended, periodNumber, requests: (ended?.requests ?? 0) + 1 },
  };
}

/** The charge of this period that waits for the limits on its card is tried at once; undefined if none. */
function dueAtOnce(
  record: RecurringPayment,
  periodNumber: number,
  nowMs: number,
): Partial<RecurringPayment> | undefined {
  if (limitedAction(record)?.periodNumber === periodNumber) return withActionDue(record, nowMs);
  const isRequest = limitedRequest(record)?.periodNumber === periodNumber;
  return isRequest ? withRequestDue(record, nowMs) : undefined;
}

/**
 * Waives the amount of an ended period, or of one whose charge waits for the limits on its card: that charge
 * is not made. Unchanged if it is waived already.
 * @throws Rejection PERIOD_NOT_CHARGEABLE
 */
export function waivePeriod(
  periodNumber: number,
  facts: PeriodFacts,
  { nowMs, reason }: { nowMs: number; reason?: string | undefined },
): PeriodRequest {
  const { ended } = facts;
  if (periodOf(periodNumber, facts).state === 'Waived') return { kind: 'unchanged' };
  return {
    kind: 'changed',
    step: waivedStep(periodNumber, facts, nowMs),
    ended: {
      periodNumber,
      requests: ended?.requests ?? 0,
      waivedAtMs: nowMs,
      ...defined({ waiverReason: reason }),
    },
  };
}

function waivedStep(periodNumber: number, facts: PeriodFacts, nowMs: number): Step {
  const { record } = facts;
  if (limitedAction(record)?.periodNumber === periodNumber) return withoutPeriod(record, periodNumber, nowMs);
  const isDropped = limitedRequest(record) !== undefined;
  const rest = isDropped ? { ...record, ...withoutRequest(record, { periodNumber }) } : record;
  const after = { ...facts, record: rest };
  const period = periodOf(periodNumber, after);
  if (!isCollectable(period, after)) throw new Rejection('PERIOD_NOT_CHARGEABLE', { state: period.state });
  const uncollectedMinor = (record.uncollectedMinor ?? 0) - uncollectedMinorOf(facts);
  return nextStep(rest, { uncollectedMinor });
}

/** The plan goes on with its next due date; while Unpaid, nothing is charged until a resume or a new card. */
function withoutPeriod(record: RecurringPayment, periodNumber: number, nowMs: number): Step {
  const { openPeriod, state, nextPeriodNumber } = record;
  const isTried = openPeriod?.number === periodNumber;
  const rest = {
    ...withoutCharges(record),
    version: record.version + 1,
    nextPeriodNumber: Math.max(nextPeriodNumber, periodNumber + 1),
  };
  return {
    record: state.status === 'Unpaid' ? rest : continueAfterPeriod(rest, state, nowMs),
    closedPeriods: isTried ? [] : closing(record, { outcome: 'Skipped', from: periodNumber }),
  };
}

/** The amount that the period's end added to the record. */
const uncollectedMinorOf = ({ run }: PeriodFacts): number =>
  run !== undefined && isOwed(run) ? (run.amountMinor ?? 0) : 0;

const limitOf = (record: RecurringPayment, { amountMinor }: { amountMinor: number }): EndReason | undefined =>
  limitReached(planFor(record, record.nextPeriodNumber), record, amountMinor);

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

function withoutRequest(
  { requestedCharges = [] }: RecurringPayment,
  { periodNumber }: Pick<RequestedCharge, 'periodNumber'>,
): Pick<RecurringPayment, 'requestedCharges'> {
  const others = requestedCharges.filter((one) => one.periodNumber !== periodNumber);
  return { requestedCharges: others.length > 0 ? others : undefined };
}
