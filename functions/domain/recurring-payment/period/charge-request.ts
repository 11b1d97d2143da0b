// The merchant's requests for periods that have ended unpaid: to charge one, or to waive it
// (recurring-payments.md R34 and R35).
import {
  limitedAction,
  limitedRequest,
  withActionDue,
  withRequestDue,
} from '#domain/recurring-payment/period/card-limit.ts';
import { closing, isOwed } from '#domain/recurring-payment/period/closing.ts';
import { invalidState } from '#domain/recurring-payment/period/invalid-state.ts';
import {
  type EndedPeriod,
  isCollectable,
  type PeriodFacts,
  periodOf,
} from '#domain/recurring-payment/period/period.ts';
import type { RequestedCharge } from '#domain/recurring-payment/period/unpaid-period.ts';
import {
  continueAfterPeriod,
  LIVE,
  nextStep,
  type RecurringPayment,
  type Step,
  withoutCharges,
} from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import { defined } from '../../defined.ts';
import { limitOf, withoutRequest } from './requested-charge.ts';

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
