import { describe, expect, it } from 'vitest';
import {
  type ChargeInvocation,
  decideCharge,
  findDueCharge,
} from '#domain/recurring-payment/charge-decision.ts';
import { cancel, pause } from '#domain/recurring-payment/command.ts';
import { nextPaymentAtMs, type RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  CHARGEABLE,
  changedBy,
  claim,
  fail,
  live,
  recurringPayment,
  SOFT,
  succeed,
} from './recurring-payment-builder.ts';

const DUE = at('2026-01-31');
const DAY = 86_400_000;
const SWEEP: ChargeInvocation = { kind: 'sweep' };
const alarm = (periodNumber: number, attemptNumber = 1): ChargeInvocation => ({
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

describe('an alarm', () => {
  const created = recurringPayment();

  it('on time claims the first try of the period before the bank is asked', () => {
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
    expect(record).toMatchObject({ version: 2, openAttempt: attempt, standing: { status: 'Active' } });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toEqual([]);
  });

  it('that rings twice, or again after the answer, does nothing', () => {
    const claimed = claim(created).record;
    expect(reasonOf(claimed, alarm(1))).toBe('AttemptInFlight');
    expect(reasonOf(claimed, SWEEP, DUE + 30 * DAY)).toBe('AttemptInFlight');
    expect(reasonOf(succeed(claimed).record, alarm(1))).toBe('StaleTrigger');
    expect(reasonOf(fail(claimed).record, alarm(1), DUE + 2 * DAY)).toBe('StaleTrigger');
  });

  it('for another period or another try is stale', () => {
    expect(reasonOf(created, alarm(2))).toBe('StaleTrigger');
    expect(reasonOf(created, alarm(1, 2))).toBe('StaleTrigger');
  });

  it('does nothing more than 60 seconds early, the sweep neither', () => {
    for (const any of [alarm(1), SWEEP]) {
      expect(reasonOf(created, any, DUE - 60_001)).toBe('TooEarly');
      expect(reasonOf(created, any, DUE - 60_000)).toBe('due');
    }
  });

  it('after pause, cancel, completion or the last failure finds nothing planned', () => {
    const over = [
      changedBy(pause(created, DUE)).record,
      changedBy(cancel(created, DUE)).record,
      live(recurringPayment({ maxPaymentCount: 1 }), []).record,
      live(created, 'dead card').record,
    ];
    for (const record of over) expect(reasonOf(record, alarm(1), DUE + DAY)).toBe('NothingPlanned');
  });
});

describe('an alarm of its own time', () => {
  it('rings at the due date plus the spread, while the due date stays what it is', () => {
    const spread = recurringPayment({}, '2026-01-01', 3_600_000);
    expect(spread.nextAction?.atMs).toBe(DUE + 3_600_000);
    expect(nextPaymentAtMs(spread)).toBe(DUE);
    expect(reasonOf(spread, alarm(1), DUE)).toBe('TooEarly');
    expect(claim(spread).attempt).toMatchObject({ dueAtMs: DUE, attemptedAtMs: DUE + 3_600_000 });
  });

  it('of a start date earlier today rings at once', () => {
    const late = recurringPayment({ start: '2026-01-31T06:00:00Z' }, '2026-01-31T09:00:00Z', 12 * 3_600_000);
    const { attempt } = claim(late, at('2026-01-31T09:00:00Z'));
    expect(attempt).toMatchObject({ dueAtMs: at('2026-01-31T06:00:00Z'), trigger: 'Schedule' });
  });
});

describe('after an outage', () => {
  const daily = recurringPayment({ frequency: 'daily' });

  it('a due date whose alarm was lost is charged when the sweep finds it, and the attempt says so', () => {
    expect(sweep(daily, DUE + 300_000)).toMatchObject({
      kind: 'charge',
      step: { attempt: { periodNumber: 1, trigger: 'CatchUp' }, closedPeriods: [] },
    });
  });

  it('only the newest missed due date is charged, older ones are missed', () => {
    const decision = sweep(daily, DUE + 3 * DAY + 5);
    expect(decision).toMatchObject({
      kind: 'charge',
      step: {
        attempt: { periodNumber: 4, attemptNumber: 1, trigger: 'CatchUp', dueAtMs: DUE + 3 * DAY },
        closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, lastPeriodNumber: 3 }],
      },
    });
  });

  it('a trial charge counts among the older ones once the first regular one has come', () => {
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

describe('a due date or retry that was slept through', () => {
  const daily = recurringPayment({ frequency: 'daily' });

  it('a due date up to 7 days old is charged, an older one is missed and the next one planned', () => {
    const monthly = recurringPayment();
    expect(sweep(monthly, DUE + 7 * DAY).kind).toBe('charge');
    const decision = sweep(monthly, DUE + 7 * DAY + 1);
    expect(decision).toMatchObject({
      kind: 'write',
      reason: 'DueTooOld',
      step: {
        record: { standing: { status: 'Active' }, version: 2, nextAction: { periodNumber: 2 } },
        closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, lastPeriodNumber: 1 }],
      },
    });
  });

  it('a due date beyond the end date is no due date; if none is left it is completed', () => {
    const two = recurringPayment({ frequency: 'daily', end: '2026-02-01' });
    expect(sweep(two, DUE + 5 * DAY)).toMatchObject({ step: { attempt: { periodNumber: 2 } } });
    expect(sweep(two, DUE + 30 * DAY)).toMatchObject({
      kind: 'write',
      step: {
        record: { standing: { status: 'Completed', reason: 'EndDate' } },
        closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, lastPeriodNumber: 2 }],
      },
    });
  });

  it('a retry that fell due runs, however late, while the next due date is ahead', () => {
    const pastDue = live(recurringPayment(), [SOFT], 1).record;
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

  it('a retry of the last period runs past the end date', () => {
    const last = live(recurringPayment({ frequency: 'daily', end: '2026-01-31' }), [SOFT], 1).record;
    expect(sweep(last, DUE + 5 * DAY)).toMatchObject({ step: { attempt: { attemptNumber: 2 } } });
  });

  it('the years that passed are one row', () => {
    const decision = sweep(daily, DUE + 3650 * DAY);
    expect(decision).toMatchObject({ kind: 'charge', step: { closedPeriods: [{ lastPeriodNumber: 3650 }] } });
  });
});
