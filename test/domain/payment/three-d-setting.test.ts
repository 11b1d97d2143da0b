import { describe, expect, it } from 'vitest';
import { asksIssuer, needsCvv, offersStoredCards } from '#domain/payment/three-d-setting.ts';

it.each([
  ['always', true, false],
  ['newCards', true, true],
  ['never', false, true],
] as const)(
  'the setting %s needs 3-D Secure for a typed card: %s, and offers stored cards: %s',
  (setting, forTyped, offers) => {
    expect(asksIssuer(setting)).toBe(forTyped);
    expect(offersStoredCards(setting)).toBe(offers);
  },
);

describe('the CVV of a stored card', () => {
  it.each([
    [{}, {}, { forceCvv: false }, true],
    [{ storedCardCvv: 'always' }, {}, { forceCvv: false }, true],
    [{ storedCardCvv: 'whenAsked' }, {}, { forceCvv: false }, false],
    [{ storedCardCvv: 'whenAsked' }, {}, { forceCvv: true }, true],
    [{ storedCardCvv: 'whenAsked' }, { cvvRequired: true }, { forceCvv: false }, true],
  ] as const)(
    'a merchant with %o and a page with %o ask for the CVV of a card with %o: %s',
    (merchant, page, card, expected) => {
      expect(needsCvv(merchant, page, card)).toBe(expected);
    },
  );
});
