import { describe, expect, it } from 'vitest';
import { cardUpdated } from '#domain/recurring-payment/card-renewal.ts';
import { cancel, pause, resume } from '#domain/recurring-payment/command.ts';
import {
  at,
  claim,
  day,
  fail,
  HARD,
  REVOKED,
  recurringPayment,
  SOFT,
  stepOf,
  succeed,
} from './recurring-payment-builder.ts';

const HOUR = 3_600_000;
const claimed = (terms = {}) => claim(recurringPayment(terms)).record;

describe('an attempt in flight', () => {
  const now = at('2026-01-31T09:00:05Z');
  const inFlight = claimed({ maxPaymentCount: 5 });
  const paused = stepOf(pause(inFlight, now)).record;

  it('a success after a pause is recorded, and the recurring payment stays paused', () => {
    const { record, closedPeriods } = succeed(paused);
    expect(record).toMatchObject({ state: { status: 'Paused' }, successfulPaymentCount: 1 });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toMatchObject([{ outcome: 'Paid', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
  });

  it('a failure after a pause is recorded without a retry', () => {
    for (const decline of [SOFT, HARD]) {
      const { record, closedPeriods } = fail(paused, decline);
      expect(record.state.status).toBe('Paused');
      expect(record.nextAction).toBeUndefined();
      expect(closedPeriods).toMatchObject([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    }
    expect(fail(paused, REVOKED).record.state.status).toBe('Cancelled');
  });

  it('a success after a pause completes the recurring payment if it was the last possible charge', () => {
    const last = stepOf(pause(claimed({ maxPaymentCount: 1 }), now)).record;
    expect(succeed(last).record.state).toMatchObject({ status: 'Completed', reason: 'MaxPaymentCount' });
  });

  it('the due date planned by pause and resume cannot be claimed while an attempt is in flight', () => {
    const resumed = stepOf(resume(paused, now + HOUR)).record;
    expect(resumed.state.status).toBe('Active');
    expect(day(resumed.nextAction?.dueAtMs)).toBe('2026-02-28');
    expect(() => claim(resumed)).toThrow('AttemptInFlight');
    const failed = fail(resumed, SOFT).record;
    expect(failed).toMatchObject({ state: { status: 'Active' }, failureStreak: 0 });
    expect(claim(succeed(resumed).record).attempt.periodNumber).toBe(2);
  });

  it('an outcome after a cancel is recorded, and the recurring payment stays cancelled', () => {
    const cancelled = stepOf(cancel(inFlight, now));
    expect(cancelled.closedPeriods).toMatchObject([]);
    for (const step of [succeed(cancelled.record), fail(cancelled.record), fail(cancelled.record, REVOKED)]) {
      expect(step.record.state).toEqual(cancelled.record.state);
      expect(step.record.openAttempt).toBeUndefined();
      expect(step.closedPeriods).toHaveLength(1);
    }
    expect(succeed(cancelled.record).record.totalCollectedMinor).toBe(100_00);
    const last = stepOf(cancel(claimed({ maxPaymentCount: 1 }), now)).record;
    expect(succeed(last).record.state.status).toBe('Cancelled');
  });

  it('a failure after a card update is followed at once by an attempt with the new card', () => {
    const renewed = stepOf(cardUpdated(inFlight, now)).record;
    expect(cardUpdated(renewed, now)).toEqual({ kind: 'unchanged' });
    for (const decline of [SOFT, HARD]) {
      const { record, attempt } = fail(renewed, decline);
      expect(record.nextAction).toMatchObject({ attemptNumber: 2, trigger: 'CardUpdate' });
      expect(attempt.result).toMatchObject({ nextRetryAtMs: record.nextAction?.atMs });
      // That attempt already uses the new card, so no further one follows.
      expect(fail(claim(record).record, HARD).record.nextAction).toBeUndefined();
    }
    expect(fail(renewed, REVOKED).record.state.status).toBe('Cancelled');
  });

  it('no attempt with the new card follows a success or a released period', () => {
    const renewed = stepOf(cardUpdated(inFlight, now)).record;
    expect(succeed(renewed).record.nextAction).toMatchObject({ periodNumber: 2, trigger: 'Schedule' });
    expect(fail(claim(succeed(renewed).record).record).record.nextAction?.trigger).toBe('Retry');
    expect(fail(stepOf(pause(renewed, now)).record, HARD).record.nextAction).toBeUndefined();
  });
});
