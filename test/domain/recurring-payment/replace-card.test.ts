// A merchant replaces the card of a recurring payment, as a pure rule (recurring-payments.md R32).
import { describe, expect, it } from 'vitest';
import { replaceCard } from '#domain/recurring-payment/card-renewal.ts';
import { cancel, pause } from '#domain/recurring-payment/command.ts';
import type { RecurringPayment } from '#domain/recurring-payment/recurring-payment.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  at,
  chargeOnTime,
  claim,
  fail,
  HARD,
  recurringPayment,
  SOFT,
  stepOf,
  succeed,
} from './recurring-payment-builder.ts';

const CARD = {
  cardStorageId: '01936f5e-0000-7000-8000-0000000000ff',
  maskedCardNumber: '460345******0000',
};
const NOW = at('2026-02-02T12:00:00Z');
const replaced = (record: RecurringPayment, nowMs = NOW) => stepOf(replaceCard(record, CARD, nowMs)).record;

const pastDue = () => chargeOnTime(recurringPayment(), [SOFT], 1).record;
const unpaid = () => chargeOnTime(recurringPayment(), [HARD], 1).record;

describe('replaceCard', () => {
  it('a replaced card changes nothing but the card if no period is unpaid', () => {
    const active = recurringPayment();
    const paused = stepOf(pause(active, NOW)).record;
    for (const record of [active, paused, chargeOnTime(active, [], 1).record]) {
      expect(replaced(record)).toEqual({ ...record, ...CARD, version: record.version + 1 });
    }
  });

  it('an unpaid period is tried at once with the new card, and counters, limits and dates stay', () => {
    for (const record of [pastDue(), unpaid()]) {
      const after = replaced(record);
      const { nextAction, cardStorageId, maskedCardNumber, version, ...same } = after;
      const { nextAction: _, cardStorageId: __, maskedCardNumber: ___, version: before, ...kept } = record;
      expect(same).toEqual(kept);
      expect(version).toBe(before + 1);
      expect({ cardStorageId, maskedCardNumber }).toEqual(CARD);
      expect(nextAction).toMatchObject({
        periodNumber: 1,
        attemptNumber: 2,
        trigger: 'CardUpdate',
        atMs: NOW,
      });
      expect(succeed(claim(after).record).record).toMatchObject({
        state: { status: 'Active' },
        successfulPaymentCount: 1,
        nextAction: { periodNumber: 2 },
      });
    }
  });

  it('an Unpaid plan is not tried with the new card once the next due date has come', () => {
    expect(replaced(unpaid(), at('2026-03-01')).nextAction).toBeUndefined();
  });

  it('an attempt in flight ends with its own card, and the new card is tried if it failed', () => {
    const { record: inFlight } = claim(recurringPayment());
    const waiting = replaced(inFlight);
    expect(waiting.openAttempt).toEqual(inFlight.openAttempt);
    expect(fail(waiting, HARD, NOW).record.nextAction).toMatchObject({
      attemptNumber: 2,
      trigger: 'CardUpdate',
    });
    expect(succeed(waiting).record).toMatchObject({ ...CARD, nextAction: { periodNumber: 2 } });
  });

  it('the same card again changes nothing, and a plan that has ended accepts no card', () => {
    const record = replaced(recurringPayment());
    expect(replaceCard(record, CARD, NOW)).toEqual({ kind: 'unchanged' });
    const ended = stepOf(cancel(record, NOW)).record;
    expect(() => replaceCard(ended, CARD, NOW)).toThrow(Rejection);
  });
});
