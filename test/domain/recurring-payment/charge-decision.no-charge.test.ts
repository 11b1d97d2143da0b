import { describe, expect, it } from 'vitest';
import { type ChargeInvocation, decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { cardUpdated, resume } from '#domain/recurring-payment/command.ts';
import { nextPaymentAtMs, type RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import {
  at,
  CHARGEABLE,
  changedBy,
  claim,
  day,
  HARD,
  live,
  recurringPayment,
  ring,
  succeed,
} from './recurring-payment-builder.ts';

const DUE = at('2026-01-31');
const DAY = 86_400_000;
const SWEEP: ChargeInvocation = { kind: 'sweep' };
const sweep = (record: RecurringPayment, nowMs: number) =>
  decideCharge(record, SWEEP, { nowMs, customerIsActive: true, card: CHARGEABLE });

describe('without asking the bank', () => {
  const created = recurringPayment();

  it('an inactive customer pauses the recurring payment at the due date; nothing is charged', () => {
    const decision = ring(created, DUE, CHARGEABLE, false);
    expect(decision).toMatchObject({
      kind: 'write',
      reason: 'CustomerInactive',
      step: { record: { standing: { status: 'Paused', reason: 'CustomerInactive' }, version: 2 } },
    });
    expect(ring(created, DUE - DAY, CHARGEABLE, false)).toMatchObject({ kind: 'ignore', reason: 'TooEarly' });
  });

  it('an expired card is declined as hard, and the attempt says so', () => {
    const decision = ring(created, DUE, { kind: 'expired' });
    expect(decision).toMatchObject({
      kind: 'write',
      reason: 'CardUnusable',
      step: {
        record: { standing: { status: 'Unpaid', reason: 'HardDecline' }, version: 2, failureStreak: 1 },
        attempt: { attemptNumber: 1, result: { status: 'Failed', errorCode: 'EXPIRED_CARD' } },
      },
    });
    expect(decision.kind === 'write' && decision.step.record.openAttempt).toBeUndefined();
  });

  it('a card that another recurring payment found dead stops this one at its next due date', () => {
    const decision = ring(created, DUE, { kind: 'blocked', errorCode: 'STOLEN_CARD' });
    expect(decision).toMatchObject({
      kind: 'write',
      step: {
        record: { standing: { status: 'Unpaid' } },
        attempt: { result: { errorCode: 'STOLEN_CARD', declineCategory: 'Hard' } },
      },
    });
  });

  it('an unusable card after an outage still tells which due dates were missed', () => {
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

describe('without a free try or a free amount', () => {
  const created = recurringPayment();

  it('a try beyond the card’s caps waits for the first allowed moment, and is made then', () => {
    const allowedFromMs = DUE + 3 * DAY;
    const decision = ring(created, DUE, { kind: 'chargeable', allowedFromMs });
    expect(decision).toMatchObject({ kind: 'write', reason: 'CardCapReached', step: { closedPeriods: [] } });
    if (decision.kind !== 'write') throw new Error('no wait');
    const waiting = decision.step.record;
    expect(nextPaymentAtMs(waiting)).toBe(allowedFromMs);
    expect(ring(waiting, allowedFromMs - 60_001).kind).toBe('ignore');
    expect(claim(waiting).attempt).toMatchObject({ periodNumber: 1, dueAtMs: DUE, trigger: 'Schedule' });
  });

  it('a try that waited for three weeks is still made: it was planned, not slept through', () => {
    const decision = ring(created, DUE, { kind: 'chargeable', allowedFromMs: DUE + 21 * DAY });
    expect(decision.kind === 'write' && claim(decision.step.record).attempt.periodNumber).toBe(1);
  });

  it('a record that has reached a bound completes instead of charging', () => {
    const full = { ...recurringPayment({ maxPaymentCount: 2 }), successfulPaymentCount: 2 };
    expect(ring(full, DUE)).toMatchObject({
      kind: 'write',
      reason: 'BoundReached',
      step: { record: { standing: { status: 'Completed', reason: 'MaxPaymentCount' } } },
    });
  });
});

describe('the one try of a new card while Unpaid', () => {
  const unpaid = live(recurringPayment(), [HARD], 1).record;
  const updated = changedBy(cardUpdated(unpaid, DUE + DAY)).record;

  it('lapses if it comes too late or the customer is inactive; it stays Unpaid', () => {
    for (const decision of [sweep(updated, at('2026-02-28')), ring(updated, DUE + DAY, CHARGEABLE, false)]) {
      expect(decision).toMatchObject({ kind: 'write', step: { record: { standing: { status: 'Unpaid' } } } });
      expect(decision.kind === 'write' && decision.step.record.nextAction).toBeUndefined();
    }
  });

  it('that succeeds after the merchant resumed is recorded beside the resumed plan', () => {
    const claimed = claim(updated, DUE + DAY).record;
    const resumed = changedBy(resume(claimed, DUE + DAY + 1));
    expect(resumed.closedPeriods).toEqual([]);
    const { record, closedPeriods } = succeed(resumed.record);
    expect(record).toMatchObject({ standing: { status: 'Active' }, successfulPaymentCount: 1 });
    expect(closedPeriods).toEqual([{ outcome: 'Paid', firstPeriodNumber: 1, lastPeriodNumber: 1 }]);
    expect(day(record.nextAction?.dueAtMs)).toBe('2026-02-28');
  });
});
