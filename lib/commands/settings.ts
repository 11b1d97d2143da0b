// The settings of a merchant that a command was given as options.
import type { MerchantSettings } from '#store/merchant/merchant.ts';
import { type FaceChange, givenFace } from '../operator/branding/branding-options.ts';
import { readFourEyesFrom, readSettings } from '../operator/merchant-settings.ts';
import { type OptionValues, SETTING_OPTIONS } from './options.ts';

type SettingOption = keyof typeof SETTING_OPTIONS;
export const SETTINGS = Object.keys(SETTING_OPTIONS) as SettingOption[];

type SettingChange = Partial<Omit<MerchantSettings, 'branding'>> & { face?: FaceChange };

export function givenSettings(values: OptionValues<never, SettingOption | 'name'>): SettingChange {
  const { 'frame-origin': frameOrigins, 'four-eyes-from': from } = values;
  return {
    ...readSettings({
      name: values.name || undefined,
      timeZone: values['time-zone'],
      threeDSecure: values['three-d-secure'],
      storedCardCvv: values['stored-card-cvv'],
      acceptHalfSecure: values['accept-half-secure'],
      cardRemoval: values['card-removal'],
      olderCardMandate: values['older-card-mandate'],
      pageBeacon: values['page-beacon'],
      installments: values.installment,
      frameOrigins: frameOrigins?.[0] === 'none' ? [] : frameOrigins,
      spreadWindowMinutes: values['spread-minutes'],
      upcomingChargeDays: values['upcoming-days'],
      refundExpiryDays: values['refund-expiry-days'],
      refundApproval: values['refund-approval'],
      fourEyesFromMinor: from === undefined ? undefined : readFourEyesFrom(from),
    }),
    ...givenFace(values),
  };
}
