import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredCounts, splitAmount } from '#domain/payment/installment.ts';

describe('the months of an amount', () => {
  it('come to the amount exactly, differ by one kuruş at most, and the larger ones come first', () => {
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

  it('are 33.34, 33.33 and 33.33 for a hundred in three', () => {
    expect(splitAmount(10_000, 3)).toEqual([3334, 3333, 3333]);
  });
});

describe('the counts a buyer may choose from', () => {
  const order = { amountMinor: 10_000, currency: 'TRY', installment: 1 } as const;

  it('are those the merchant offers, always with a single payment, ascending and once each', () => {
    expect(offeredCounts(order, [6, 3, 3])).toEqual([1, 3, 6]);
    expect(offeredCounts(order, [])).toEqual([1]);
  });

  it('are the one the merchant fixed for the order', () => {
    expect(offeredCounts({ ...order, installment: 9 }, [1, 2, 3])).toEqual([9]);
  });

  it('are none but a single payment in a foreign currency', () => {
    expect(offeredCounts({ ...order, currency: 'EUR' }, [1, 2, 3])).toEqual([1]);
  });

  it('leave no month without money', () => {
    expect(offeredCounts({ ...order, amountMinor: 2 }, [2, 3])).toEqual([1, 2]);
  });
});
