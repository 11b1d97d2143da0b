// The shop's face in requests (hosted-page.md 12). Operator commands read a merchant's face by the same
// rules.
import type { Mode } from '#domain/api-key.ts';
import { readBrandColor } from '#domain/branding/brand-color.ts';
import { BRANDING_LIMITS, isSupportPhone } from '#domain/branding/branding.ts';
import { email } from './email.ts';
import { checked, fields, optional, problem, text, transformed } from './field.ts';
import { shopAddress } from './shop-address.ts';

const color = () =>
  transformed(
    text(1, 7),
    (value, context) => {
      const reading = readBrandColor(value);
      if (reading.kind === 'color') return reading.color;
      if (reading.kind === 'malformed') {
        const expected = { tr: '#8a4b22 gibi bir renk', en: 'a colour like #8a4b22' };
        return problem(context, 'INVALID_FORMAT', { expected });
      }
      const { contrast, nearby } = reading;
      const expected = {
        tr: `üzerinde yazı okunan bir renk (karşıtlığı ${contrast}, en az 4.5 gerekir; örneğin ${nearby})`,
        en: `a colour that text can be read on (its contrast is ${contrast}, 4.5 is needed: try ${nearby})`,
      };
      return problem(context, 'INVALID_FORMAT', { expected });
    },
    { kind: 'color' },
  );

const phone = () =>
  checked(text(1, BRANDING_LIMITS.supportPhone), isSupportPhone, {
    tr: '0850 222 00 00 gibi bir numara',
    en: 'a number like +90 850 222 00 00',
  });

/** A page of the shop to which a link leads. */
export const supportAddress = (mode: Mode) =>
  shopAddress(mode === 'test' ? 'localhost' : 'none', BRANDING_LIMITS.url);

/** `branding` of a new page. */
export const branding = (mode: Mode) => {
  const address = () => optional(supportAddress(mode));
  return fields({
    color: optional(color()),
    displayName: optional(text(1, BRANDING_LIMITS.displayName)),
    supportEmail: optional(email()),
    supportPhone: optional(phone()),
    supportUrl: address(),
    termsUrl: address(),
    privacyUrl: address(),
  });
};
