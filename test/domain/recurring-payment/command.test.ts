import { describe, expect, it } from 'vitest';
import {
  type CommandOutcome,
  cancel,
  cardUpdated,
  pause,
  resume,
} from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  at,
  changedBy,
  claim,
  day,
  fail,
  HARD,
  live,
  recurringPayment,
  SOFT,
  succeed,
  type TermsOf,
} from './recurring-payment-builder.ts';

const NOW = at('2026-02-10');

/** One of every state, each reached the way a merchant reaches it. */
const inState = (terms: TermsOf = {}) => {
  const created = recurringPayment(terms);
  const active = live(created, [], 1).record;
  return {
    Trialing: recurringPayment({ ...terms, trial: { days: 30, amountMinor: 0 } }),
    Active: active,
    PastDue: live(created, [SOFT], 1).record,
    Unpaid: live(created, [HARD], 1).record,
    Paused: changedBy(pause(active, NOW)).record,
    Cancelled: changedBy(cancel(active, NOW)).record,
    Completed: live(recurringPayment({ ...terms, maxPaymentCount: 1 }), []).record,
  };
};
type State = keyof ReturnType<typeof inState>;

const outcomeOf = (command: () => CommandOutcome) => {
  try {
    const outcome = command();
    return outcome.kind === 'changed' ? outcome.step.record.standing.status : 'unchanged';
  } catch (error) {
    return error instanceof Rejection ? error.code : error;
  }
};
const REFUSED = 'RECURRING_PAYMENT_INVALID_STATE';

