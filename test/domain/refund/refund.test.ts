// A refund is checked against the payment's amounts, status and age (refunds.md 2).
import { describe, expect, it } from 'vitest';
import { CANCELLATION_HOURS, REFUND_DAYS } from '#domain/limits.ts';
import { type Payment, refundableMinor } from '#domain/payment/payment.ts';
import { adjustableMinor } from '#domain/refund/adjustment.ts';
import { oneKeyLimitMinor } from '#domain/refund/four-eyes.ts';
import { lateSaleRefund } from '#domain/refund/late-sale.ts';
import { newRefund, paymentAfter, rejectedRefund } from '#domain/refund/refund.ts';
import { checkCancellation, checkRefund } from '#domain/refund/refundability.ts';
import { Rejection } from '#domain/rejection.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { NOON, paymentOf, refundOf } from './refund-builder.ts';

const resultOf = (check: () => unknown) => {
  try {
    return { accepted: check() };
  } catch (error) {
    if (error instanceof Rejection) return { code: error.code, ...error.facts };
    throw error;
  }
};
const check = (payment: Payment, amountMinor: number, refundType?: 'Full' | 'Partial', at = NOON) =>
  resultOf(
    () => checkRefund(payment, { amountMinor, refundType, origin: 'Request' }, at.getTime()).refundType,
  );
const checkWhole = (payment: Payment, at = NOON) => resultOf(() => checkCancellation(payment, at.getTime()));

describe('a refund', () => {
  it('a refund of everything that remains is Full, a smaller one is Partial', () => {
    expect(check(paymentOf(), 10_000)).toEqual({ accepted: 'Full' });
    expect(check(paymentOf(), 9_999)).toEqual({ accepted: 'Partial' });
    const half = paymentOf({ status: 'PartiallyRefunded', refundedMinor: 4_000, reservedMinor: 1_000 });
    expect(check(half, 5_000)).toEqual({ accepted: 'Full' });
    expect(check(half, 4_999)).toEqual({ accepted: 'Partial' });
  });

  it('an explicit type Partial is accepted for any amount, Full only for everything that remains', () => {
    expect(check(paymentOf(), 10_000, 'Full')).toEqual({ accepted: 'Full' });
    expect(check(paymentOf(), 10_000, 'Partial')).toEqual({ accepted: 'Partial' });
    expect(check(paymentOf(), 9_999, 'Full')).toEqual({
      code: 'REFUND_TYPE_MISMATCH',
      refundableAmount: 100,
      reservedAmount: 0,
    });
  });

  it('a refund that exceeds the amount neither refunded nor reserved is rejected', () => {
    const reserved = paymentOf({ status: 'PartiallyRefunded', refundedMinor: 4_000, reservedMinor: 5_950 });
    expect(check(reserved, 51)).toEqual({
      code: 'REFUND_AMOUNT_EXCEEDED',
      refundableAmount: 0.5,
      reservedAmount: 59.5,
    });
    expect(check(reserved, 50)).toEqual({ accepted: 'Full' });
    expect(check(paymentOf({ reservedMinor: 10_000 }), 1)).toEqual({
      code: 'REFUND_AMOUNT_EXCEEDED',
      refundableAmount: 0,
      reservedAmount: 100,
    });
  });

  it.each([
    ['Processing', 'PAYMENT_NOT_REFUNDABLE'],
    ['Failed', 'PAYMENT_NOT_REFUNDABLE'],
    ['Cancelled', 'PAYMENT_NOT_REFUNDABLE'],
    ['FullyRefunded', 'PAYMENT_ALREADY_REFUNDED'],
  ] as const)('refund and cancellation of a %s payment are rejected with %s', (status, code) => {
    const allowedStatuses = ['Successful', 'PartiallyRefunded'];
    const told = { code, status, ...(code === 'PAYMENT_NOT_REFUNDABLE' && { allowedStatuses }) };
    expect(check(paymentOf({ status }), 1)).toEqual(told);
    expect(checkWhole(paymentOf({ status }))).toEqual(told);
  });

  it('a refund is accepted until 365 days after the payment, to the millisecond', () => {
    const last = new Date(NOON.getTime() + REFUND_DAYS * DAY_MS);
    expect(check(paymentOf(), 1, undefined, last)).toEqual({ accepted: 'Partial' });
    const late = new Date(last.getTime() + 1);
    expect(check(paymentOf(), 1, undefined, late)).toEqual({ code: 'REFUND_WINDOW_EXPIRED' });
    expect(check(paymentOf(), 99_999, undefined, late)).toEqual({ code: 'REFUND_WINDOW_EXPIRED' });
    const paidLater = paymentOf({ paidAt: new Date(NOON.getTime() + 1).toISOString() });
    expect(check(paidLater, 1, undefined, late)).toEqual({ accepted: 'Partial' });
    const { paidAt: _, ...withoutPaidAt } = paymentOf();
    expect(check(withoutPaidAt, 1, undefined, late)).toEqual({ code: 'REFUND_WINDOW_EXPIRED' });
  });

  it('a new refund is Pending and contains the request and no decision', () => {
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
    const request = { refundId: 'r', amountMinor: 1, refundType: 'Partial', origin: 'Request' } as const;
    const bare = newRefund(paymentOf(), { ...request, reason: '', description: undefined }, NOON);
    expect(Object.keys(bare)).not.toContain('reason');
    expect(Object.keys(bare)).not.toContain('description');
    expect(bare.isWhole).toBe(false);
  });

  it('a rejected refund contains the reason and the instant', () => {
    const rejected = rejectedRefund(refundOf(), { keyId: 'key' }, 'Kullanılmış', NOON);
    expect(rejected).toMatchObject({ status: 'Rejected', decisionNote: 'Kullanılmış' });
    expect(rejected.decidedAt).toBe('2026-11-20T09:00:00.000Z');
    expect(Object.keys(rejectedRefund(refundOf(), { keyId: 'key' }, undefined, NOON))).not.toContain(
      'decisionNote',
    );
  });
});

