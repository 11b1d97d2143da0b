// A sale that the bank had made before with another card says nothing about the given one (payments.md 2.5).
import { expect, it } from 'vitest';
import type { Approved } from '#acquirer/acquirer.ts';
import { otherCardOf } from '#flows/payment-outcome.ts';

const given = { maskedCardNumber: '552879******0008' };
const soldTo = (firstSix: string, lastFour: string): Approved => ({
  kind: 'approved',
  hostReference: '1',
  firstSale: { card: { firstSix, lastFour } },
});

it('a card is the given one only if both ends of its number are', () => {
  expect(otherCardOf(given, soldTo('552879', '0008'))).toBeUndefined();
  for (const [firstSix, lastFour] of [
    ['552879', '0016'],
    ['460345', '0008'],
  ] as const) {
    expect(otherCardOf(given, soldTo(firstSix, lastFour))).toMatchObject({
      maskedCardNumber: `${firstSix}******${lastFour}`,
      cardStorageId: null,
    });
  }
});
