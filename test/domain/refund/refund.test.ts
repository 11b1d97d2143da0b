// What a refund may be, judged against the payment's amounts (refunds.md 2).
import { describe, expect, it } from 'vitest';
import type { Payment } from '#domain/payment/payment.ts';
import { refundableMinor } from '#domain/payment/payment.ts';
import {
  checkCancellation,
  checkRefund,
  newRefund,
  paymentAfter,
  rejectedRefund,
} from '#domain/refund/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import { NOON, paymentOf, refundOf } from './refund-builder.ts';

const DAY_MS = 86_400_000;
const refusal = (attempt: () => unknown) => {
  try {
    return { accepted: attempt() };
  } catch (error) {
    if (error instanceof Rejection) return { code: error.code, ...error.facts };
    throw error;
  }
};
const judge = (payment: Payment, amountMinor: number, refundType?: 'Full' | 'Partial', at = NOON) =>
  refusal(() => checkRefund(payment, { amountMinor, refundType }, at.getTime()));
const judgeWhole = (payment: Payment, at = NOON) => refusal(() => checkCancellation(payment, at.getTime()));

describe('a refund', () => {
  it('is Full when it gives back all that remains, Partial when less', () => {
    expect(judge(paymentOf(), 10_000)).toEqual({ accepted: 'Full' });
    expect(judge(paymentOf(), 9_999)).toEqual({ accepted: 'Partial' });
    const half = paymentOf({ status: 'PartiallyRefunded', refundedMinor: 4_000, reservedMinor: 1_000 });
    expect(judge(half, 5_000)).toEqual({ accepted: 'Full' });
    expect(judge(half, 4_999)).toEqual({ accepted: 'Partial' });
  });

  it('may be called Partial whatever its amount, but Full only for all that remains', () => {
    expect(judge(paymentOf(), 10_000, 'Full')).toEqual({ accepted: 'Full' });
    expect(judge(paymentOf(), 10_000, 'Partial')).toEqual({ accepted: 'Partial' });
    expect(judge(paymentOf(), 9_999, 'Full')).toEqual({
      code: 'REFUND_TYPE_MISMATCH',
      refundableAmount: 100,
    });
  });

  it('never exceeds what is neither refunded nor held', () => {
    const held = paymentOf({ status: 'PartiallyRefunded', refundedMinor: 4_000, reservedMinor: 5_950 });
    expect(judge(held, 51)).toEqual({ code: 'REFUND_AMOUNT_EXCEEDED', refundableAmount: 0.5 });
    expect(judge(held, 50)).toEqual({ accepted: 'Full' });
    expect(judge(paymentOf({ reservedMinor: 10_000 }), 1)).toEqual({
      code: 'REFUND_AMOUNT_EXCEEDED',
      refundableAmount: 0,
    });
  });

  it.each([
    ['Processing', 'PAYMENT_NOT_REFUNDABLE'],
    ['Failed', 'PAYMENT_NOT_REFUNDABLE'],
    ['Cancelled', 'PAYMENT_NOT_REFUNDABLE'],
    ['FullyRefunded', 'PAYMENT_ALREADY_REFUNDED'],
  ] as const)('of a payment that is %s is refused as %s', (status, code) => {
    expect(judge(paymentOf({ status }), 1)).toEqual({ code });
    expect(judgeWhole(paymentOf({ status }))).toEqual({ code });
  });

  it('is possible for 365 days to the millisecond, counted from the payment', () => {
    const last = new Date(NOON.getTime() + 365 * DAY_MS);
    expect(judge(paymentOf(), 1, undefined, last)).toEqual({ accepted: 'Partial' });
    const late = new Date(last.getTime() + 1);
    expect(judge(paymentOf(), 1, undefined, late)).toEqual({ code: 'REFUND_WINDOW_EXPIRED' });
    expect(judge(paymentOf(), 99_999, undefined, late)).toEqual({ code: 'REFUND_WINDOW_EXPIRED' });
    const settledLater = paymentOf({ paidAt: new Date(NOON.getTime() + 1).toISOString() });
    expect(judge(settledLater, 1, undefined, late)).toEqual({ accepted: 'Partial' });
    const { paidAt: _, ...never } = paymentOf();
    expect(judge(never, 1, undefined, late)).toEqual({ code: 'REFUND_WINDOW_EXPIRED' });
  });

  it('waits for approval as it was asked for, with nothing decided', () => {
    const refund = newRefund(
      paymentOf({ currency: 'EUR' }),
      { refundId: 'r', amountMinor: 10_000, refundType: 'Full', origin: 'Request', reason: 'Neden' },
      NOON,
    );
    expect(refund).toEqual({
      refundId: 'r',
      amountMinor: 10_000,
      refundType: 'Full',
      origin: 'Request',
      reason: 'Neden',
      merchantId: 'merchant',
      transactionId: 'PAY-01JD000000000000000000000A',
      orderNumber: 'ORDER-1',
      currency: 'EUR',
      isWhole: true,
      status: 'Pending',
      operationNumber: 1,
      inquiries: 0,
      postponements: 0,
      createdAt: '2026-11-20T09:00:00.000Z',
    });
    const bare = { refundId: 'r', amountMinor: 1, refundType: 'Partial', origin: 'Request' } as const;
    const made = newRefund(paymentOf(), { ...bare, reason: '', description: undefined }, NOON);
    expect(Object.keys(made)).not.toContain('reason');
    expect(Object.keys(made)).not.toContain('description');
    expect(made.isWhole).toBe(false);
  });

  it('that is rejected keeps the reason and the instant', () => {
    const rejected = rejectedRefund(refundOf(), 'Kullanılmış', NOON);
    expect(rejected).toMatchObject({ status: 'Rejected', decisionNote: 'Kullanılmış' });
    expect(rejected.decidedAt).toBe('2026-11-20T09:00:00.000Z');
    expect(Object.keys(rejectedRefund(refundOf(), undefined, NOON))).not.toContain('decisionNote');
  });
});

