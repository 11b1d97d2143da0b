import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredCounts, splitAmount } from '#domain/payment/installment.ts';

describe('splitAmount', () => {
  it('the months add up to the amount, differ by at most one kuruş, and the larger ones are first', () => {
    const amounts = fc.integer({ min: 1, max: 99_999_999_999 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 12 }), (amountMinor, count) => {
        const months = splitAmount(amountMinor, count);
        expect(months).toHaveLength(count);
        expect(months.reduce((sum, month) => sum + month, 0)).toBe(amountMinor);
        expect(Math.max(...months) - Math.min(...months)).toBeLessThanOrEqual(1);
        expect(months).toEqual([...months].sort((one, other) => other - one));
      }),
    );
  });

  it('100.00 in three months is 33.34, 33.33 and 33.33', () => {
    expect(splitAmount(10_000, 3)).toEqual([3334, 3333, 3333]);
  });
});

describe('offeredCounts', () => {
  const order = { amountMinor: 10_000, currency: 'TRY', installment: 1 } as const;

  it("the merchant's counts and a single payment are offered, ascending and once each", () => {
    expect(offeredCounts(order, [6, 3, 3])).toEqual([1, 3, 6]);
    expect(offeredCounts(order, [])).toEqual([1]);
  });

  it('a count that the merchant fixed for the order is the only one offered', () => {
    expect(offeredCounts({ ...order, installment: 9 }, [1, 2, 3])).toEqual([9]);
  });

  it('only a single payment is offered in a foreign currency', () => {
    expect(offeredCounts({ ...order, currency: 'EUR' }, [1, 2, 3])).toEqual([1]);
  });

  it('a count is not offered if a month would have no amount', () => {
    expect(offeredCounts({ ...order, amountMinor: 2 }, [2, 3])).toEqual([1, 2]);
  });
});