describe('of a payment with a surcharge', () => {
  const surcharged = (more: Partial<Payment> = {}) =>
    paymentOf({
      chargedMinor: 10_601,
      orderMinor: 10_000,
      surchargeBearer: 'buyer',
      installment: 6,
      ...more,
    });
  it.each<[amountMinor: number, asked: 'Full' | 'Partial' | undefined, refundType: string, given: number]>([
    [10_000, undefined, 'Full', 10_601],
    [10_000, 'Full', 'Full', 10_601],
    [10_000, 'Partial', 'Partial', 10_000],
    [10_601, undefined, 'Full', 10_601],
    [10_601, 'Full', 'Full', 10_601],
    [9_999, undefined, 'Partial', 9_999],
    [10_001, undefined, 'Partial', 10_001],
    [10_600, undefined, 'Partial', 10_600],
  ])('a refund of %d, asked as %s, is %s and gives back %d', (amountMinor, asked, refundType, given) => {
    const request = { amountMinor, refundType: asked, origin: 'Request' } as const;
    expect(checkRefund(surcharged(), request, NOON.getTime())).toEqual({ refundType, amountMinor: given });
  });

  it.each<[amountMinor: number, asked: 'Full' | 'Partial' | undefined, refundType: string]>([
    [10_000, undefined, 'Partial'],
    [10_000, 'Partial', 'Partial'],
    [10_601, undefined, 'Full'],
    [10_601, 'Full', 'Full'],
  ])(
    'in one step a refund of %d, asked as %s, is %s and gives back that',
    (amountMinor, asked, refundType) => {
      const request = { amountMinor, refundType: asked, origin: 'Partial' } as const;
      expect(checkRefund(surcharged(), request, NOON.getTime())).toEqual({ refundType, amountMinor });
    },
  );

  it('the amount of the order is a part as soon as something is given back or reserved', () => {
    const reserved = surcharged({ reservedMinor: 1 });
    const refunded = surcharged({ status: 'PartiallyRefunded', refundedMinor: 1 });
    for (const payment of [reserved, refunded]) {
      expect(check(payment, 10_000)).toEqual({ accepted: 'Partial' });
      expect(check(payment, 10_000, 'Full')).toMatchObject({ refundableAmount: 106 });
      expect(check(payment, 10_600)).toEqual({ accepted: 'Full' });
    }
  });

  it('what the card paid is the limit, and not a kuruş more', () => {
    expect(check(surcharged(), 10_602)).toMatchObject({
      code: 'REFUND_AMOUNT_EXCEEDED',
      refundableAmount: 106.01,
    });
    expect(refundableMinor(surcharged({ reservedMinor: 601 }))).toBe(10_000);
  });

  it('only a refund of all that the card paid is whole, and leaves the payment fully refunded', () => {
    const asked = { refundId: 'r', refundType: 'Full', origin: 'Partial' } as const;
    const part = newRefund(surcharged(), { ...asked, amountMinor: 10_000 }, NOON);
    const whole = newRefund(surcharged(), { ...asked, amountMinor: 10_601 }, NOON);
    expect([part.isWhole, whole.isWhole]).toEqual([false, true]);
    expect([part.surchargeMinor, whole.surchargeMinor]).toEqual([undefined, 601]);
    expect(paymentAfter(surcharged(), part).status).toBe('PartiallyRefunded');
    expect(paymentAfter(surcharged(), whole).status).toBe('FullyRefunded');
  });

  it('a late sale goes back whole, and what the bank gave back of the surcharge can be adopted', () => {
    const late = surcharged({
      status: 'Failed',
      recheck: { since: '', checks: 0, inquiries: 0, foundAt: 'now' },
    });
    expect(lateSaleRefund(late, 'r', NOON)).toMatchObject({ amountMinor: 10_601, isWhole: true });
    expect(adjustableMinor(late)).toBe(10_601);
    expect(adjustableMinor(surcharged({ status: 'PartiallyRefunded', refundedMinor: 10_000 }))).toBe(601);
  });

  it('one key is enough for all that the card paid, as without a surcharge', () => {
    expect(oneKeyLimitMinor(surcharged(), { keyId: 'key' })).toBe(10_601);
  });

  it.each([
    [undefined, undefined],
    [10_000, undefined],
    [10_601, undefined],
    [10_300, 'REFUND_TYPE_MISMATCH'],
    [10_602, 'REFUND_AMOUNT_EXCEEDED'],
  ])('a cancellation with the amount %s: %s', (amountMinor, code) => {
    const told = resultOf(() => checkCancellation(surcharged(), NOON.getTime(), { amountMinor }));
    expect(told).toEqual(code ? { code, refundableAmount: 106.01 } : { accepted: undefined });
  });
});

