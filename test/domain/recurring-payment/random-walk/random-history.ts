// A recurring payment as the store keeps it, and the invariants that hold after every event.
import { expect } from 'vitest';
import { attemptName } from '#domain/recurring-payment/attempt-name.ts';
import { planFor } from '#domain/recurring-payment/planned-terms.ts';
import {
  type Attempt,
  type ClosedPeriods,
  createRecurringPayment,
  isCharging,
  isLive,
  type RecurringPayment,
  type Step,
} from '#domain/recurring-payment/recurring-payment.ts';
import { RECURRING_PAYMENT_TRANSITIONS } from '#domain/recurring-payment/transitions.ts';
import { changesOf } from '../../../../lib/site/machines.ts';
import { termsOf } from '../recurring-payment-builder.ts';
import { owedInModel } from './changes-model.ts';
import type { ModelPlan } from './period-list.ts';
import { type Model, openPeriod } from './recurring-payment-model.ts';

const HOUR = 3_600_000;

/** The content of the store: the record, one row per attempt, the outcome of every closed period. */
export function historyOf(plan: ModelPlan) {
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
  const runs = new Map<number, ClosedPeriods>();
  const statuses = new Set<string>([record.state.status]);
  const changes = new Set<string>();

  function write(step: Step): void {
    expect(step.record.version).toBe(record.version + 1);
    const change = expectAllowedChange(record, step.record);
    if (change !== undefined) changes.add(change);
    for (const { outcome, firstPeriodNumber, lastPeriodNumber, ...left } of step.closedPeriods) {
      for (let number = firstPeriodNumber; number <= lastPeriodNumber; number += 1) {
        const isCollected = outcome === 'Paid' && step.attempt?.trigger === 'Request';
        expect(outcomes.has(number), `period ${number} is closed once`).toBe(isCollected);
        expect(['Paid', 'Waived']).not.toContain(outcomes.get(number));
        if (outcome !== 'Paid') runs.set(number, { outcome, firstPeriodNumber, lastPeriodNumber, ...left });
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
    statuses.add(record.state.status);
  }
  return { write, attempts, outcomes, runs, statuses, changes, record: () => record, createdAtMs };
}
export type History = ReturnType<typeof historyOf>;

/** `Active to Paused`: every change in the domain's list of transitions. */
export const CHANGES = new Set(
  changesOf(RECURRING_PAYMENT_TRANSITIONS).map(([from, to]) => `${from} to ${to}`),
);

/** The change between two states, or undefined if the state is the same. */
function expectAllowedChange(from: RecurringPayment, to: RecurringPayment): string | undefined {
  if (from.state.status === to.state.status) return undefined;
  const change = `${from.state.status} to ${to.state.status}`;
  expect(CHANGES).toContain(change);
  return change;
}

export function expectInvariants(history: History, plan: ModelPlan): void {
  const record = history.record();
  const attempts = [...history.attempts.values()];
  const succeeded = attempts.filter((attempt) => attempt.result.status === 'Succeeded');
  const regular = succeeded.filter((attempt) => attempt.type === 'Regular');
  const total = succeeded.reduce((sum, attempt) => sum + attempt.amountMinor, 0);
  expect(new Set(succeeded.map((attempt) => attempt.periodNumber)).size).toBe(succeeded.length);
  expect(record.successfulPaymentCount).toBe(regular.length);
  expect(record.totalCollectedMinor).toBe(total);
  expect(regular.length).toBeLessThanOrEqual(plan.maxPaymentCount ?? Number.POSITIVE_INFINITY);
  expect(total).toBeLessThanOrEqual(plan.totalAmountLimitMinor ?? Number.POSITIVE_INFINITY);
  for (const { periodNumber } of attempts) {
    const attemptsOfPeriod = attempts.filter(
      ({ trigger, ...attempt }) =>
        attempt.periodNumber === periodNumber && trigger !== 'CardUpdate' && trigger !== 'Request',
    );
    const { maxRetryAttempts } = planFor(record, periodNumber);
    expect(attemptsOfPeriod.length).toBeLessThanOrEqual(1 + maxRetryAttempts);
  }
  expect(attempts.filter((attempt) => attempt.result.status === 'Processing').length).toBe(
    record.openAttempt ? 1 : 0,
  );
  if (isCharging(record)) expect(record.nextAction ?? record.openAttempt).toBeDefined();
  if (!isLive(record) || record.state.status === 'Paused') expect(record.nextAction).toBeUndefined();
}

export function expectSameAsModel(history: History, model: Model): void {
  expect(summaryOf(history.record(), history.outcomes)).toEqual(summaryOfModel(model));
}

/** The state of the product, in the terms of the model. */
export function summaryOf(record: RecurringPayment, outcomes: Map<number, string>) {
  const { openAttempt, nextAction } = record;
  return {
    status: record.state.status,
    streak: record.failureStreak,
    count: record.successfulPaymentCount,
    total: record.totalCollectedMinor,
    owed: record.uncollectedMinor ?? 0,
    requested: (record.requestedCharges ?? []).map(({ periodNumber, atMs }) => [periodNumber, atMs]),
    inFlight: openAttempt && [openAttempt.periodNumber, openAttempt.attemptNumber],
    next: nextAction && [nextAction.periodNumber, nextAction.attemptNumber, nextAction.atMs],
    open:
      record.openPeriod?.number ??
      (openAttempt?.trigger === 'Request' ? undefined : openAttempt?.periodNumber),
    outcomes: [...outcomes].sort(([a], [b]) => a - b),
  };
}

export function summaryOfModel(model: Model): ReturnType<typeof summaryOf> {
  const { status, streak, count, total, inFlight, planned, requested } = model;
  return {
    status: status as ReturnType<typeof summaryOf>['status'],
    streak,
    count,
    total,
    owed: owedInModel(model),
    requested: requested.map(({ period, atMs }) => [period.number, atMs]),
    inFlight: inFlight && [inFlight.period.number, inFlight.attempt],
    next: planned && [planned.period.number, planned.attempt, planned.atMs],
    open: openPeriod(model)?.number,
    outcomes: model.periods.flatMap(({ number, state }): [number, string][] =>
      state === undefined || state === 'Open' ? [] : [[number, state]],
    ),
  };
}
