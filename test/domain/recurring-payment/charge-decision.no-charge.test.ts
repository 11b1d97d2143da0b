import { describe, expect, it } from 'vitest';
import { cardUpdated } from '#domain/recurring-payment/card-renewal.ts';
import { decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { resume } from '#domain/recurring-payment/command.ts';
import type { ChargeInvocation } from '#domain/recurring-payment/period/due-charge.ts';
import { dueDateOf } from '#domain/recurring-payment/plan.ts';
import { nextPaymentAtMs, type RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  CHARGEABLE,
  chargeOnTime,
  claim,
  day,
  decideOnSchedule,
  HARD,
  recurringPayment,
  stepOf,
  succeed,
} from './recurring-payment-builder.ts';

const DUE = at('2026-01-31');
const DAY = 86_400_000;
const SWEEP: ChargeInvocation = { kind: 'sweep' };
const sweep = (record: RecurringPayment, nowMs: number) =>
  decideCharge(record, SWEEP, { nowMs, customerIsActive: true, card: CHARGEABLE });

describe('decideCharge without a call to the bank', () => {
  const created = recurringPayment();

  it('a recurring payment of an inactive customer is paused at the due date and not charged', () => {
    const decision = decideOnSchedule(created, DUE, CHARGEABLE, false);
    expect(decision).toMatchObject({
      kind: 'write',
      reason: 'CustomerInactive',
      step: { record: { state: { status: 'Paused', reason: 'CustomerInactive' }, version: 2 } },
    });
    expect(decideOnSchedule(created, DUE - DAY, CHARGEABLE, false)).toMatchObject({
      kind: 'ignore',
      reason: 'TooEarly',
    });
  });

  it('an attempt with an expired card fails as a hard decline', () => {
    const decision = decideOnSchedule(created, DUE, { kind: 'expired' });
    expect(decision).toMatchObject({
      kind: 'write',
      reason: 'CardUnusable',
      step: {
        record: { state: { status: 'Unpaid', reason: 'HardDecline' }, version: 2, failureStreak: 1 },
        attempt: { attemptNumber: 1, result: { status: 'Failed', errorCode: 'EXPIRED_CARD' } },
      },
    });
    expect(decision.kind === 'write' && decision.step.record.openAttempt).toBeUndefined();
  });

  it('an attempt with a card that another recurring payment blocked fails at its next due date', () => {
    const decision = decideOnSchedule(created, DUE, { kind: 'blocked', errorCode: 'STOLEN_CARD' });
    expect(decision).toMatchObject({
      kind: 'write',
      step: {
        record: { state: { status: 'Unpaid' } },
        attempt: { result: { errorCode: 'STOLEN_CARD', declineCategory: 'Hard' } },
      },
    });
  });

  it('an attempt with an unusable card after an outage closes the missed periods', () => {
    const decision = decideCharge(recurringPayment({ frequency: 'daily' }), SWEEP, {
      nowMs: DUE + 2 * DAY,
      customerIsActive: true,
      card: { kind: 'expired' },
    });
    expect(decision).toMatchObject({
      step: { closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, lastPeriodNumber: 2 }] },
    });
  });
});

