// One period of a recurring payment as its merchant sees it: amount, state and reason. Derived from the
// record, the run that closed the period, its last attempt and the merchant's decision
// (recurring-payments.md R33).
import { type ChargeType, chargeAmountMinor, chargeType, dueDateOf } from '#domain/recurring-payment/plan.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import {
  type Attempt,
  type ClosedPeriods,
  isCharging,
  isLive,
  type RecurringPayment,
} from '#domain/recurring-payment/recurring-payment.ts';

type PeriodState = 'Open' | 'Paid' | 'Failed' | 'Skipped' | 'Missed' | 'Waived';

/** The merchant's requests for a period after its end: to charge it, or to waive it. */
export type EndedPeriod = {
  readonly periodNumber: number;
  /** Number of requested charges. */
  readonly requests: number;
  readonly waivedAtMs?: number | undefined;
  /** The merchant's own text. */
  readonly waiverReason?: string | undefined;
};

export type PeriodFacts = {
  readonly record: RecurringPayment;
  /** The run that contains the period; absent while the period is open, and if it was paid. */
  readonly run?: ClosedPeriods | undefined;
  readonly lastAttempt?: Attempt | undefined;
  readonly paymentReferenceNumber?: string | undefined;
  readonly ended?: EndedPeriod | undefined;
};

export type Period = {
  readonly periodNumber: number;
  readonly type: ChargeType;
  readonly dueAtMs: number;
  readonly amountMinor: number;
  readonly state: PeriodState;
  readonly reason?: string | undefined;
  /** The payment of the last attempt; absent if that attempt made no call to the bank. */
  readonly paymentReferenceNumber?: string | undefined;
};

export function periodOf(periodNumber: number, facts: PeriodFacts): Period {
  const { record, run, lastAttempt, paymentReferenceNumber } = facts;
  const { plan } = record;
  const plannedMinor = chargeAmountMinor(planFor(record, periodNumber), periodNumber);
  return {
    periodNumber,
    type: chargeType(periodNumber),
    dueAtMs: dueDateOf(plan, periodNumber),
    amountMinor: lastAttempt?.amountMinor ?? run?.amountMinor ?? plannedMinor,
    ...stateOf(periodNumber, facts),
    paymentReferenceNumber,
  };
}

function stateOf(
  periodNumber: number,
  { record, run, lastAttempt, ended }: PeriodFacts,
): Pick<Period, 'state' | 'reason'> {
  const result = lastAttempt?.result;
  if (result?.status === 'Succeeded') return { state: 'Paid' };
  if (ended?.waivedAtMs !== undefined) return { state: 'Waived', reason: ended.waiverReason };
  const errorCode = result?.status === 'Failed' ? result.errorCode : undefined;
  if (isOpen(record, periodNumber)) return { state: 'Open', reason: errorCode };
  if (run !== undefined) return { state: run.outcome, reason: errorCode ?? run.reason };
  return { state: lastAttempt === undefined ? 'Open' : 'Failed', reason: errorCode };
}

/** True if an attempt is under way, planned or requested, or if the period waits for a card update. */
function isOpen(record: RecurringPayment, periodNumber: number): boolean {
  const { openPeriod, openAttempt, nextAction, requestedCharges = [] } = record;
  const numbers = [openAttempt, nextAction, ...requestedCharges].map((one) => one?.periodNumber);
  return numbers.includes(periodNumber) || (isLive(record) && openPeriod?.number === periodNumber);
}

/** The newest period that has begun: attempted, closed, or due and waiting for its charge. */
export function newestPeriodBegun(record: RecurringPayment, nowMs: number): number {
  const { nextPeriodNumber, nextAction } = record;
  const isNextDue = isCharging(record) && nextAction?.periodNumber === nextPeriodNumber;
  return isNextDue && nextAction.dueAtMs <= nowMs ? nextPeriodNumber : nextPeriodNumber - 1;
}

/** Failed, missed and skipped periods can be charged or waived once their end is stored. */
export const isCollectable = ({ state }: Period, { run }: PeriodFacts): boolean =>
  run !== undefined && (state === 'Failed' || state === 'Missed' || state === 'Skipped');
