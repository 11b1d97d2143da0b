import { describe, expect, it } from 'vitest';
import { cardUpdated } from '#domain/recurring-payment/card-renewal.ts';
import { type CommandOutcome, cancel, pause, resume } from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  at,
  chargeOnTime,
  claim,
  day,
  fail,
  HARD,
  recurringPayment,
  SOFT,
  stepOf,
  succeed,
  type TermsOf,
} from './recurring-payment-builder.ts';

const NOW = at('2026-02-10');

/** One recurring payment in each state, reached as a merchant would reach it. */
const inState = (terms: TermsOf = {}) => {
  const created = recurringPayment(terms);
  const active = chargeOnTime(created, [], 1).record;
  return {
    Trialing: recurringPayment({ ...terms, trial: { days: 30, amountMinor: 0 } }),
    Active: active,
    PastDue: chargeOnTime(created, [SOFT], 1).record,
    Unpaid: chargeOnTime(created, [HARD], 1).record,
    Paused: stepOf(pause(active, NOW)).record,
    Cancelled: stepOf(cancel(active, NOW)).record,
    Completed: chargeOnTime(recurringPayment({ ...terms, maxPaymentCount: 1 }), []).record,
  };
};
const pausedPlan = (terms: TermsOf) =>
  stepOf(pause(chargeOnTime(recurringPayment(terms), [], 1).record, NOW)).record;
type State = keyof ReturnType<typeof inState>;

const outcomeOf = (command: () => CommandOutcome) => {
  try {
    const outcome = command();
    return outcome.kind === 'changed' ? outcome.step.record.state.status : 'unchanged';
  } catch (error) {
    return error instanceof Rejection ? error.code : error;
  }
};
const INVALID = 'RECURRING_PAYMENT_INVALID_STATE';

describe('commands in every state', () => {
  const table: [State, string, string, string][] = [
    // state        pause     resume       cancel
    ['Trialing', 'Paused', INVALID, 'Cancelled'],
    ['Active', 'Paused', INVALID, 'Cancelled'],
    ['PastDue', 'Paused', INVALID, 'Cancelled'],
    ['Unpaid', INVALID, 'Active', 'Cancelled'],
    ['Paused', 'unchanged', 'Active', 'Cancelled'],
    ['Cancelled', INVALID, INVALID, 'unchanged'],
    ['Completed', INVALID, INVALID, INVALID],
  ];
  it.each(table)('a %s plan: pause gives %s, resume %s, cancel %s', (state, paused, resumed, cancelled) => {
    const record = inState()[state];
    expect(record.state.status).toBe(state);
    expect(outcomeOf(() => pause(record, NOW))).toBe(paused);
    expect(outcomeOf(() => resume(record, NOW))).toBe(resumed);
    expect(outcomeOf(() => cancel(record, NOW))).toBe(cancelled);
  });

  it('every change raises the version by one and does not modify the given record', () => {
    for (const record of Object.values(inState())) {
      const before = JSON.stringify(record);
      for (const command of [pause, resume, cancel, cardUpdated]) {
        try {
          const outcome = command(record, NOW);
          if (outcome.kind === 'changed') expect(outcome.step.record.version).toBe(record.version + 1);
        } catch (error) {
          expect(error).toBeInstanceOf(Rejection);
        }
      }
      expect(JSON.stringify(record)).toBe(before);
    }
  });
});

