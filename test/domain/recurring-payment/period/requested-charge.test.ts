// Charges that the merchant requests for ended periods, beside the limits of the plan, a cancel, later
// changes of the plan, and a late charge (recurring-payments.md R31, R34 and R36).
import { expect, it } from 'vitest';
import { eventsOfRecurringPayment } from '#domain/event/recurring-payment-events.ts';
import { decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { recordLateSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import { cancel, pause, resume } from '#domain/recurring-payment/command.ts';
import { requestCharge } from '#domain/recurring-payment/period/charge-request.ts';
import { changePlan } from '#domain/recurring-payment/period/plan-change.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  CHARGEABLE,
  claim,
  fail,
  recurringPayment,
  stepOf,
  succeed,
  type TermsOf,
} from '../recurring-payment-builder.ts';

const NOON = at('2026-02-02T12:00:00Z');

/** A daily plan after a pause: periods 1 and 2 are skipped, and period 3 is due next. */
function withSkipped(terms: TermsOf = {}) {
  const before = recurringPayment({ frequency: 'daily', start: '2026-02-01', ...terms });
  const paused = stepOf(pause(before, at('2026-01-31'))).record;
  const { record, closedPeriods } = stepOf(resume(paused, NOON));
  const [run] = closedPeriods;
  expect(run).toMatchObject({ outcome: 'Skipped', firstPeriodNumber: 1, lastPeriodNumber: 2 });
  const request = (current: RecurringPayment, periodNumber: number) => {
    const requested = requestCharge(periodNumber, { record: current, run }, NOON);
    if (requested.kind !== 'changed') throw new Error('the charge is requested already');
    return requested.step.record;
  };
  return { record, request };
}

type Given = Partial<Parameters<typeof decideCharge>[2]>;
const decideBySweep = (record: RecurringPayment, given: Given = {}) => {
  const usual = { nowMs: NOON, customerIsActive: true, card: CHARGEABLE };
  return decideCharge(record, { kind: 'sweep' }, { ...usual, ...given });
};

function claimBySweep(record: RecurringPayment) {
  const decision = decideBySweep(record);
  if (decision.kind !== 'charge') throw new Error(`expected a charge, got ${JSON.stringify(decision)}`);
  return decision.step;
}

const UNCHANGED = {
  subscriptionName: undefined,
  endDateMs: undefined,
  maxPaymentCount: undefined,
  totalAmountLimitMinor: undefined,
  maxRetryAttempts: undefined,
  amountMinor: undefined,
  retryIntervalHours: undefined,
};
const changed = (before: RecurringPayment, terms: { amountMinor?: number; retryIntervalHours?: number }) =>
  stepOf(changePlan(before, { ...UNCHANGED, ...terms }, NOON)).record;

it('of two requested charges one is made if the plan has room for one', () => {
  const { record, request } = withSkipped({ maxPaymentCount: 1 });
  const both = request(request(record, 1), 2);
  const paid = succeed(claimBySweep(both).record).record;
  expect(paid.requestedCharges).toMatchObject([{ periodNumber: 2 }]);
  const second = decideBySweep(paid);
  expect(second).toMatchObject({ kind: 'write', reason: 'BoundReached' });
  if (second.kind === 'write') expect(second.step.record.requestedCharges).toBeUndefined();
});

it('a cancel drops the requested charges that wait, and keeps the one at the bank', () => {
  const { record, request } = withSkipped();
  const both = request(request(record, 1), 2);
  const cancelled = stepOf(cancel(both, NOON)).record;
  expect(cancelled.requestedCharges).toBeUndefined();
  expect(decideBySweep(cancelled)).toMatchObject({ kind: 'ignore' });
  const inFlight = stepOf(cancel(claimBySweep(both).record, NOON)).record;
  const answered = succeed(inFlight).record;
  expect(answered).toMatchObject({ state: { status: 'Cancelled' }, totalCollectedMinor: 100_00 });
  expect(answered.requestedCharges).toBeUndefined();
  expect(decideBySweep(answered)).toMatchObject({ kind: 'ignore' });
});

it('a request that is dropped has no event of an attempt, and one that its card refuses has one', () => {
  const { record, request } = withSkipped();
  const requested = request(record, 1);
  const typesAfter = (after: RecurringPayment) =>
    eventsOfRecurringPayment(requested, after).map(({ type, attempt }) => [type, attempt]);
  const decided = (given: Given) => {
    const decision = decideBySweep(requested, given);
    if (decision.kind !== 'write') throw new Error(`expected no charge, got ${decision.kind}`);
    return decision.step.record;
  };
  expect(typesAfter(decided({ customerIsActive: false }))).toEqual([]);
  const cancelled = stepOf(cancel(requested, NOON)).record;
  expect(typesAfter(cancelled)).toEqual([['recurring_payment.cancelled', undefined]]);
  const refused = decided({ card: { kind: 'expired' } });
  const attempt = { periodNumber: 1, attemptNumber: requested.requestedCharges?.[0]?.attemptNumber };
  expect(typesAfter(refused)).toEqual([['recurring_payment.charge_failed', attempt]]);
  const again = request(refused, 2);
  expect(eventsOfRecurringPayment(again, stepOf(cancel(again, NOON)).record)).toHaveLength(1);
});

it('a late charge is not recorded over a requested charge at the bank', () => {
  const { record, request } = withSkipped();
  const failed = fail(claim(record).record);
  const inFlight = claimBySweep(request(failed.record, 1)).record;
  const paid = { paymentReferenceNumber: 'PAY-2', nowMs: NOON };
  expect(recordLateSuccess(inFlight, failed.attempt, paid)).toBeUndefined();
  const answered = succeed(inFlight).record;
  expect(answered).toMatchObject({ state: { status: 'PastDue' }, totalCollectedMinor: 100_00 });
  expect(recordLateSuccess(answered, failed.attempt, paid)?.record).toMatchObject({
    state: { status: 'Active' },
    totalCollectedMinor: 200_00,
  });
});

it('a late charge does not pay its period beyond the limit of the plan', () => {
  const { record, request } = withSkipped({ totalAmountLimitMinor: 150_00 });
  const failed = fail(claim(record).record);
  const paid = { paymentReferenceNumber: 'PAY-2', nowMs: NOON };
  expect(recordLateSuccess(failed.record, failed.attempt, paid)?.record.totalCollectedMinor).toBe(100_00);
  const cheaper = changed(failed.record, { amountMinor: 30_00 });
  const answered = succeed(claimBySweep(request(cheaper, 1)).record).record;
  expect(answered).toMatchObject({ state: { status: 'PastDue' }, totalCollectedMinor: 100_00 });
  expect(recordLateSuccess(answered, failed.attempt, paid)).toBeUndefined();
});

it('the eleventh change keeps the terms of the first, and a request those of its period', () => {
  const { record, request } = withSkipped();
  const cheaper = succeed(claim(changed(record, { amountMinor: 50_00 })).record).record;
  let current = cheaper;
  for (let hours = 1; hours <= 10; hours += 1) current = changed(current, { retryIntervalHours: hours });
  expect(current.changes).toHaveLength(10);
  expect(claim(current).attempt.amountMinor).toBe(50_00);
  expect(claimBySweep(request(current, 1)).attempt.amountMinor).toBe(100_00);
});
