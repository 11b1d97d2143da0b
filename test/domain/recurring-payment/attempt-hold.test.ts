import { describe, expect, it } from 'vitest';
import { MERCHANT_FAULTS, stopsMerchant } from '#domain/payment/merchant-fault.ts';
import { holdAttempt, releaseCharge } from '#domain/recurring-payment/attempt-hold.ts';
import { decideCharge } from '#domain/recurring-payment/charge-decision.ts';
import { probeIntervalMs } from '#domain/recurring-payment/charge-hold.ts';
import { recordFailure } from '#domain/recurring-payment/charge-outcome.ts';
import { pause } from '#domain/recurring-payment/command.ts';
import { nextPaymentAtMs, type RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { recurringPayment } from './recurring-payment-builder.ts';

const HOLD = { scope: 'Merchant', code: 'CORE-2202' } as const;

function claimed(record: RecurringPayment, nowMs = record.nextAction?.atMs ?? 0) {
  const card = { kind: 'chargeable', allowedFromMs: nowMs } as const;
  const decision = decideCharge(record, { kind: 'sweep' }, { nowMs, customerIsActive: true, card });
  if (decision.kind !== 'charge') throw new Error('Nothing is charged.');
  return { record: decision.step.record, attempt: decision.step.attempt, nowMs };
}
function held(record: RecurringPayment, scope: 'Merchant' | 'Charge' = 'Merchant') {
  const claim = claimed(record);
  const step = holdAttempt(claim.record, claim.attempt, { ...HOLD, scope, nowMs: claim.nowMs });
  if (step === undefined) throw new Error('Nothing is held.');
  return { ...claim, held: step.record };
}

describe('holdAttempt', () => {
  it('the held record equals the record before the claim, except for version, time and hold', () => {
    const before = recurringPayment();
    const { held: after, nowMs } = held(before);
    expect(after).toEqual({
      ...before,
      version: before.version + 2,
      held: { ...HOLD, sinceMs: nowMs },
      nextAction: { ...before.nextAction, asks: 1, atMs: nowMs + HOUR_MS },
    });
    expect(nextPaymentAtMs(after)).toBe(before.nextAction?.dueAtMs);
  });

  it('a retry keeps its period, its number and the count of failures', () => {
    const { record, attempt, nowMs } = claimed(recurringPayment());
    const decline = { declineCategory: 'Soft', errorCode: 'DO_NOT_HONOUR', nowMs } as const;
    const pastDue = recordFailure(record, attempt, decline)?.record ?? record;
    const { held: after } = held(pastDue);
    expect(after).toMatchObject({
      state: { status: 'PastDue' },
      failureStreak: 1,
      openPeriod: pastDue.openPeriod,
      nextAction: { trigger: 'Retry', attemptNumber: 2, asks: 1 },
    });
  });

  it('an attempt that is held again has one ask more and keeps the time of the first hold', () => {
    const first = held(recurringPayment());
    const again = held(releaseCharge(first.held, first.nowMs + DAY_MS)?.record ?? first.held);
    expect(again.attempt.asks).toBe(1);
    expect(again.held.nextAction?.asks).toBe(2);
  });

  it('a recurring payment that was paused during the attempt is not held', () => {
    const { record, attempt, nowMs } = claimed(recurringPayment());
    const outcome = pause(record, nowMs);
    const paused = outcome.kind === 'changed' ? outcome.step.record : record;
    expect(holdAttempt(paused, attempt, { ...HOLD, nowMs })).toBeUndefined();
  });
});

describe('a held charge', () => {
  const hold = { code: 'CORE-2202', sinceMs: 0 };
  const card = { kind: 'chargeable', allowedFromMs: 0 } as const;
  const decide = (record: RecurringPayment, nowMs: number, isHeld: boolean) =>
    decideCharge(
      record,
      { kind: 'sweep' },
      {
        nowMs,
        customerIsActive: true,
        card: { ...card, allowedFromMs: nowMs },
        hold: isHeld ? hold : undefined,
      },
    );

  it('a held due date of weeks ago is charged, or the newer due date if one has come', () => {
    let { held: record } = held(recurringPayment());
    const dueMs = record.nextAction?.dueAtMs ?? 0;
    for (let day = 1; day <= 45; day += 1) {
      const decision = decide(record, dueMs + day * DAY_MS, true);
      expect(decision).toMatchObject({ kind: 'write', reason: 'MerchantHeld' });
      if (decision.kind === 'write') record = decision.step.record;
    }
    expect(record).toMatchObject({ held: hold, nextAction: { periodNumber: 2, attemptNumber: 1 } });
    const released = releaseCharge(record, dueMs + 45 * DAY_MS)?.record ?? record;
    const charged = decide(released, dueMs + 45 * DAY_MS, false);
    expect(charged).toMatchObject({ kind: 'charge', step: { attempt: { periodNumber: 2 } } });
  });
});

describe('probes and faults', () => {
  it('the probes are made after 1, 2 and 5 minutes, then every 10', () => {
    expect([0, 1, 2, 3, 50].map((probes) => probeIntervalMs(probes) / MINUTE_MS)).toEqual([1, 2, 5, 10, 10]);
  });

  it('only a fault of one request does not hold the other charges of the merchant', () => {
    const alone = Object.keys(MERCHANT_FAULTS).filter((fault) => !stopsMerchant(fault as 'Closed'));
    expect(alone).toEqual(['Installments', 'CardKind', 'Amount', 'Format']);
  });
});