describe('pause', () => {
  it('pause drops a pending retry and closes its period as Failed', () => {
    const { record, closedPeriods } = stepOf(pause(inState().PastDue, NOW));
    expect(closedPeriods).toMatchObject([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(record.nextAction).toBeUndefined();
    expect(record.state).toEqual({ status: 'Paused', reason: 'PausedByMerchant', pausedAtMs: NOW });
  });
});

describe('resume', () => {
  it('resume skips the due dates that passed and keeps the anchor', () => {
    const paused = stepOf(pause(inState().Active, at('2026-02-10'))).record;
    const { record, closedPeriods } = stepOf(resume(paused, at('2026-04-10')));
    expect(closedPeriods).toMatchObject([{ outcome: 'Skipped', firstPeriodNumber: 2, lastPeriodNumber: 3 }]);
    expect(day(record.nextAction?.dueAtMs)).toBe('2026-04-30');
    expect(record.successfulPaymentCount).toBe(1);
  });

  it('resume plans the first due date strictly after now', () => {
    const due = at('2026-02-28T09:00:00Z');
    const paused = inState().Paused;
    expect(stepOf(resume(paused, due - 1)).record.nextAction?.periodNumber).toBe(2);
    expect(stepOf(resume(paused, due)).record.nextAction?.periodNumber).toBe(3);
  });

  it('resume does not charge a period again that was paid just before its due date', () => {
    const early = at('2026-01-31') - 30_000;
    const paid = succeed(claim(recurringPayment(), early).record).record;
    const paused = stepOf(pause(paid, early + 1000)).record;
    expect(stepOf(resume(paused, early + 2000)).record.nextAction?.periodNumber).toBe(2);
  });

  it('periods skipped by resume use up neither the count nor the total', () => {
    const created = recurringPayment({ maxPaymentCount: 3, totalAmountLimitMinor: 300_00 });
    const paused = stepOf(pause(chargeOnTime(created, [], 1).record, NOW)).record;
    const resumed = stepOf(resume(paused, at('2027-01-10'))).record;
    expect(chargeOnTime(resumed, []).attempts.map(({ dueAtMs }) => day(dueAtMs))).toEqual([
      '2027-01-31',
      '2027-02-28',
    ]);
  });

  it('resume after the end date skips the periods that passed and completes', () => {
    const paused = pausedPlan({ end: '2026-04-30' });
    const { record, closedPeriods } = stepOf(resume(paused, at('2026-08-01')));
    expect(record.state).toMatchObject({ status: 'Completed', reason: 'EndDate' });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toMatchObject([{ outcome: 'Skipped', firstPeriodNumber: 2, lastPeriodNumber: 4 }]);
  });

  it('resume from Unpaid closes the unpaid period as Failed and restores the retries', () => {
    const { record, closedPeriods } = stepOf(resume(inState().Unpaid, NOW));
    expect(closedPeriods).toMatchObject([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(chargeOnTime(record, 'always declined').attempts).toHaveLength(4);
  });
});

describe('resume in the trial and repeated', () => {
  it('resume within the trial returns to Trialing and to a trial charge that is not yet due', () => {
    const trial = { days: 30, amountMinor: 1_00 };
    const beforeStart = stepOf(pause(recurringPayment({ trial }), at('2026-01-02'))).record;
    const resumed = stepOf(resume(beforeStart, at('2026-01-03'))).record;
    expect(resumed.state.status).toBe('Trialing');
    expect(resumed.nextAction?.periodNumber).toBe(0);
    const afterStart = stepOf(resume(beforeStart, at('2026-01-31')));
    expect(afterStart.record.state.status).toBe('Trialing');
    expect(afterStart.closedPeriods).toMatchObject([
      { outcome: 'Skipped', firstPeriodNumber: 0, lastPeriodNumber: 0 },
    ]);
    expect(stepOf(resume(beforeStart, at('2026-03-10'))).record.state.status).toBe('Active');
  });

  it('a repeated resume changes nothing, also after further charges or completion', () => {
    const resumed = stepOf(resume(inState().Paused, NOW)).record;
    const chargedAgain = chargeOnTime(resumed, [SOFT], 1).record;
    for (const record of [resumed, chargedAgain]) {
      expect(resume(record, NOW + 1000)).toEqual({ kind: 'unchanged' });
    }
    const completed = stepOf(resume(pausedPlan({ end: '2026-03-01' }), at('2026-03-02'))).record;
    expect(completed.state.status).toBe('Completed');
    expect(resume(completed, at('2026-03-03'))).toEqual({ kind: 'unchanged' });
  });

  it('resume is rejected after a later cancel', () => {
    const resumed = stepOf(resume(inState().Paused, NOW)).record;
    const cancelled = stepOf(cancel(resumed, NOW)).record;
    expect(outcomeOf(() => resume(cancelled, NOW))).toBe(INVALID);
  });
});

describe('cancel', () => {
  it('cancel is terminal, closes the open period as Failed and stores the merchant’s note', () => {
    const { record, closedPeriods } = stepOf(cancel(inState().PastDue, NOW, 'moved away'));
    expect(record.state).toEqual({
      status: 'Cancelled',
      reason: 'CancelledByMerchant',
      cancelledAtMs: NOW,
      note: 'moved away',
    });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toMatchObject([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
  });
});

describe('cardUpdated', () => {
  const claimAfterUpdate = (record: RecurringPayment, nowMs = NOW) => {
    const { record: updated } = stepOf(cardUpdated(record, nowMs));
    return claim(updated, nowMs);
  };

  it('a new card while PastDue is attempted at once, in place of the pending retry', () => {
    const now = at('2026-01-31T12:00:00Z');
    const { attempt, record } = claimAfterUpdate(inState().PastDue, now);
    expect(attempt).toMatchObject({
      periodNumber: 1,
      attemptNumber: 2,
      trigger: 'CardUpdate',
      attemptedAtMs: now,
    });
    expect(succeed(record).record.state.status).toBe('Active');
    expect(fail(record).record.nextAction).toMatchObject({ attemptNumber: 3, trigger: 'Retry' });
  });

  it('a new card of a daily plan is attempted before the next due date closes the period', () => {
    const { record } = chargeOnTime(recurringPayment({ frequency: 'daily' }), [SOFT], 1);
    expect(claimAfterUpdate(record, at('2026-01-31T12:00:00Z')).attempt).toMatchObject({
      periodNumber: 1,
      attemptNumber: 2,
    });
  });

  it('a new card while Unpaid gets one attempt: Active if it succeeds, otherwise Unpaid', () => {
    for (const decline of [SOFT, HARD]) {
      const { record } = chargeOnTime(recurringPayment(), [decline], 1);
      const unpaid = decline === HARD ? record : chargeOnTime(record, 'always declined').record;
      const { attempt, record: claimed } = claimAfterUpdate(unpaid);
      expect(attempt).toMatchObject({ periodNumber: 1, trigger: 'CardUpdate' });
      const success = succeed(claimed).record;
      expect(success.state.status).toBe('Active');
      expect(day(success.nextAction?.dueAtMs)).toBe('2026-02-28');
      const failure = fail(claimed, SOFT).record;
      expect(failure.state.status).toBe('Unpaid');
      expect(failure.nextAction).toBeUndefined();
    }
  });

  it('a new card while Unpaid changes nothing once the next due date has come', () => {
    const { Unpaid } = inState();
    expect(cardUpdated(Unpaid, at('2026-02-28T08:59:59Z')).kind).toBe('changed');
    expect(cardUpdated(Unpaid, at('2026-02-28T09:00:00Z')).kind).toBe('unchanged');
  });

  it('a new card changes nothing in the other states', () => {
    const { Trialing, Active, Paused, Cancelled, Completed } = inState();
    for (const record of [Trialing, Active, Paused, Cancelled, Completed]) {
      expect(cardUpdated(record, NOW)).toEqual({ kind: 'unchanged' });
    }
  });
});
