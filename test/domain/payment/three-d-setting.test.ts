import { describe, expect, it } from 'vitest';
import {
  asksIssuer,
  isStoredCardCvv,
  isThreeDSetting,
  needsCvv,
  offersStoredCards,
  STORED_CARD_CVV,
  THREE_D_SETTINGS,
} from '#domain/payment/three-d-setting.ts';

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

it('only the known names are settings', () => {
  expect(THREE_D_SETTINGS.every(isThreeDSetting)).toBe(true);
  expect(STORED_CARD_CVV.every(isStoredCardCvv)).toBe(true);
  for (const value of ['Always', 'new-cards', '', undefined, null, 1]) {
    expect(isThreeDSetting(value)).toBe(false);
    expect(isStoredCardCvv(value)).toBe(false);
  }
});
