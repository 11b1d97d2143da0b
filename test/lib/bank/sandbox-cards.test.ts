import { describe, expect, it } from 'vitest';
import { passesLuhn } from '#domain/card/card.ts';
import { APPROVED_RANGES, SANDBOX_CARDS, sandboxCard } from '../../../lib/bank/sandbox-cards.ts';

describe('sandbox cards', () => {
  it('sandbox card numbers are unique and pass the Luhn check', () => {
    const numbers = SANDBOX_CARDS.map(({ number }) => number);
    expect(numbers.filter((number) => !passesLuhn(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('a number of no issuer is declined, and a number of an approved range is approved', () => {
    expect(sandboxCard('4242424242424242').behaviour).toEqual({ kind: 'decline', code: '14' });
    for (const { prefix, brand } of APPROVED_RANGES) {
      expect(sandboxCard(`${prefix}0000000000`)).toEqual({ brand, behaviour: { kind: 'approve' } });
    }
  });

  it('every sandbox card has a description in both languages', () => {
    for (const { description } of SANDBOX_CARDS) {
      expect(description.tr).not.toBe('');
      expect(description.en).not.toBe('');
    }
  });
});
