import { describe, expect, it } from 'vitest';
import { ANY_COUNT, type InstallmentTerms } from '#domain/installment/offer.ts';
import { choiceOf, countIn, judgeChoice, planOfCard, plansFor } from '#domain/installment/plan.ts';

const order = { amountMinor: 149_990, currency: 'TRY', installments: ANY_COUNT } as const;
const bonus = { bankCode: '0062', type: 'credit', family: 'Bonus' } as const;
const rowsOf = (family: string, ratePpm: number) =>
  [3, 6].map((count) => ({ family, count, ratePpm, bearer: 'buyer' as const }));
const terms: InstallmentTerms = {
  families: ['Bonus'],
  table: [...rowsOf('Bonus', 18_000), ...rowsOf('World', 18_000), ...rowsOf('Paraf', 0)],
  counts: [],
  today: '2026-11-26',
};
const everyCard: InstallmentTerms = { counts: [2, 3], today: '2026-11-26' };

describe('the plans of a page', () => {
  it('families with the same offers share a plan', () => {
    expect(plansFor(order, terms).map(({ families }) => families)).toEqual([['Bonus', 'World'], ['Paraf']]);
  });

  it('until the bank is known, one plan is of every card', () => {
    const [plan, ...others] = plansFor(order, everyCard);
    expect([plan?.families, plan?.offers.map(({ count }) => count), others]).toEqual([[], [1, 2, 3], []]);
  });

  it.each([
    ['a debit card', { ...bonus, type: 'debit' as const }, 'debit'],
    ['a card of no list', undefined, 'unknownCard'],
    ['a card of another family', { ...bonus, family: 'Axess' }, 'family'],
    ['a card whose family has no count', { ...bonus, family: 'Maximum' }, 'order'],
  ])('%s has a single payment, and is told why', (_, card, whyNot) => {
    const plan = planOfCard(order, card, { ...terms, families: ['Bonus', 'Maximum'] });
    expect([plan.offers.map(({ count }) => count), plan.whyNot]).toEqual([[1], whyNot]);
    expect(plan.instead).toEqual(['Bonus', 'World', 'Paraf']);
  });

  it('a fixed count has no single payment, and is missing for a card that cannot be split', () => {
    const fixed = { ...order, installments: { kind: 'fixed', count: 6 } } as const;
    expect(planOfCard(fixed, bonus, terms).offers.map(({ count }) => count)).toEqual([6]);
    expect(planOfCard(fixed, undefined, terms)).toMatchObject({ offers: [], whyNot: 'unknownCard' });
  });
});

describe('the choice of a form', () => {
  const { offers } = planOfCard(order, bonus, terms);

  it('a choice names the amount of the card if that is more than the order’s', () => {
    expect(offers.map(choiceOf)).toEqual(['1', '3:152690', '6:152690']);
    expect(offers.map((offer) => judgeChoice(offers, choiceOf(offer)))).toEqual(offers);
  });

  it.each(['6', '6:149990', '6:152689'])('an amount that was not shown is not charged: %s', (choice) => {
    expect(judgeChoice(offers, choice)).toBe('changed');
  });

  it.each(['2', '12', '1:', '0', '03', '-1', '6:-1', '6:1e3', ''])(
    '%j is no choice of this card',
    (choice) => {
      expect(judgeChoice(offers, choice)).toBe('missing');
    },
  );

  it('a single payment with another amount than the order’s is not charged', () => {
    expect(judgeChoice(offers, '1:1')).toBe('changed');
    expect(countIn('36:1')).toBe(36);
  });
});
