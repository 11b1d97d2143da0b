// The counters of refunds always equal a recount, and the statistics are computed from them (refunds.md 6).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '#domain/money.ts';
import type { Refund } from '#domain/refund/refund.ts';
import { countsChange, movedCounts, type RefundCounts, summarize } from '#domain/refund/refund-statistics.ts';
import { REFUND_STATUSES, REFUND_TYPES } from '#domain/refund/refund-words.ts';
import { refundOf } from './refund-builder.ts';

const anyRefund = fc
  .record({
    status: fc.constantFrom(...REFUND_STATUSES),
    refundType: fc.constantFrom(...REFUND_TYPES),
    amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
    processedAs: fc.constantFrom('Void' as const, 'Refund' as const, undefined),
  })
  .map(({ processedAs, ...rest }): Refund => refundOf({ ...rest, ...(processedAs && { processedAs }) }));

function sum(all: RefundCounts[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const counts of all) {
    for (const [tally, count] of Object.entries(counts)) total[tally] = (total[tally] ?? 0) + count;
  }
  return Object.fromEntries(Object.entries(total).filter(([, count]) => count !== 0));
}

describe('refund counters', () => {
  it('the counters equal a recount after any chain of changes', () => {
    fc.assert(
      fc.property(fc.array(anyRefund, { minLength: 1, maxLength: 8 }), (chain) => {
        const changes = chain.map((refund, i) => countsChange(chain[i - 1], refund));
        expect(sum(changes)).toEqual(sum([countsChange(undefined, chain.at(-1) ?? refundOf())]));
      }),
    );
  });

  it('a change that affects no counter adds nothing', () => {
    expect(countsChange(refundOf(), refundOf({ inquiries: 3 }))).toEqual({});
  });
});

describe('refund statistics', () => {
  it('the statistics of each currency equal a recount of its refunds', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyRefund, fc.constantFrom(...CURRENCIES))), (pairs) => {
        const refunds = pairs.map(([refund, currency]): Refund => ({ ...refund, currency }));
        const rows = summarize(
          refunds.map((one) => ({ currency: one.currency, counts: countsChange(undefined, one) })),
        );
        expect(rows.map(({ currency }) => currency)).toEqual(
          CURRENCIES.filter((currency) => refunds.some((one) => one.currency === currency)),
        );
        for (const row of rows) {
          const inCurrency = refunds.filter(({ currency }) => currency === row.currency);
          const minorOf = (some: Refund[]) => some.reduce((total, one) => total + one.amountMinor, 0);
          for (const status of REFUND_STATUSES) {
            const some = inCurrency.filter((one) => one.status === status);
            expect(row.byStatus[status]).toEqual({ count: some.length, amountMinor: minorOf(some) });
          }
          expect(row.totalCount).toBe(inCurrency.length);
          expect(row.fullCount + row.partialCount).toBe(inCurrency.length);
          expect(row.fullCount).toBe(inCurrency.filter(({ refundType }) => refundType === 'Full').length);
          expect(row.voidCount).toBe(inCurrency.filter(({ processedAs }) => processedAs === 'Void').length);
        }
      }),
    );
  });

  it('of a refund and a void that were completed on one day, the void alone counts as a void', () => {
    const rows = (['Void', 'Refund'] as const).map((processedAs) => {
      const after = refundOf({ status: 'Completed', processedAs });
      const change = countsChange(refundOf({ status: 'Processing', processedAs }), after);
      return { currency: 'TRY', counts: movedCounts(after, change) };
    });
    expect(summarize(rows, 'completedAt')).toMatchObject([{ totalCount: 2, voidCount: 1 }]);
  });

  it('a currency without refunds has no statistics', () => {
    expect(summarize([])).toEqual([]);
    expect(summarize([{ currency: 'TRY', counts: { PendingCount: 0, PendingMinor: 0 } }])).toEqual([]);
  });
});

describe('averageMinor', () => {
  it.each([
    [0, 0, 0],
    [10, 3, 3],
    [11, 3, 4],
    [5, 2, 3],
    [1, 2, 1],
    [1, 3, 0],
    [Number.MAX_SAFE_INTEGER, 2, 4_503_599_627_370_496],
  ])('the average of %i over %i refunds is %i, half a unit rounded up', (sumMinor, count, average) => {
    const counts = { CompletedCount: count, CompletedMinor: sumMinor, PendingCount: 1 };
    expect(summarize([{ currency: 'TRY', counts }])[0]?.averageMinor).toBe(average);
  });
});