describe('decideCharge at a limit', () => {
  const waited = (decision: ReturnType<typeof decideCharge>) => {
    if (decision.kind !== 'write') throw new Error('the attempt is not postponed');
    return decision.step.record;
  };
  const created = recurringPayment();

  it('an attempt beyond the card’s limits is postponed to the first allowed moment and made then', () => {
    const allowedFromMs = DUE + 3 * DAY;
    const decision = decideOnSchedule(created, DUE, { kind: 'chargeable', allowedFromMs });
    expect(decision).toMatchObject({ kind: 'write', reason: 'CardCapReached', step: { closedPeriods: [] } });
    const postponed = waited(decision);
    expect(nextPaymentAtMs(postponed)).toBe(DUE);
    expect(postponed.nextAction).toMatchObject({ atMs: allowedFromMs, plannedAtMs: DUE });
    expect(decideOnSchedule(postponed, allowedFromMs - 60_001).kind).toBe('ignore');
    expect(claim(postponed).attempt).toMatchObject({ periodNumber: 1, dueAtMs: DUE, trigger: 'Schedule' });
  });

  it('an attempt that was postponed by three weeks is still made', () => {
    const decision = decideOnSchedule(created, DUE, { kind: 'chargeable', allowedFromMs: DUE + 21 * DAY });
    expect(decision.kind === 'write' && claim(decision.step.record).attempt.periodNumber).toBe(1);
  });

  it('a charge that waits for the card until the next due date is missed, and that one waits', () => {
    const next = dueDateOf(created.plan, 2);
    const allowedFromMs = next + 9 * DAY;
    const limited = { kind: 'chargeable', allowedFromMs } as const;
    const first = waited(decideOnSchedule(created, DUE, limited));
    expect(first.nextAction?.atMs).toBe(next);
    const second = decideOnSchedule(first, next, limited);
    expect(second).toMatchObject({
      reason: 'CardCapReached',
      step: { closedPeriods: [{ outcome: 'Missed', firstPeriodNumber: 1, reason: 'NewerDueDate' }] },
    });
    const record = waited(second);
    expect([record.nextAction?.plannedAtMs, nextPaymentAtMs(record)]).toEqual([next, next]);
    expect(sweep(record, allowedFromMs)).toMatchObject({
      kind: 'charge',
      step: { attempt: { periodNumber: 2, attemptNumber: 1 } },
    });
  });

  it('a due date that came while a charge of the release before waited beyond it is still charged', () => {
    const { nextAction } = created;
    if (nextAction === undefined) throw new Error('Nothing is planned.');
    const atMs = dueDateOf(created.plan, 2) + 9 * DAY;
    expect(sweep({ ...created, nextAction: { ...nextAction, atMs } }, atMs)).toMatchObject({
      kind: 'charge',
      step: { attempt: { periodNumber: 2, attemptNumber: 1 } },
    });
  });

  it('the planned time is kept however often the charge waits', () => {
    const record = [1, 2, 3].reduce((before, days) => {
      const card = { kind: 'chargeable', allowedFromMs: DUE + days * DAY } as const;
      return waited(decideOnSchedule(before, DUE + (days - 1) * DAY, card));
    }, created);
    expect(record.nextAction).toMatchObject({ plannedAtMs: DUE, atMs: DUE + 3 * DAY });
  });

  it('a recurring payment that has reached a limit completes instead of charging', () => {
    const full = { ...recurringPayment({ maxPaymentCount: 2 }), successfulPaymentCount: 2 };
    expect(decideOnSchedule(full, DUE)).toMatchObject({
      kind: 'write',
      reason: 'BoundReached',
      step: { record: { state: { status: 'Completed', reason: 'MaxPaymentCount' } } },
    });
  });
});

describe('the attempt after a card update while Unpaid', () => {
  const unpaid = chargeOnTime(recurringPayment(), [HARD], 1).record;
  const updated = stepOf(cardUpdated(unpaid, DUE + DAY)).record;

  it('the attempt is dropped if the next due date has come or the customer is inactive', () => {
    for (const decision of [
      sweep(updated, at('2026-02-28')),
      decideOnSchedule(updated, DUE + DAY, CHARGEABLE, false),
    ]) {
      expect(decision).toMatchObject({ kind: 'write', step: { record: { state: { status: 'Unpaid' } } } });
      expect(decision.kind === 'write' && decision.step.record.nextAction).toBeUndefined();
    }
  });

  it('an attempt that succeeds after a resume is recorded and keeps the resumed plan', () => {
    const claimed = claim(updated, DUE + DAY).record;
    const resumed = stepOf(resume(claimed, DUE + DAY + 1));
    expect(resumed.closedPeriods).toMatchObject([]);
    const { record, closedPeriods } = succeed(resumed.record);
    expect(record).toMatchObject({ state: { status: 'Active' }, successfulPaymentCount: 1 });
    expect(closedPeriods).toMatchObject([{ outcome: 'Paid', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(day(record.nextAction?.dueAtMs)).toBe('2026-02-28');
  });
});
