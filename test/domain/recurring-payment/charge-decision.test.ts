import { describe, expect, it } from 'vitest';
import { claimedAs, decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { limitDueCharge } from '#domain/recurring-payment/charge-deferral.ts';
import { cancel, pause } from '#domain/recurring-payment/command.ts';
import { type ChargeInvocation, findDueCharge } from '#domain/recurring-payment/period/due-charge.ts';
import { nextPaymentAtMs, type RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  CHARGEABLE,
  chargeOnTime,
  claim,
  fail,
  recurringPayment,
  SOFT,
  stepOf,
  succeed,
} from './recurring-payment-builder.ts';

const DUE = at('2026-01-31');
const DAY = 86_400_000;
const SWEEP: ChargeInvocation = { kind: 'sweep' };
const schedule = (periodNumber: number, attemptNumber = 1): ChargeInvocation => ({
  kind: 'schedule',
  periodNumber,
  attemptNumber,
});
const reasonOf = (record: RecurringPayment, of: ChargeInvocation, nowMs = DUE) => {
  const due = findDueCharge(record, of, nowMs);
  return due.kind === 'ignore' ? due.reason : due.kind;
};
const sweep = (record: RecurringPayment, nowMs: number) =>
  decideCharge(record, SWEEP, { nowMs, customerIsActive: true, card: CHARGEABLE });

describe('the schedule of an attempt', () => {
  const created = recurringPayment();

  it('a schedule on time claims the first attempt of the period', () => {
    const { attempt, record, closedPeriods } = claim(created);
    expect(attempt).toEqual({
      periodNumber: 1,
      attemptNumber: 1,
      type: 'Regular',
      trigger: 'Schedule',
      dueAtMs: DUE,
      attemptedAtMs: DUE,
      amountMinor: 100_00,
      currency: 'TRY',
      result: { status: 'Processing' },
    });
    expect(record).toMatchObject({ version: 2, openAttempt: attempt, state: { status: 'Active' } });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toMatchObject([]);
  });

  it('a schedule that fires twice, or again after the answer, does nothing', () => {
    const claimed = claim(created).record;
    expect(reasonOf(claimed, schedule(1))).toBe('AttemptInFlight');
    expect(reasonOf(claimed, SWEEP, DUE + 30 * DAY)).toBe('AttemptInFlight');
    expect(reasonOf(succeed(claimed).record, schedule(1))).toBe('StaleTrigger');
    expect(reasonOf(fail(claimed).record, schedule(1), DUE + 2 * DAY)).toBe('StaleTrigger');
  });

  it('a schedule of another period or attempt is ignored as stale', () => {
    expect(reasonOf(created, schedule(2))).toBe('StaleTrigger');
    expect(reasonOf(created, schedule(1, 2))).toBe('StaleTrigger');
  });

  it('neither a schedule nor the sweep charges more than 60 seconds early', () => {
    for (const invocation of [schedule(1), SWEEP]) {
      expect(reasonOf(created, invocation, DUE - 60_001)).toBe('TooEarly');
      expect(reasonOf(created, invocation, DUE - 60_000)).toBe('due');
    }
  });

  it('a schedule after pause, cancel, completion or the last failure finds nothing planned', () => {
    const stopped = [
      stepOf(pause(created, DUE)).record,
      stepOf(cancel(created, DUE)).record,
      chargeOnTime(recurringPayment({ maxPaymentCount: 1 }), []).record,
      chargeOnTime(created, 'always declined').record,
    ];
    for (const record of stopped) expect(reasonOf(record, schedule(1), DUE + DAY)).toBe('NothingPlanned');
  });
});

describe('the time of a schedule', () => {
  it('a schedule fires at the due date plus the spread, and the due date does not move', () => {
    const spread = recurringPayment({}, '2026-01-01', 3_600_000);
    expect(spread.nextAction?.atMs).toBe(DUE + 3_600_000);
    expect(nextPaymentAtMs(spread)).toBe(DUE);
    expect(reasonOf(spread, schedule(1), DUE)).toBe('TooEarly');
    expect(claim(spread).attempt).toMatchObject({ dueAtMs: DUE, attemptedAtMs: DUE + 3_600_000 });
  });

  it('a start date earlier today is charged at once', () => {
    const late = recurringPayment({ start: '2026-01-31T06:00:00Z' }, '2026-01-31T09:00:00Z', 12 * 3_600_000);
    const { attempt } = claim(late, at('2026-01-31T09:00:00Z'));
    expect(attempt).toMatchObject({ dueAtMs: at('2026-01-31T06:00:00Z'), trigger: 'Schedule' });
  });
});

describe('decideCharge after an outage', () => {
  const daily = recurringPayment({ frequency: 'daily' });

  it('a due date whose schedule was lost is charged by the sweep with trigger CatchUp', () => {
    expect(sweep(daily, DUE + 300_000)).toMatchObject({
      kind: 'charge',
      step: { attempt: { periodNumber: 1, trigger: 'CatchUp' }, closedPeriods: [] },
    });
  });

  it('a due date with a spread is charged late instead of being missed: the next one has not come', () => {
    const spreadMs = DAY - 60_000;
    const spread = recurringPayment({ frequency: 'daily' }, '2026-01-01', spreadMs);
    const decision = sweep(spread, DUE + spreadMs + 40 * 60_000);
    expect(decision).toMatchObject({
      kind: 'charge',
      step: { attempt: { periodNumber: 1, dueAtMs: DUE, trigger: 'CatchUp' }, closedPeriods: [] },
    });
  });

  it('the due date after a late charge keeps its spread', () => {
    const spreadMs = DAY - 60_000;
    const spread = recurringPayment({ frequency: 'daily' }, '2026-01-01', spreadMs);
    const lateMs = DUE + spreadMs + 40 * 60_000;
    const { record } = succeed(claim(spread, lateMs).record, lateMs);
    expect(record.nextAction).toMatchObject({ periodNumber: 2, atMs: DUE + DAY + spreadMs });
  });

  it('only the newest due date is charged, older ones are missed', () => {
    const decision = sweep(daily, DUE + 3 * DAY + 5);
    expect(decision).toMatchObject({
      kind: 'charge',
      step: {
        attempt: { periodNumber: 4, attemptNumber: 1, trigger: 'CatchUp', dueAtMs: DUE + 3 * DAY },
        closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, lastPeriodNumber: 3 }],
      },
    });
  });

  it('a trial charge is missed once the first regular due date has come', () => {
    const trial = recurringPayment({ trial: { days: 3, amountMinor: 1_00 } });
    expect(sweep(trial, DUE + 2 * DAY)).toMatchObject({ step: { attempt: { periodNumber: 0 } } });
    expect(sweep(trial, DUE + 3 * DAY)).toMatchObject({
      step: {
        attempt: { periodNumber: 1, type: 'Regular' },
        closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 0, lastPeriodNumber: 0 }],
      },
    });
  });
});