describe('a cancellation', () => {
  it(`a cancellation is accepted until ${CANCELLATION_HOURS} hours after the payment, to the millisecond`, () => {
    const last = new Date(NOON.getTime() + CANCELLATION_HOURS * HOUR_MS);
    expect(checkWhole(paymentOf(), last)).toEqual({ accepted: undefined });
    expect(checkWhole(paymentOf(), new Date(last.getTime() + 1))).toEqual({
      code: 'CANCELLATION_WINDOW_EXPIRED',
    });
  });

  it('a cancellation is rejected if any amount is refunded or reserved', () => {
    expect(checkWhole(paymentOf({ reservedMinor: 1 }))).toEqual({ code: 'PAYMENT_HAS_REFUNDS' });
    const refunded = paymentOf({ status: 'PartiallyRefunded', refundedMinor: 1 });
    expect(checkWhole(refunded)).toEqual({ code: 'PAYMENT_HAS_REFUNDS' });
  });
});

describe('paymentAfter', () => {
  it.each([
    ['Request', 4_000, 0, 'PartiallyRefunded', 4_000],
    ['Request', 10_000, 0, 'FullyRefunded', 10_000],
    ['Partial', 6_000, 4_000, 'FullyRefunded', 10_000],
    ['Partial', 5_999, 4_000, 'PartiallyRefunded', 9_999],
    ['Cancellation', 10_000, 0, 'Cancelled', 10_000],
  ] as const)(
    'a completed %s of %i, after %i refunded before, makes the payment %s',
    (origin, amountMinor, before, status, refundedMinor) => {
      const payment = paymentOf({ refundedMinor: before, reservedMinor: amountMinor });
      const after = paymentAfter(payment, refundOf({ origin, amountMinor }));
      expect(after).toEqual({ status, refundedMinor });
      const left = refundableMinor({ ...payment, ...after, reservedMinor: 0 });
      expect(left).toBe(status === 'PartiallyRefunded' ? 10_000 - refundedMinor : 0);
    },
  );
});
