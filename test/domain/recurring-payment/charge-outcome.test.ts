import { describe, expect, it } from 'vitest';
import { recordFailure, recordSuccess } from '#domain/recurring-payment/charge-outcome.ts';
import { nextPaymentAtMs } from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  claim,
  day,
  fail,
  HARD,
  live,
  REVOKED,
  recurringPayment,
  SOFT,
  succeed,
} from './recurring-payment-builder.ts';

const HOUR = 3_600_000;
const claimed = (terms = {}) => claim(recurringPayment(terms)).record;
const paid = { paymentReferenceNumber: 'PAY-1', nowMs: at('2026-01-31') };

describe('a success', () => {
  it('counts, adds up, ends the streak and plans the next due date', () => {
    const failedOnce = fail(claimed()).record;
    const { record, attempt, closedPeriods } = succeed(claim(failedOnce).record);
    expect(record).toMatchObject({
      standing: { status: 'Active' },
      successfulPaymentCount: 1,
      totalCollectedMinor: 100_00,
      failureStreak: 0,
      openAttempt: undefined,
      openPeriod: undefined,
    });
    expect(day(record.lastPaymentAtMs)).toBe('2026-02-01');
    expect(day(nextPaymentAtMs(record))).toBe('2026-02-28');
    expect(closedPeriods).toEqual([{ outcome: 'Paid', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(attempt.result).toEqual({ status: 'Succeeded', paymentReferenceNumber: 'PAY-1' });
  });

  it.each([
    [{ maxPaymentCount: 1 }, 'MaxPaymentCount'],
    [{ totalAmountLimitMinor: 199_99 }, 'TotalAmountLimit'],
    [{ end: '2026-02-27' }, 'EndDate'],
  ])('that leaves no further charge possible completes at once: %j', (terms, reason) => {
    const { record } = succeed(claimed(terms));
    expect(record.standing).toEqual({ status: 'Completed', reason, completedAtMs: at('2026-01-31') });
    expect(record.nextAction).toBeUndefined();
  });

  it('of the trial charge stays in the trial, outside the count and inside the total', () => {
    const { record } = succeed(claimed({ trial: { days: 14, amountMinor: 1_00 }, maxPaymentCount: 1 }));
    expect(record).toMatchObject({
      standing: { status: 'Trialing' },
      successfulPaymentCount: 0,
      totalCollectedMinor: 1_00,
    });
    const regular = claim(record);
    expect(day(regular.attempt.attemptedAtMs)).toBe('2026-02-14');
    expect(succeed(regular.record).record.standing.status).toBe('Completed');
  });

  it('of a trial charge that had failed before leads back into the trial', () => {
    const failedOnce = fail(claimed({ trial: { days: 14, amountMinor: 1_00 } })).record;
    expect(failedOnce.standing.status).toBe('PastDue');
    expect(succeed(claim(failedOnce).record).record.standing.status).toBe('Trialing');
  });

  it('that becomes known late is dated to the moment the bank was asked', () => {
    const { record } = succeed(claimed(), at('2026-02-03'));
    expect(day(record.lastPaymentAtMs)).toBe('2026-01-31');
  });

  it('and a failure of the same attempt settle it once; whoever comes second changes nothing', () => {
    const record = claimed();
    const key = { periodNumber: 1, attemptNumber: 1 };
    const settled = recordSuccess(record, key, paid)?.record ?? record;
    expect(recordSuccess(settled, key, paid)).toBeUndefined();
    expect(recordFailure(settled, key, { ...SOFT, nowMs: paid.nowMs })).toBeUndefined();
    expect(recordSuccess(record, { periodNumber: 1, attemptNumber: 2 }, paid)).toBeUndefined();
    expect(recordSuccess(record, { periodNumber: 2, attemptNumber: 1 }, paid)).toBeUndefined();
  });
});

describe('a soft failure', () => {
  it('is retried the interval after the failure, in absolute hours', () => {
    const record = claimed({ retryIntervalHours: 30 });
    const { record: pastDue, attempt } = fail(record, SOFT, at('2026-01-31T10:15:00Z'));
    const retryAtMs = at('2026-01-31T10:15:00Z') + 30 * HOUR;
    expect(pastDue.standing.status).toBe('PastDue');
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

  it('crosses daylight saving in hours, not in wall-clock days', () => {
    const terms = { start: '2026-03-28T09:00:00Z', timeZone: 'Europe/London' };
    const { record } = fail(claimed(terms));
    expect(record.nextAction?.atMs).toBe(at('2026-03-29T09:00:00Z')); // 10:00 there
  });

  it('beyond the retries is Unpaid and nothing is planned: 1 + maxRetryAttempts tries', () => {
    for (const maxRetryAttempts of [0, 1, 3, 10]) {
      const { attempts, record } = live(recurringPayment({ maxRetryAttempts }), 'dead card');
      expect(attempts).toHaveLength(1 + maxRetryAttempts);
      expect(record).toMatchObject({
        standing: { status: 'Unpaid', reason: 'RetriesExhausted' },
        failureStreak: 1 + maxRetryAttempts,
      });
      expect(record.nextAction).toBeUndefined();
      expect(attempts.at(-1)?.result).not.toHaveProperty('nextRetryAtMs');
    }
  });
});

describe('a soft failure near the next due date', () => {
  it('on a daily plan with a dead card: four tries on four days, then Unpaid', () => {
    const { attempts, record } = live(recurringPayment({ frequency: 'daily' }), 'dead card');
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
    expect(record.standing.status).toBe('Unpaid');
  });

  it('on a daily plan is still four tries on four days if every handler is a minute early', () => {
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

describe('a soft failure whose retry meets the next due date or the end date', () => {
  it('whose retry would fall on the next due date waits for that date; the streak carries over', () => {
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
    expect(third.closedPeriods).toEqual([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(fail(third.record).record).toMatchObject({ standing: { status: 'PastDue' }, failureStreak: 3 });
  });

  it('of exactly the period’s length is not retried: the retry would fall on the next due date', () => {
    const exact = fail(claimed({ frequency: 'weekly', retryIntervalHours: 168 })).record;
    expect(exact.nextAction?.trigger).toBe('Schedule');
    const shorter = fail(claimed({ frequency: 'weekly', retryIntervalHours: 167 })).record;
    expect(shorter.nextAction?.trigger).toBe('Retry');
  });

  it('of the last period is retried beyond the end date, which bounds due dates and not retries', () => {
    const { attempts, record } = live(recurringPayment({ frequency: 'daily', end: '2026-01-31' }), [
      SOFT,
      SOFT,
    ]);
    expect(attempts.map(({ periodNumber, attemptedAtMs }) => [periodNumber, day(attemptedAtMs)])).toEqual([
      [1, '2026-01-31'],
      [1, '2026-02-01'],
      [1, '2026-02-02'],
    ]);
    expect(record.standing.status).toBe('Completed');
  });
});

describe('a decline that forbids another try', () => {
  it('stops at once: Unpaid, whatever retries were left', () => {
    const { record, attempt, closedPeriods } = fail(claimed(), HARD);
    expect(record).toMatchObject({ standing: { status: 'Unpaid', reason: 'HardDecline' }, failureStreak: 1 });
    expect(record.nextAction).toBeUndefined();
    expect(attempt.result).toMatchObject({ declineCategory: 'Hard', bankResponseCode: '43' });
    expect(closedPeriods).toEqual([]); // still open to a new card
  });

  it('because the cardholder withdrew, cancels for good', () => {
    const { record, closedPeriods } = fail(claimed(), REVOKED);
    expect(record.standing).toEqual({
      status: 'Cancelled',
      reason: 'WithdrawnByCardholder',
      cancelledAtMs: at('2026-01-31'),
    });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toEqual([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
  });
});

it('an answer known only after the next due date has come ends the period; it is not retried', () => {
  const record = claimed({ frequency: 'daily' });
  const late = at('2026-02-02T12:00:00Z');
  const failed = fail(record, SOFT, late).record;
  expect(failed.nextAction).toMatchObject({ periodNumber: 2, trigger: 'Schedule' });
  const next = claim(failed, late);
  expect(next.attempt).toMatchObject({ periodNumber: 3, attemptNumber: 1, trigger: 'CatchUp' });
  expect(next.closedPeriods).toEqual([
    { outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 },
    { outcome: 'Missed', firstPeriodNumber: 2, lastPeriodNumber: 2 },
  ]);
});