it('a retry that waits for its card a second time keeps its planned time', () => {
  const failed = fail(claim(recurringPayment()).record).record;
  const limited = (record: RecurringPayment, allowedFromMs: number) => {
    if (record.nextAction === undefined) throw new Error('No retry is planned.');
    return limitDueCharge(record, record.nextAction, 1, allowedFromMs).record;
  };
  const [once, twice] = [DUE + 2 * DAY, DUE + 3 * DAY];
  const plannedAtMs = failed.nextAction?.atMs;
  const first = limited(failed, once);
  expect(first.nextAction).toMatchObject({ plannedAtMs, atMs: once });
  expect(limited(first, twice).nextAction).toMatchObject({ plannedAtMs, atMs: twice });
});

it('a claim behind attempts that the table has lost continues with the retry behind it', () => {
  const claimed = claim(recurringPayment());
  const later = claimedAs({ ...claimed, attempt: { ...claimed.attempt, asks: 2 } }, 4);
  const { asks: _, ...expected } = { ...claimed.attempt, attemptNumber: 4 };
  expect(later.record.openAttempt).toEqual(expected);
  const failed = fail(later.record).record;
  expect(failed).toMatchObject({
    openPeriod: { number: 1, attempts: 4 },
    nextAction: { trigger: 'Retry', attemptNumber: 5 },
    failureStreak: 1,
  });
  expect(claimedAs(claimed, 1)).toBe(claimed);
});

describe('decideCharge for an old due date or retry', () => {
  const daily = recurringPayment({ frequency: 'daily' });

  it('a due date up to 7 days old is charged; an older one is missed and the next one planned', () => {
    const monthly = recurringPayment();
    expect(sweep(monthly, DUE + 7 * DAY).kind).toBe('charge');
    const decision = sweep(monthly, DUE + 7 * DAY + 1);
    expect(decision).toMatchObject({
      kind: 'write',
      reason: 'DueTooOld',
      step: {
        record: { state: { status: 'Active' }, version: 2, nextAction: { periodNumber: 2 } },
        closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, lastPeriodNumber: 1 }],
      },
    });
  });

  it('a due date after the end date is not charged; if none is left the recurring payment completes', () => {
    const two = recurringPayment({ frequency: 'daily', end: '2026-02-01' });
    expect(sweep(two, DUE + 5 * DAY)).toMatchObject({ step: { attempt: { periodNumber: 2 } } });
    expect(sweep(two, DUE + 30 * DAY)).toMatchObject({
      kind: 'write',
      step: {
        record: { state: { status: 'Completed', reason: 'EndDate' } },
        closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, lastPeriodNumber: 2 }],
      },
    });
  });

  it('an overdue retry is made, however late, until the next due date', () => {
    const pastDue = chargeOnTime(recurringPayment(), [SOFT], 1).record;
    expect(sweep(pastDue, DUE + 20 * DAY)).toMatchObject({
      step: { attempt: { periodNumber: 1, attemptNumber: 2, trigger: 'Retry' }, closedPeriods: [] },
    });
    expect(sweep(pastDue, at('2026-02-28'))).toMatchObject({
      step: {
        attempt: { periodNumber: 2, attemptNumber: 1, trigger: 'CatchUp' },
        closedPeriods: [{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }],
      },
    });
  });

  it('a retry of the last period is also made after the end date', () => {
    const last = chargeOnTime(recurringPayment({ frequency: 'daily', end: '2026-01-31' }), [SOFT], 1).record;
    expect(sweep(last, DUE + 5 * DAY)).toMatchObject({ step: { attempt: { attemptNumber: 2 } } });
  });

  it('ten years of missed periods are one row', () => {
    const decision = sweep(daily, DUE + 3650 * DAY);
    expect(decision).toMatchObject({ kind: 'charge', step: { closedPeriods: [{ lastPeriodNumber: 3650 }] } });
  });
});