describe('every state answers every call as the table says', () => {
  const table: [State, string, string, string][] = [
    // state        pause     resume       cancel
    ['Trialing', 'Paused', REFUSED, 'Cancelled'],
    ['Active', 'Paused', REFUSED, 'Cancelled'],
    ['PastDue', 'Paused', REFUSED, 'Cancelled'],
    ['Unpaid', REFUSED, 'Active', 'Cancelled'],
    ['Paused', 'unchanged', 'Active', 'Cancelled'],
    ['Cancelled', REFUSED, REFUSED, 'unchanged'],
    ['Completed', REFUSED, REFUSED, REFUSED],
  ];
  it.each(table)('%s: pause %s, resume %s, cancel %s', (state, paused, resumed, cancelled) => {
    const record = inState()[state];
    expect(record.standing.status).toBe(state);
    expect(outcomeOf(() => pause(record, NOW))).toBe(paused);
    expect(outcomeOf(() => resume(record, NOW))).toBe(resumed);
    expect(outcomeOf(() => cancel(record, NOW))).toBe(cancelled);
  });

  it('and every change raises the version by one and leaves the given record alone', () => {
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
  it('drops a pending retry: that period has failed', () => {
    const { record, closedPeriods } = changedBy(pause(inState().PastDue, NOW));
    expect(closedPeriods).toEqual([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(record.nextAction).toBeUndefined();
    expect(record.standing).toEqual({ status: 'Paused', reason: 'PausedByMerchant', pausedAtMs: NOW });
  });
});

describe('resume', () => {
  it('skips what passed, the anchor unmoved: 28 February and 31 March, then charges 30 April', () => {
    const paused = changedBy(pause(inState().Active, at('2026-02-10'))).record;
    const { record, closedPeriods } = changedBy(resume(paused, at('2026-04-10')));
    expect(closedPeriods).toEqual([{ outcome: 'Skipped', firstPeriodNumber: 2, lastPeriodNumber: 3 }]);
    expect(day(record.nextAction?.dueAtMs)).toBe('2026-04-30');
    expect(record.successfulPaymentCount).toBe(1);
  });

  it('chooses the first due date strictly after now', () => {
    const due = at('2026-02-28T09:00:00Z');
    const paused = inState().Paused;
    expect(changedBy(resume(paused, due - 1)).record.nextAction?.periodNumber).toBe(2);
    expect(changedBy(resume(paused, due)).record.nextAction?.periodNumber).toBe(3);
  });

  it('never charges a period again that was paid a moment before its due date', () => {
    const early = at('2026-01-31') - 30_000;
    const paid = succeed(claim(recurringPayment(), early).record).record;
    const paused = changedBy(pause(paid, early + 1000)).record;
    expect(changedBy(resume(paused, early + 2000)).record.nextAction?.periodNumber).toBe(2);
  });

  it('uses up neither the count nor the total', () => {
    const created = recurringPayment({ maxPaymentCount: 3, totalAmountLimitMinor: 300_00 });
    const paused = changedBy(pause(live(created, [], 1).record, NOW)).record;
    const resumed = changedBy(resume(paused, at('2027-01-10'))).record;
    expect(live(resumed, []).attempts.map(({ dueAtMs }) => day(dueAtMs))).toEqual([
      '2027-01-31',
      '2027-02-28',
    ]);
  });

  it('completes if the end date leaves nothing, and the periods that passed were skipped', () => {
    const paused = changedBy(pause(live(recurringPayment({ end: '2026-04-30' }), [], 1).record, NOW)).record;
    const { record, closedPeriods } = changedBy(resume(paused, at('2026-08-01')));
    expect(record.standing).toMatchObject({ status: 'Completed', reason: 'EndDate' });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toEqual([{ outcome: 'Skipped', firstPeriodNumber: 2, lastPeriodNumber: 4 }]);
  });

  it('from Unpaid fails the period that was never paid and gives the retries back', () => {
    const { record, closedPeriods } = changedBy(resume(inState().Unpaid, NOW));
    expect(closedPeriods).toEqual([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(live(record, 'dead card').attempts).toHaveLength(4);
  });
});

describe('resume in the trial and repeated', () => {
  it('within the trial goes back to the trial, also to a trial charge that has not come yet', () => {
    const trial = { days: 30, amountMinor: 1_00 };
    const beforeStart = changedBy(pause(recurringPayment({ trial }), at('2026-01-02'))).record;
    const resumed = changedBy(resume(beforeStart, at('2026-01-03'))).record;
    expect(resumed.standing.status).toBe('Trialing');
    expect(resumed.nextAction?.periodNumber).toBe(0);
    const afterStart = changedBy(resume(beforeStart, at('2026-01-31')));
    expect(afterStart.record.standing.status).toBe('Trialing');
    expect(afterStart.closedPeriods).toEqual([
      { outcome: 'Skipped', firstPeriodNumber: 0, lastPeriodNumber: 0 },
    ]);
    expect(changedBy(resume(beforeStart, at('2026-03-10'))).record.standing.status).toBe('Active');
  });

  it('repeated changes nothing, even where charging has gone on or nothing was left', () => {
    const resumed = changedBy(resume(inState().Paused, NOW)).record;
    const chargedAgain = live(resumed, [SOFT], 1).record;
    for (const record of [resumed, chargedAgain]) {
      expect(resume(record, NOW + 1000)).toEqual({ kind: 'unchanged' });
    }
    const ending = changedBy(pause(live(recurringPayment({ end: '2026-03-01' }), [], 1).record, NOW)).record;
    const over = changedBy(resume(ending, at('2026-03-02'))).record;
    expect(over.standing.status).toBe('Completed');
    expect(resume(over, at('2026-03-03'))).toEqual({ kind: 'unchanged' });
  });

  it('is refused after a cancel that followed it', () => {
    const resumed = changedBy(resume(inState().Paused, NOW)).record;
    const cancelled = changedBy(cancel(resumed, NOW)).record;
    expect(outcomeOf(() => resume(cancelled, NOW))).toBe(REFUSED);
  });
});

describe('cancel', () => {
  it('is terminal, fails the open period and keeps the merchant’s words', () => {
    const { record, closedPeriods } = changedBy(cancel(inState().PastDue, NOW, 'moved away'));
    expect(record.standing).toEqual({
      status: 'Cancelled',
      reason: 'CancelledByMerchant',
      cancelledAtMs: NOW,
      note: 'moved away',
    });
    expect(record.nextAction).toBeUndefined();
    expect(closedPeriods).toEqual([{ outcome: 'Failed', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
  });
});

describe('a new card', () => {
  const tried = (record: RecurringPayment, nowMs = NOW) => {
    const { record: updated } = changedBy(cardUpdated(record, nowMs));
    return claim(updated, nowMs);
  };

  it('while PastDue is tried at once, in place of the pending retry', () => {
    const now = at('2026-01-31T12:00:00Z');
    const { attempt, record } = tried(inState().PastDue, now);
    expect(attempt).toMatchObject({
      periodNumber: 1,
      attemptNumber: 2,
      trigger: 'CardUpdate',
      attemptedAtMs: now,
    });
    expect(succeed(record).record.standing.status).toBe('Active');
    expect(fail(record).record.nextAction).toMatchObject({ attemptNumber: 3, trigger: 'Retry' });
  });

  it('while PastDue is tried at once on a daily plan too, before the next due date closes the period', () => {
    const { record } = live(recurringPayment({ frequency: 'daily' }), [SOFT], 1);
    expect(tried(record, at('2026-01-31T12:00:00Z')).attempt).toMatchObject({
      periodNumber: 1,
      attemptNumber: 2,
    });
  });

  it('while Unpaid gets one try: paid and Active again, or Unpaid as before', () => {
    for (const decline of [SOFT, HARD]) {
      const { record } = live(recurringPayment(), [decline], 1);
      const unpaid = decline === HARD ? record : live(record, 'dead card').record;
      const { attempt, record: claimed } = tried(unpaid);
      expect(attempt).toMatchObject({ periodNumber: 1, trigger: 'CardUpdate' });
      const success = succeed(claimed).record;
      expect(success.standing.status).toBe('Active');
      expect(day(success.nextAction?.dueAtMs)).toBe('2026-02-28');
      const failure = fail(claimed, SOFT).record;
      expect(failure.standing.status).toBe('Unpaid');
      expect(failure.nextAction).toBeUndefined();
    }
  });

  it('while Unpaid changes nothing once the next due date has come', () => {
    const { Unpaid } = inState();
    expect(cardUpdated(Unpaid, at('2026-02-28T08:59:59Z')).kind).toBe('changed');
    expect(cardUpdated(Unpaid, at('2026-02-28T09:00:00Z')).kind).toBe('unchanged');
  });

  it('elsewhere changes nothing', () => {
    const { Trialing, Active, Paused, Cancelled, Completed } = inState();
    for (const record of [Trialing, Active, Paused, Cancelled, Completed]) {
      expect(cardUpdated(record, NOW)).toEqual({ kind: 'unchanged' });
    }
  });
});