describe('a cancellation', () => {
  it('is possible for 24 hours to the millisecond', () => {
    const last = new Date(NOON.getTime() + DAY_MS);
    expect(judgeWhole(paymentOf(), last)).toEqual({ accepted: undefined });
    expect(judgeWhole(paymentOf(), new Date(last.getTime() + 1))).toEqual({
      code: 'CANCELLATION_WINDOW_EXPIRED',
    });
  });

  it('is refused once anything is refunded or held', () => {
    expect(judgeWhole(paymentOf({ reservedMinor: 1 }))).toEqual({ code: 'PAYMENT_HAS_REFUNDS' });
    const begun = paymentOf({ status: 'PartiallyRefunded', refundedMinor: 1 });
    expect(judgeWhole(begun)).toEqual({ code: 'PAYMENT_HAS_REFUNDS' });
  });
});

describe('a payment after a completed refund', () => {
  it.each([
    ['Request', 4_000, 0, 'PartiallyRefunded', 4_000],
    ['Request', 10_000, 0, 'FullyRefunded', 10_000],
    ['Partial', 6_000, 4_000, 'FullyRefunded', 10_000],
    ['Partial', 5_999, 4_000, 'PartiallyRefunded', 9_999],
    ['Cancellation', 10_000, 0, 'Cancelled', 10_000],
  ] as const)('%s of %i, %i refunded before: %s', (origin, amountMinor, before, status, refundedMinor) => {
    const payment = paymentOf({ refundedMinor: before, reservedMinor: amountMinor });
    const after = paymentAfter(payment, refundOf({ origin, amountMinor }));
    expect(after).toEqual({ status, refundedMinor });
    const left = refundableMinor({ ...payment, ...after, reservedMinor: 0 });
    expect(left).toBe(status === 'PartiallyRefunded' ? 10_000 - refundedMinor : 0);
  });
});
