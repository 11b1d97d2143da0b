import { describe, expect, it } from 'vitest';
import { cancel, cardUpdated, pause, resume } from '#domain/recurring-payment/command.ts';
import {
  at,
  changedBy,
  claim,
  day,
  fail,
  HARD,
  REVOKED,
  recurringPayment,
  SOFT,
  succeed,
} from './recurring-payment-builder.ts';

const HOUR = 3_600_000;
const claimed = (terms = {}) => claim(recurringPayment(terms)).record;

describe('an attempt in flight while the merchant', () => {
  const now = at('2026-01-31T09:00:05Z');
  const inFlight = claimed({ maxPaymentCount: 5 });
  const pausedNow = changedBy(pause(inFlight, now)).record;

  it('pauses, succeeds and is recorded; the recurring payment stays paused', () => {
    const { record, closedPeriods } = succeed(pausedNow);
    expect(record).toMatchObject({ standing: { status: 'Paused' }, successfulPaymentCount: 1 });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toEqual([{ outcome: 'Paid', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
  });

  it('pauses, fails and is recorded; no retry follows', () => {
    for (const decline of [SOFT, HARD]) {
      const { record, closedPeriods } = fail(pausedNow, decline);
      expect(record.standing.status).toBe('Paused');
      expect(record.nextAction).toBeUndefined();
      expect(closedPeriods).toEqual([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    }
    expect(fail(pausedNow, REVOKED).record.standing.status).toBe('Cancelled');
  });

  it('pauses completes it if it was the last possible charge', () => {
    const last = changedBy(pause(claimed({ maxPaymentCount: 1 }), now)).record;
    expect(succeed(last).record.standing).toMatchObject({ status: 'Completed', reason: 'MaxPaymentCount' });
  });

  it('pauses and resumes leaves the next due date planned, and no claim before it has landed', () => {
    const resumed = changedBy(resume(pausedNow, now + HOUR)).record;
    expect(resumed.standing.status).toBe('Active');
    expect(day(resumed.nextAction?.dueAtMs)).toBe('2026-02-28');
    expect(() => claim(resumed)).toThrow('AttemptInFlight');
    const failed = fail(resumed, SOFT).record;
    expect(failed).toMatchObject({ standing: { status: 'Active' }, failureStreak: 0 });
    expect(claim(succeed(resumed).record).attempt.periodNumber).toBe(2);
  });

  it('cancels, is recorded and stays cancelled', () => {
    const cancelled = changedBy(cancel(inFlight, now));
    expect(cancelled.closedPeriods).toEqual([]);
    for (const step of [succeed(cancelled.record), fail(cancelled.record), fail(cancelled.record, REVOKED)]) {
      expect(step.record.standing).toEqual(cancelled.record.standing);
      expect(step.record.openAttempt).toBeUndefined();
      expect(step.closedPeriods).toHaveLength(1);
    }
    expect(succeed(cancelled.record).record.totalCollectedMinor).toBe(100_00);
    const last = changedBy(cancel(claimed({ maxPaymentCount: 1 }), now)).record;
    expect(succeed(last).record.standing.status).toBe('Cancelled');
  });

  it('renews the card, fails and is followed by a try of the new card at once', () => {
    const renewed = changedBy(cardUpdated(inFlight, now)).record;
    expect(cardUpdated(renewed, now)).toEqual({ kind: 'unchanged' });
    for (const decline of [SOFT, HARD]) {
      const { record, attempt } = fail(renewed, decline);
      expect(record.nextAction).toMatchObject({ attemptNumber: 2, trigger: 'CardUpdate' });
      expect(attempt.result).toMatchObject({ nextRetryAtMs: record.nextAction?.atMs });
      // That try was one of the new card: what comes after it is as always.
      expect(fail(claim(record).record, HARD).record.nextAction).toBeUndefined();
    }
    expect(fail(renewed, REVOKED).record.standing.status).toBe('Cancelled');
  });

  it('renews the card and succeeds, or lets go of the period, and owes no further try', () => {
    const renewed = changedBy(cardUpdated(inFlight, now)).record;
    expect(succeed(renewed).record.nextAction).toMatchObject({ periodNumber: 2, trigger: 'Schedule' });
    expect(fail(claim(succeed(renewed).record).record).record.nextAction?.trigger).toBe('Retry');
    expect(fail(changedBy(pause(renewed, now)).record, HARD).record.nextAction).toBeUndefined();
  });
});
