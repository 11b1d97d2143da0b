import { describe, expect, it } from 'vitest';
import { recordFailure, recordSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import { nextPaymentAtMs } from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  chargeOnTime,
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
const paid = { paymentReferenceNumber: 'PAY-1', nowMs: at('2026-01-31') };

describe('recordSuccess', () => {
  it('a success is counted, ends the streak of failures and plans the next due date', () => {
    const failedOnce = fail(claimed()).record;
    const { record, attempt, closedPeriods } = succeed(claim(failedOnce).record);
    expect(record).toMatchObject({
      state: { status: 'Active' },
      successfulPaymentCount: 1,
      totalCollectedMinor: 100_00,
      failureStreak: 0,
      openAttempt: undefined,
      openPeriod: undefined,
    });
    expect(day(record.lastPaymentAtMs)).toBe('2026-02-01');
    expect(day(nextPaymentAtMs(record))).toBe('2026-02-28');
    expect(closedPeriods).toMatchObject([{ outcome: 'Paid', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(attempt.result).toEqual({ status: 'Succeeded', paymentReferenceNumber: 'PAY-1' });
  });

  it.each([
    [{ maxPaymentCount: 1 }, 'MaxPaymentCount'],
    [{ totalAmountLimitMinor: 199_99 }, 'TotalAmountLimit'],
    [{ end: '2026-02-27' }, 'EndDate'],
  ])('a success after which %j allows no further charge completes the recurring payment', (terms, reason) => {
    const { record } = succeed(claimed(terms));
    expect(record.state).toEqual({ status: 'Completed', reason, completedAtMs: at('2026-01-31') });
    expect(record.nextAction).toBeUndefined();
  });

  it('a successful trial charge stays in the trial, outside the count and inside the total', () => {
    const { record } = succeed(claimed({ trial: { days: 14, amountMinor: 1_00 }, maxPaymentCount: 1 }));
    expect(record).toMatchObject({
      state: { status: 'Trialing' },
      successfulPaymentCount: 0,
      totalCollectedMinor: 1_00,
    });
    const regular = claim(record);
    expect(day(regular.attempt.attemptedAtMs)).toBe('2026-02-14');
    expect(succeed(regular.record).record.state.status).toBe('Completed');
  });

  it('a successful retry of the trial charge returns to the trial', () => {
    const failedOnce = fail(claimed({ trial: { days: 14, amountMinor: 1_00 } })).record;
    expect(failedOnce.state.status).toBe('PastDue');
    expect(succeed(claim(failedOnce).record).record.state.status).toBe('Trialing');
  });

  it('a success that becomes known late has the time of its attempt', () => {
    const { record } = succeed(claimed(), at('2026-02-03'));
    expect(day(record.lastPaymentAtMs)).toBe('2026-01-31');
  });

  it('the outcome of an attempt is recorded once; a second one changes nothing', () => {
    const record = claimed();
    const key = { periodNumber: 1, attemptNumber: 1 };
    const recorded = recordSuccess(record, key, paid)?.record ?? record;
    expect(recordSuccess(recorded, key, paid)).toBeUndefined();
    expect(recordFailure(recorded, key, { ...SOFT, nowMs: paid.nowMs })).toBeUndefined();
    expect(recordSuccess(record, { periodNumber: 1, attemptNumber: 2 }, paid)).toBeUndefined();
    expect(recordSuccess(record, { periodNumber: 2, attemptNumber: 1 }, paid)).toBeUndefined();
  });
});

describe('recordFailure with a soft decline', () => {
  it('a soft decline is retried after the interval, in absolute hours', () => {
    const record = claimed({ retryIntervalHours: 30 });
    const { record: pastDue, attempt } = fail(record, SOFT, at('2026-01-31T10:15:00Z'));
    const retryAtMs = at('2026-01-31T10:15:00Z') + 30 * HOUR;
    expect(pastDue.state.status).toBe('PastDue');
    expect(nextPaymentAtMs(pastDue)).toBe(retryAtMs);
    expect(attempt.result).toEqual({
      status: 'Failed',
      declineCategory: 'Soft',
      errorCode: 'NOT_SUFFICIENT_FUNDS',
      bankResponseCode: '51',
      nextRetryAtMs: retryAtMs,
    });
    expect(claim(pastDue).attempt).toMatchObject({ periodNumber: 1, attemptNumber: 2, trigger: 'Retry' });
  });

  it('a retry across daylight saving is counted in hours, not in local days', () => {
    const terms = { start: '2026-03-28T09:00:00Z', timeZone: 'Europe/London' };
    const { record } = fail(claimed(terms));
    expect(record.nextAction?.atMs).toBe(at('2026-03-29T09:00:00Z')); // 10:00 there
  });

  it('a recurring payment is Unpaid after 1 + maxRetryAttempts attempts, and nothing is planned', () => {
    for (const maxRetryAttempts of [0, 1, 3, 10]) {
      const { attempts, record } = chargeOnTime(recurringPayment({ maxRetryAttempts }), 'always declined');
      expect(attempts).toHaveLength(1 + maxRetryAttempts);
      expect(record).toMatchObject({
        state: { status: 'Unpaid', reason: 'RetriesExhausted' },
        failureStreak: 1 + maxRetryAttempts,
      });
      expect(record.nextAction).toBeUndefined();
      expect(attempts.at(-1)?.result).not.toHaveProperty('nextRetryAtMs');
    }
  });
});

describe('soft declines of a daily plan', () => {
  it('a daily plan whose card always declines makes four attempts on four days, then is Unpaid', () => {
    const { attempts, record } = chargeOnTime(recurringPayment({ frequency: 'daily' }), 'always declined');
    expect(
      attempts.map(({ periodNumber, attemptNumber, attemptedAtMs }) => [
        periodNumber,
        attemptNumber,
        day(attemptedAtMs),
      ]),
    ).toEqual([
      [1, 1, '2026-01-31'],
      [2, 1, '2026-02-01'],
      [3, 1, '2026-02-02'],
      [4, 1, '2026-02-03'],
    ]);
    expect(record.state.status).toBe('Unpaid');
  });

  it('a daily plan makes four attempts on four days even if every trigger is a minute early', () => {
    let record = recurringPayment({ frequency: 'daily' });
    const days: (string | undefined)[] = [];
    while (record.nextAction) {
      const early = record.nextAction.atMs - 60_000;
      record = fail(claim(record, early).record, SOFT, early).record;
      days.push(day(early));
    }
    expect(days).toEqual(['2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03']);
  });
});

describe('retries near the next due date or the end date', () => {
  it('a retry that would fall on the next due date is not made, and the streak goes on there', () => {
    const weekly = { frequency: 'weekly', retryIntervalHours: 100 } as const;
    const first = fail(claimed(weekly)).record;
    expect(first.nextAction).toMatchObject({ periodNumber: 1, attemptNumber: 2, trigger: 'Retry' });
    const second = fail(claim(first).record);
    expect(second.attempt.result).not.toHaveProperty('nextRetryAtMs', expect.anything());
    expect(second.record.nextAction).toMatchObject({
      periodNumber: 2,
      attemptNumber: 1,
      trigger: 'Schedule',
    });
    const third = claim(second.record);
    expect(third.closedPeriods).toMatchObject([
      { outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 },
    ]);
    expect(fail(third.record).record).toMatchObject({ state: { status: 'PastDue' }, failureStreak: 3 });
  });

  it('a retry interval of exactly one period gives no retry', () => {
    const exact = fail(claimed({ frequency: 'weekly', retryIntervalHours: 168 })).record;
    expect(exact.nextAction?.trigger).toBe('Schedule');
    const shorter = fail(claimed({ frequency: 'weekly', retryIntervalHours: 167 })).record;
    expect(shorter.nextAction?.trigger).toBe('Retry');
  });

  it('the last period is retried after the end date, which limits due dates only', () => {
    const { attempts, record } = chargeOnTime(recurringPayment({ frequency: 'daily', end: '2026-01-31' }), [
      SOFT,
      SOFT,
    ]);
    expect(attempts.map(({ periodNumber, attemptedAtMs }) => [periodNumber, day(attemptedAtMs)])).toEqual([
      [1, '2026-01-31'],
      [1, '2026-02-01'],
      [1, '2026-02-02'],
    ]);
    expect(record.state.status).toBe('Completed');
  });
});

describe('recordFailure with a decline that forbids retries', () => {
  it('a hard decline makes the recurring payment Unpaid at once, with any retries left', () => {
    const { record, attempt, closedPeriods } = fail(claimed(), HARD);
    expect(record).toMatchObject({ state: { status: 'Unpaid', reason: 'HardDecline' }, failureStreak: 1 });
    expect(record.nextAction).toBeUndefined();
    expect(attempt.result).toMatchObject({ declineCategory: 'Hard', bankResponseCode: '43' });
    expect(closedPeriods).toMatchObject([]); // open for a card update
  });

  it('a withdrawal by the cardholder cancels the recurring payment', () => {
    const { record, closedPeriods } = fail(claimed(), REVOKED);
    expect(record.state).toEqual({
      status: 'Cancelled',
      reason: 'WithdrawnByCardholder',
      cancelledAtMs: at('2026-01-31'),
    });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toMatchObject([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
  });
});

it('a period whose decline becomes known after the next due date is not retried', () => {
  const record = claimed({ frequency: 'daily' });
  const late = at('2026-02-02T12:00:00Z');
  const failed = fail(record, SOFT, late).record;
  expect(failed.nextAction).toMatchObject({ periodNumber: 2, trigger: 'Schedule' });
  const next = claim(failed, late);
  expect(next.attempt).toMatchObject({ periodNumber: 3, attemptNumber: 1, trigger: 'CatchUp' });
  expect(next.closedPeriods).toMatchObject([
    { outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 },
    { outcome: 'Missed', firstPeriodNumber: 2, lastPeriodNumber: 2 },
  ]);
});
