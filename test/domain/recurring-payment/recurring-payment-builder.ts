// Builds a recurring payment for the tests of its rules: monthly, 100.00, from a date that the test chooses.
import type { ChargeDecision } from '#domain/recurring-payment/charge-decision.ts';
import { decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { type Decline, recordFailure, recordSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import type { CommandOutcome } from '#domain/recurring-payment/command.ts';
import type { CardState } from '#domain/recurring-payment/period/charge-circumstances.ts';
import type { PlanTerms } from '#domain/recurring-payment/plan.ts';
import {
  type Attempt,
  createRecurringPayment,
  type RecurringPayment,
  type Step,
} from '#domain/recurring-payment/recurring-payment.ts';

export const at = (text: string) => Date.parse(text.includes('T') ? text : `${text}T09:00:00Z`);
export const day = (instantMs: number | undefined) =>
  instantMs === undefined ? undefined : new Date(instantMs).toISOString().slice(0, 10);

export type TermsOf = Partial<Omit<PlanTerms, 'startDateMs' | 'endDateMs'>> & {
  start?: string;
  end?: string;
};

export function termsOf({ start = '2026-01-31', end, ...rest }: TermsOf = {}): PlanTerms {
  return {
    amountMinor: 100_00,
    currency: 'TRY',
    frequency: 'monthly',
    frequencyInterval: 1,
    timeZone: 'Europe/Istanbul',
    startDateMs: at(start),
    endDateMs: end === undefined ? undefined : at(end),
    maxRetryAttempts: 3,
    retryIntervalHours: 24,
    ...rest,
  };
}

export const RECURRING_PAYMENT_ID = '01936f5e-0000-7000-8000-000000000001';

/** An attempt that is at the bank. */
export const IN_FLIGHT: Attempt = {
  periodNumber: 2,
  attemptNumber: 1,
  type: 'Regular',
  trigger: 'Schedule',
  dueAtMs: 1,
  attemptedAtMs: 1,
  amountMinor: 100,
  currency: 'TRY',
  result: { status: 'Processing' },
};

export function recurringPayment(terms: TermsOf = {}, now = '2026-01-01', spreadMs = 0): RecurringPayment {
  return createRecurringPayment(
    {
      id: RECURRING_PAYMENT_ID,
      customerId: '01936f5e-0000-7000-8000-00000000000c',
      cardStorageId: '01936f5e-0000-7000-8000-00000000000d',
      maskedCardNumber: '552879******0008',
      subscriptionName: 'Membership',
      terms: termsOf(terms),
      spreadMs,
    },
    at(now),
  );
}

export const SOFT = {
  declineCategory: 'Soft',
  errorCode: 'NOT_SUFFICIENT_FUNDS',
  bankResponseCode: '51',
} as const;
export const HARD = { declineCategory: 'Hard', errorCode: 'STOLEN_CARD', bankResponseCode: '43' } as const;
export const REVOKED = {
  declineCategory: 'Revoked',
  errorCode: 'DO_NOT_HONOUR',
  bankResponseCode: 'R1',
} as const;
export const CHARGEABLE: CardState = { kind: 'chargeable', allowedFromMs: 0 };

/** The decision for the schedule of the next action, fired at `nowMs`. */
export function decideOnSchedule(
  record: RecurringPayment,
  nowMs: number,
  card: CardState = CHARGEABLE,
  customerIsActive = true,
): ChargeDecision {
  const { periodNumber = -1, attemptNumber = -1 } = record.nextAction ?? {};
  const invocation = { kind: 'schedule', periodNumber, attemptNumber } as const;
  return decideCharge(record, invocation, { nowMs, card, customerIsActive });
}

/** The claim of the next action's schedule, on time unless `nowMs` is given. */
export function claim(record: RecurringPayment, nowMs = record.nextAction?.atMs ?? Number.NaN) {
  const decision = decideOnSchedule(record, nowMs);
  if (decision.kind !== 'charge') throw new Error(`expected a charge, got ${JSON.stringify(decision)}`);
  return decision.step;
}

export function succeed(record: RecurringPayment, nowMs = record.openAttempt?.attemptedAtMs ?? 0) {
  return recorded(recordSuccess(record, attemptInFlight(record), { paymentReferenceNumber: 'PAY-1', nowMs }));
}

export function fail(
  record: RecurringPayment,
  decline: Omit<Decline, 'nowMs'> = SOFT,
  nowMs = record.openAttempt?.attemptedAtMs ?? 0,
) {
  return recorded(recordFailure(record, attemptInFlight(record), { ...decline, nowMs }));
}

/** Charges on time until nothing is planned or `maxAttempts` were made. Attempts after `outcomes` succeed. */
export function chargeOnTime(
  record: RecurringPayment,
  outcomes: readonly (Omit<Decline, 'nowMs'> | undefined)[] | 'always declined',
  maxAttempts = 50,
) {
  const attempts: Attempt[] = [];
  let current = record;
  while (current.nextAction && attempts.length < maxAttempts) {
    const decline = outcomes === 'always declined' ? SOFT : outcomes[attempts.length];
    const { record: claimed } = claim(current);
    const step = decline ? fail(claimed, decline) : succeed(claimed);
    attempts.push(step.attempt);
    current = step.record;
  }
  return { attempts, record: current };
}

export function stepOf(outcome: CommandOutcome): Step {
  if (outcome.kind !== 'changed') throw new Error('the command changed nothing');
  return outcome.step;
}

function attemptInFlight(record: RecurringPayment): Attempt {
  if (!record.openAttempt) throw new Error('no attempt is in flight');
  return record.openAttempt;
}

function recorded<T>(step: T | undefined): T {
  if (!step) throw new Error('the attempt was not in flight');
  return step;
}
