import { expect, it } from 'vitest';
import { asksIssuer, isThreeDSetting, THREE_D_SETTINGS } from '#domain/payment/three-d-setting.ts';

it.each([
  ['always', true, true],
  ['newCards', true, false],
  ['never', false, false],
] as const)(
  'with %s, 3-D Secure for a new card is %s and for a stored card %s',
  (setting, forNew, forStored) => {
    expect(asksIssuer(setting, { isStored: false })).toBe(forNew);
    expect(asksIssuer(setting, { isStored: true })).toBe(forStored);
  },
);

it('only the three names are 3-D Secure settings', () => {
  expect(THREE_D_SETTINGS.every(isThreeDSetting)).toBe(true);
  for (const value of ['Always', 'new-cards', '', undefined, null, 1])
    expect(isThreeDSetting(value)).toBe(false);
});
