// The options of a command that set a merchant's settings.
import type { MerchantSettings } from '#store/merchant/merchant.ts';
import { BRANDING_OPTIONS, BRANDING_USAGE, type FaceChange, givenFace } from './branding/branding-options.ts';
import type { ValuesOf } from './command-line.ts';
import { readFourEyesFrom, readSettings } from './merchant-settings.ts';

export const SETTING_OPTIONS = {
  name: { type: 'string' },
  'time-zone': { type: 'string' },
  'three-d-secure': { type: 'string' },
  'stored-card-cvv': { type: 'string' },
  installment: { type: 'string', multiple: true },
  'accept-half-secure': { type: 'boolean' },
  'card-removal': { type: 'boolean' },
  'older-card-mandate': { type: 'string' },
  'page-beacon': { type: 'boolean' },
  'frame-origin': { type: 'string', multiple: true },
  'spread-minutes': { type: 'string' },
  'upcoming-days': { type: 'string' },
  'refund-expiry-days': { type: 'string' },
  'refund-approval': { type: 'string' },
  'four-eyes-from': { type: 'string' },
  ...BRANDING_OPTIONS,
} as const;

export const SETTING_USAGE = `Settings:
          --time-zone ZONE                                default Europe/Istanbul
          --three-d-secure newCards|always|never          default newCards: for cards that buyers type in;
                                                          always: pages then offer no stored cards
          --stored-card-cvv always|whenAsked              default always: pages ask for a stored card's CVV
          --accept-half-secure                            accept mdStatus 2 to 4; --no-... ends it
          --card-removal                                  buyers may remove stored cards on pages; --no-...
                                                          ends it
          --older-card-mandate warn|require               default warn: a recurring payment on a card whose
                                                          consent a previous version did not keep
          --page-beacon                                   default: a form tells that its buyer has left it,
                                                          for the funnel; --no-... ends it
          --installment COUNT ...                         counts offered to buyers; default 1
          --frame-origin URL ...                          further origins that may frame the page; none
          --spread-minutes MINUTES                        window over which due charges are spread; default 0
          --upcoming-days DAYS                            days before a charge at which the event
                                                          recurring_payment.upcoming is sent, at most 30;
                                                          default 0: never
          --refund-expiry-days DAYS                       days after which a refund that nobody decides ends,
                                                          default 30, at most 365; 0: never
          --refund-approval oneKey|fourEyes               default oneKey; fourEyes: the key that requests a
                                                          refund cannot approve it
          --four-eyes-from AMOUNT                         only from this sum of a payment's refunds on, in TRY
${BRANDING_USAGE}`;

/** The settings that were given as options. */
export function givenSettings(
  values: ValuesOf<typeof SETTING_OPTIONS>,
): Partial<Omit<MerchantSettings, 'branding'>> & { face?: FaceChange } {
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
