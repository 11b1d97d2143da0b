import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapRule } from '#domain/installment/caps.ts';
import {
  ANY_COUNT,
  type InstallmentTerms,
  offersFor,
  SINGLE,
  soldCounts,
  splitAmount,
  type TableRow,
} from '#domain/installment/offer.ts';
import { localDay } from '#domain/time/business-day.ts';

describe('splitAmount', () => {
  it('the months add up to the amount, differ by at most one kuruş, and the larger ones are first', () => {
    const amounts = fc.integer({ min: 1, max: 99_999_999_999 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 36 }), (amountMinor, count) => {
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

const order = { amountMinor: 10_000, currency: 'TRY', installments: ANY_COUNT } as const;
const today = '2026-11-26';
const credit = { bankCode: '0032', type: 'credit', family: 'Bonus', commercial: false } as const;
const row = (count: number, ratePpm = 0, more: Partial<TableRow> = {}): TableRow => ({
  family: 'Bonus',
  count,
  ratePpm,
  bearer: 'buyer',
  ...more,
});
const withTable = (...table: TableRow[]): InstallmentTerms => ({
  families: ['Bonus'],
  table,
  counts: [],
  today,
});
const countsIn = ({ offers }: ReturnType<typeof offersFor>) => offers.map(({ count }) => count);

describe('a merchant whose bank is not known', () => {
  const terms = (...counts: number[]) => ({ counts, today });

  it('offers its counts and a single payment, ascending and once each, to every card', () => {
    expect(countsIn(offersFor(order, undefined, terms(6, 3, 3)))).toEqual([1, 3, 6]);
    expect(countsIn(offersFor(order, { type: 'debit' }, terms(6)))).toEqual([1, 6]);
    expect(countsIn(offersFor(order, undefined, terms()))).toEqual([1]);
  });

  it('a count that the merchant fixed for the order is the only one offered', () => {
    expect(
      countsIn(offersFor({ ...order, installments: { kind: 'fixed', count: 9 } }, undefined, terms(2, 9))),
    ).toEqual([9]);
  });

  it('a single payment has no other count, and a choice none above its limit', () => {
    expect(offersFor({ ...order, installments: SINGLE }, undefined, terms(2, 3))).toEqual({
      offers: [{ count: 1, chargedMinor: 10_000, surchargeMinor: 0 }],
      missing: [],
    });
    const upTo = (limit: number) => ({ ...order, installments: { kind: 'choice', upTo: limit } }) as const;
    expect(countsIn(offersFor(upTo(3), undefined, terms(2, 3, 4)))).toEqual([1, 2, 3]);
    expect(countsIn(offersFor(upTo(1), undefined, terms(2, 3, 4)))).toEqual([1]);
  });

  it('what some card can pay in is told, a corporate one included', () => {
    const table = withTable(
      row(2),
      row(3, 0, { family: 'World' }),
      row(18),
      row(4, 0, { minimumMinor: 10_001 }),
    );
    const caps = [{ personal: 12, corporate: 18, source: 'test' }];
    expect(soldCounts(order, { ...table, caps })).toEqual([1, 2, 3, 18]);
    expect(soldCounts(order, { ...table, caps: [{ personal: 12, source: 'test' }] })).toEqual([1, 2, 3]);
    expect(soldCounts(order, terms(6, 2))).toEqual([1, 2, 6]);
    expect(soldCounts({ ...order, currency: 'EUR' }, terms(6))).toEqual([1]);
  });

  it('a fixed count that the merchant does not sell is not offered', () => {
    const fixed = { ...order, installments: { kind: 'fixed', count: 9 } } as const;
    expect(offersFor(fixed, undefined, terms(2, 3)).missing).toEqual([{ count: 9, why: 'table' }]);
  });

  it('only a single payment is offered in a foreign currency', () => {
    const { offers, missing } = offersFor({ ...order, currency: 'EUR' }, undefined, terms(2));
    expect([offers.length, missing]).toEqual([1, [{ count: 2, why: 'currency' }]]);
  });

  it('a count is not offered if a month would have no amount', () => {
    const { missing } = offersFor({ ...order, amountMinor: 2 }, undefined, terms(2, 3));
    expect(missing).toEqual([{ count: 3, why: 'amount' }]);
  });
});

describe('a merchant whose bank is known', () => {
  const terms: InstallmentTerms = { families: ['Bonus'], counts: [3], today };
  const whyFor = (card: Parameters<typeof offersFor>[1]) => offersFor(order, card, terms).missing[0]?.why;

  it('splits payments of credit cards of its families only', () => {
    expect(whyFor(credit)).toBeUndefined();
    expect(whyFor({ ...credit, family: 'World' })).toBe('family');
    expect(whyFor({ bankCode: '0064', type: 'credit' })).toBe('family');
    expect(whyFor({ ...credit, type: 'debit' })).toBe('debit');
    expect(whyFor({ type: 'credit', family: 'Bonus' })).toBe('unknownCard');
    expect(whyFor({ bankCode: '0032', family: 'Bonus' })).toBe('unknownCard');
    expect(whyFor(undefined)).toBe('unknownCard');
  });

  it('a count that the merchant fixed is missing for a card that cannot be split', () => {
    const fixed = offersFor(
      { ...order, installments: { kind: 'fixed', count: 3 } },
      { ...credit, family: 'World' },
      terms,
    );
    expect(fixed).toEqual({ offers: [], missing: [{ count: 3, why: 'family' }] });
  });
});

describe('a table', () => {
  it('a rate that the buyer bears is added, half up; one that the merchant bears is not', () => {
    const terms = withTable(row(2, 17_550), row(3, 12_500, { bearer: 'merchant' }), row(6));
    expect(offersFor({ ...order, amountMinor: 10_010 }, credit, terms).offers).toEqual([
      { count: 1, chargedMinor: 10_010, surchargeMinor: 0 },
      { count: 2, chargedMinor: 10_186, surchargeMinor: 176, bearer: 'buyer' },
      { count: 3, chargedMinor: 10_010, surchargeMinor: 0, bearer: 'merchant' },
      { count: 6, chargedMinor: 10_010, surchargeMinor: 0 },
    ]);
    const half = offersFor({ ...order, amountMinor: 200 }, credit, withTable(row(2, 2_500), row(3, 2_499)));
    expect(half.offers.map(({ surchargeMinor }) => surchargeMinor)).toEqual([0, 1, 0]);
    const most = { ...order, amountMinor: 90_071_992_547 };
    expect(offersFor(most, credit, withTable(row(2, 109_999))).offers[1]?.surchargeMinor).toBe(9_907_829_108);
  });

  it('the table, not public data, tells the families, and a count without a row is missing', () => {
    const terms = withTable(row(3, 0, { family: 'World' }));
    expect(countsIn(offersFor(order, { ...credit, family: 'World' }, terms))).toEqual([1, 3]);
    expect(offersFor(order, credit, terms).missing).toEqual([{ count: 3, why: 'table' }]);
    expect(offersFor(order, { ...credit, family: 'Axess' }, terms).missing[0]?.why).toBe('family');
  });

  it('a row holds from its first day to its last one in Istanbul, and from its least amount on', () => {
    const days = (validFrom: string, validUntil: string) => row(2, 0, { validFrom, validUntil });
    const offered = (one: TableRow, at = today) =>
      countsIn(offersFor(order, credit, { ...withTable(one), today: at })).includes(2);
    expect(offered(days('2026-11-26', '2026-11-26'))).toBe(true);
    expect(offered(days('2026-11-27', '2026-11-30'))).toBe(false);
    expect(offered(days('2026-11-01', '2026-11-25'))).toBe(false);
    expect(offered(days('2026-11-27', '2026-11-30'), localDay(Date.parse('2026-11-26T21:00:00Z')))).toBe(
      true,
    );
    expect(offered(row(2, 0, { minimumMinor: 10_000 }))).toBe(true);
    const { missing } = offersFor(order, credit, withTable(row(2, 0, { minimumMinor: 10_001 })));
    expect(missing).toEqual([{ count: 2, why: 'minimum', minimumMinor: 10_001 }]);
  });

  it('nothing is offered with which the card would pay more than a payment can have', () => {
    const most = { ...order, amountMinor: 99_999_999_999 };
    expect(offersFor(most, credit, withTable(row(2, 1))).missing[0]?.why).toBe('amount');
  });
});

describe('caps', () => {
  const rule = (personal: number, more: Partial<CapRule> = {}): CapRule => ({
    personal,
    source: 's',
    ...more,
  });
  const everything = rule(12, { corporate: 18 });
  const limitOf = (
    basket: Partial<Parameters<typeof offersFor>[0]>,
    caps: CapRule[] | undefined,
    card: Parameters<typeof offersFor>[1] = credit,
  ) => {
    const all = Array.from({ length: 35 }, (_, at) => row(at + 2));
    const terms = { ...withTable(...all), ...(caps && { caps }) };
    const { offers, missing } = offersFor({ ...order, ...basket }, card, terms);
    expect(missing.every(({ why, limit }) => why === 'cap' && limit === offers.at(-1)?.count)).toBe(true);
    return offers.at(-1)?.count;
  };

  it('a corporate card has the corporate cap, and the personal one where the corporate is not known', () => {
    const caps = [everything, rule(4, { category: 'electronics' })];
    expect(limitOf({}, caps)).toBe(12);
    expect(limitOf({}, caps, { ...credit, commercial: true })).toBe(18);
    expect(limitOf({ category: 'electronics' }, caps, { ...credit, commercial: true })).toBe(4);
  });

  it('the lowest cap of the lines and of the order wins', () => {
    const caps = [everything, rule(6, { category: 'tablet' }), rule(1, { category: 'food' })];
    const products = [{ amountMinor: 4000, category: 'tablet' } as const, { amountMinor: 6000 }];
    expect(limitOf({ products }, caps)).toBe(6);
    expect(limitOf({ products, category: 'food' }, caps)).toBe(1);
    expect(limitOf({ category: 'other' }, caps)).toBe(12);
  });

  it('a cap by price takes the price of one piece, up to and with the limit', () => {
    const caps = [
      everything,
      rule(9, { category: 'television', unitUpToMinor: 500_000 }),
      rule(4, { category: 'television', unitAboveMinor: 500_000 }),
    ];
    const tv = (amountMinor: number, quantity?: number) =>
      limitOf({ products: [{ amountMinor, category: 'television', ...(quantity && { quantity }) }] }, caps);
    expect([tv(500_000), tv(500_001), tv(1_000_000, 2), tv(1_000_001, 2)]).toEqual([9, 4, 9, 4]);
  });

  it('the latest rule that has begun holds', () => {
    const food = (personal: number, from?: string) =>
      rule(personal, { category: 'food', ...(from && { from }) });
    const caps = [everything, food(3, '2026-11-26'), food(1), food(6, '2026-11-27')];
    expect(limitOf({ category: 'food' }, caps)).toBe(3);
  });

  it('without data an order has the usual cap, and one with a category is paid at once', () => {
    expect(limitOf({}, undefined, { ...credit, commercial: true })).toBe(12);
    expect(limitOf({ category: 'other' }, undefined)).toBe(12);
    expect(limitOf({ category: 'computer' }, undefined)).toBe(1);
  });
});
