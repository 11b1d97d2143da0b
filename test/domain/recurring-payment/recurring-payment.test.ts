import { describe, expect, it } from 'vitest';
import { attemptName, attemptOrderId } from '#domain/recurring-payment/attempt-name.ts';
import { cancel, pause } from '#domain/recurring-payment/command.ts';
import {
  currentPeriodNumber,
  isCharging,
  isLive,
  nextPaymentAtMs,
  remainingPaymentCount,
  trialEndMs,
} from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  chargeOnTime,
  claim,
  day,
  HARD,
  RECURRING_PAYMENT_ID,
  recurringPayment,
  stepOf,
} from './recurring-payment-builder.ts';

describe('createRecurringPayment', () => {
  it('a new recurring payment is Active with its first charge planned at the start date', () => {
    const record = recurringPayment({}, '2026-01-01');
    expect(record).toMatchObject({
      state: { status: 'Active' },
      version: 1,
      createdAtMs: at('2026-01-01'),
      nextAction: { periodNumber: 1, attemptNumber: 1, trigger: 'Schedule', atMs: at('2026-01-31') },
      failureStreak: 0,
      successfulPaymentCount: 0,
      totalCollectedMinor: 0,
    });
    expect(record.openAttempt).toBeUndefined();
  });

  it('a plan with a trial is Trialing; a trial without an amount is first charged at its end', () => {
    const charged = recurringPayment({ trial: { days: 14, amountMinor: 1_00 } });
    expect(charged.state.status).toBe('Trialing');
    expect(charged.nextAction).toMatchObject({ periodNumber: 0, dueAtMs: at('2026-01-31') });
    const free = recurringPayment({ trial: { days: 14, amountMinor: 0 } });
    expect(free.nextAction).toMatchObject({ periodNumber: 1, dueAtMs: at('2026-02-14') });
    expect(day(trialEndMs(free))).toBe('2026-02-14');
    expect(trialEndMs(recurringPayment())).toBeUndefined();
  });

  it('a plan that cannot be charged is rejected', () => {
    expect(() => recurringPayment({ start: '2025-12-31' })).toThrow('START_DATE_IN_PAST');
    expect(() => recurringPayment({ end: '2026-01-30' })).toThrow('LIMIT_UNREACHABLE');
  });
});

describe('derived values', () => {
  it('the next payment is the due date or the retry, and undefined while nothing is planned', () => {
    const record = recurringPayment();
    expect(day(nextPaymentAtMs(record))).toBe('2026-01-31');
    expect(nextPaymentAtMs(stepOf(pause(record, 0)).record)).toBeUndefined();
    expect(nextPaymentAtMs(claim(record).record)).toBeUndefined();
  });

  it('the current period is 0 before the first charge and in the trial, then the newest attempted', () => {
    const trial = recurringPayment({ trial: { days: 14, amountMinor: 1_00 } });
    expect(currentPeriodNumber(recurringPayment())).toBe(0);
    expect(currentPeriodNumber(trial)).toBe(0);
    expect(currentPeriodNumber(chargeOnTime(trial, [], 1).record)).toBe(0);
    expect(currentPeriodNumber(chargeOnTime(trial, [], 3).record)).toBe(2);
    expect(currentPeriodNumber(chargeOnTime(recurringPayment(), 'always declined').record)).toBe(1);
  });

  it('the remaining count falls with every success and is undefined without a maximum', () => {
    const record = recurringPayment({ maxPaymentCount: 3 });
    expect(remainingPaymentCount(chargeOnTime(record, [], 1).record)).toBe(2);
    expect(remainingPaymentCount(chargeOnTime(record, []).record)).toBe(0);
    expect(remainingPaymentCount(recurringPayment())).toBeUndefined();
  });

  it('all states but Cancelled and Completed are live; Trialing, Active and PastDue are charging', () => {
    const record = recurringPayment({ maxPaymentCount: 1 });
    const unpaid = chargeOnTime(record, [HARD], 1).record;
    const paused = stepOf(pause(record, 0)).record;
    const cancelled = stepOf(cancel(record, 0)).record;
    const completed = chargeOnTime(record, []).record;
    expect([record, unpaid, paused, cancelled, completed].map(isLive)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([record, unpaid, paused].map(isCharging)).toEqual([true, false, false]);
  });
});

describe('attemptName and attemptOrderId', () => {
  const attempt = { periodNumber: 999_999, attemptNumber: 11, asks: 999 };
  it('the names of an attempt fit the scheduler and the bank, and differ for every attempt', () => {
    expect(attemptName(RECURRING_PAYMENT_ID, attempt)).toBe(`${RECURRING_PAYMENT_ID}-999999-11`);
    expect(attemptName(RECURRING_PAYMENT_ID, attempt).length).toBeLessThanOrEqual(64);
    expect(attemptOrderId(RECURRING_PAYMENT_ID, attempt)).toMatch(/^[A-Za-z0-9]{1,32}$/);
    const names = new Set<string>();
    for (let periodNumber = 0; periodNumber < 30; periodNumber += 1) {
      for (let attemptNumber = 1; attemptNumber < 30; attemptNumber += 1) {
        names.add(attemptOrderId(RECURRING_PAYMENT_ID, { periodNumber, attemptNumber }));
      }
    }
    expect(names.size).toBe(30 * 29);
  });
});
