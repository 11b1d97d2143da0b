// A recurring payment as a store would keep it through its life, and the promises that hold at every moment.
import { expect } from 'vitest';
import {
  type Attempt,
  attemptName,
  createRecurringPayment,
  isCharging,
  isLive,
  type RecurringPayment,
  type Step,
} from '#domain/recurring-payment/recurring-payment.ts';
import { RECURRING_PAYMENT_TRANSITIONS } from '#domain/recurring-payment/transitions.ts';
import { changesOf } from '../../../../lib/cloud/diagram/state-diagrams.ts';
import { termsOf } from '../recurring-payment-builder.ts';
import { type Model, type ModelPlan, openPeriod } from './recurring-payment-model.ts';

const HOUR = 3_600_000;

/** What a store would hold: the record, one row per attempt, the outcome of every closed period. */
export function lifeOf(plan: ModelPlan) {
  const createdAtMs = plan.startDateMs - 5 * HOUR;
  let record: RecurringPayment = createRecurringPayment(
    {
      id: 'id',
      customerId: 'customer',
      cardStorageId: 'card',
      maskedCardNumber: '552879******0008',
      subscriptionName: 'Membership',
      terms: { ...termsOf(), ...plan },
    },
    createdAtMs,
  );
  const attempts = new Map<string, Attempt>();
  const outcomes = new Map<number, string>();
  const statuses = new Set<string>([record.standing.status]);
  const changes = new Set<string>();

  function write(step: Step): void {
    expect(step.record.version).toBe(record.version + 1);
    const change = expectAllowedChange(record, step.record);
    if (change !== undefined) changes.add(change);
    for (const { outcome, firstPeriodNumber, lastPeriodNumber } of step.closedPeriods) {
      for (let number = firstPeriodNumber; number <= lastPeriodNumber; number += 1) {
        expect(outcomes.has(number), `period ${number} is closed once`).toBe(false);
        outcomes.set(number, outcome);
      }
    }
    if (step.attempt) {
      const name = attemptName(record.id, step.attempt);
      const before = attempts.get(name);
      if (before) expect(before.result.status).toBe('Processing');
      attempts.set(name, step.attempt);
    }
    record = step.record;
    statuses.add(record.standing.status);
  }
  return { write, attempts, outcomes, statuses, changes, record: () => record, createdAtMs };
}
export type Life = ReturnType<typeof lifeOf>;

/** `Active to Paused`: each change that the transitions of the domain list. */
export const CHANGES = new Set(
  changesOf(RECURRING_PAYMENT_TRANSITIONS).map(([from, to]) => `${from} to ${to}`),
);

/** The change between two states; undefined where the state was kept. */
function expectAllowedChange(from: RecurringPayment, to: RecurringPayment): string | undefined {
  if (from.standing.status === to.standing.status) return undefined;
  const change = `${from.standing.status} to ${to.standing.status}`;
  expect(CHANGES).toContain(change);
  return change;
}

export function expectPromisesKept(life: Life, plan: ModelPlan): void {
  const record = life.record();
  const attempts = [...life.attempts.values()];
  const succeeded = attempts.filter((attempt) => attempt.result.status === 'Succeeded');
  const regular = succeeded.filter((attempt) => attempt.type === 'Regular');
  const total = succeeded.reduce((sum, attempt) => sum + attempt.amountMinor, 0);
  expect(new Set(succeeded.map((attempt) => attempt.periodNumber)).size).toBe(succeeded.length);
  expect(record.successfulPaymentCount).toBe(regular.length);
  expect(record.totalCollectedMinor).toBe(total);
  expect(regular.length).toBeLessThanOrEqual(plan.maxPaymentCount ?? Number.POSITIVE_INFINITY);
  expect(total).toBeLessThanOrEqual(plan.totalAmountLimitMinor ?? Number.POSITIVE_INFINITY);
  for (const { periodNumber } of attempts) {
    const tries = attempts.filter(
      (attempt) => attempt.periodNumber === periodNumber && attempt.trigger !== 'CardUpdate',
    );
    expect(tries.length).toBeLessThanOrEqual(1 + plan.maxRetryAttempts);
  }
  expect(attempts.filter((attempt) => attempt.result.status === 'Processing').length).toBe(
    record.openAttempt ? 1 : 0,
  );
  if (isCharging(record)) expect(record.nextAction ?? record.openAttempt).toBeDefined();
  if (!isLive(record) || record.standing.status === 'Paused') expect(record.nextAction).toBeUndefined();
}

export function expectSameAsModel(life: Life, model: Model): void {
  expect(standingOf(life.record(), life.outcomes)).toEqual(standingInModel(model));
}

/** How things stand in the product's eyes, in the words of the model. */
export function standingOf(record: RecurringPayment, outcomes: Map<number, string>) {
  const { openAttempt, nextAction } = record;
  return {
    status: record.standing.status,
    streak: record.failureStreak,
    count: record.successfulPaymentCount,
    total: record.totalCollectedMinor,
    inFlight: openAttempt && [openAttempt.periodNumber, openAttempt.attemptNumber],
    next: nextAction && [nextAction.periodNumber, nextAction.attemptNumber, nextAction.atMs],
    open: record.openPeriod?.number ?? openAttempt?.periodNumber,
    outcomes: [...outcomes].sort(([a], [b]) => a - b),
  };
}

export function standingInModel(model: Model): ReturnType<typeof standingOf> {
  const { status, streak, count, total, inFlight, planned } = model;
  return {
    status: status as ReturnType<typeof standingOf>['status'],
    ...{ streak, count, total },
    inFlight: inFlight && [inFlight.period.number, inFlight.attempt],
    next: planned && [planned.period.number, planned.attempt, planned.atMs],
    open: openPeriod(model)?.number,
    outcomes: model.periods.flatMap(({ number, state }): [number, string][] =>
      state === undefined || state === 'Open' ? [] : [[number, state]],
    ),
  };
}
