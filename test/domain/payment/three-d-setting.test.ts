import { expect, it } from 'vitest';
import { asksIssuer, isThreeDSetting, THREE_D_SETTINGS } from '#domain/payment/three-d-setting.ts';

it.each([
  ['always', true, true],
  ['newCards', true, false],
  ['never', false, false],
] as const)('%s asks about a new card: %s, about a stored one: %s', (setting, ofNew, ofStored) => {
  expect(asksIssuer(setting, { isStored: false })).toBe(ofNew);
  expect(asksIssuer(setting, { isStored: true })).toBe(ofStored);
});

it('knows its settings by name and nothing else', () => {
  expect(THREE_D_SETTINGS.every(isThreeDSetting)).toBe(true);
  for (const value of ['Always', 'new-cards', '', undefined, null, 1])
    expect(isThreeDSetting(value)).toBe(false);
});
