// The options of a command that set a merchant's branding.
import { readFileSync } from 'node:fs';
import type { Branding } from '#domain/branding/branding.ts';

type BrandingValues = {
  color?: string | undefined;
  logo?: string | undefined;
  'display-name'?: string | undefined;
  'support-email'?: string | undefined;
  'support-phone'?: string | undefined;
  'support-url'?: string | undefined;
  'terms-url'?: string | undefined;
  'privacy-url'?: string | undefined;
};

/** `null` removes a part. */
export type BrandingChange = { [Name in keyof Omit<Branding, 'logo'>]?: string | null };
/** `logo`: the image in base64; `null` removes it. */
export type FaceChange = { branding?: BrandingChange; logo?: string | null };

/** The changes that the options request. */
export function givenFace(values: BrandingValues): { face?: FaceChange } {
  const texts = {
    color: values.color,
    displayName: values['display-name'],
    supportEmail: values['support-email'],
    supportPhone: values['support-phone'],
    supportUrl: values['support-url'],
    termsUrl: values['terms-url'],
    privacyUrl: values['privacy-url'],
  };
  const given = Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === 'none' ? null : value] as const],
  );
  const { logo } = values;
  if (given.length === 0 && logo === undefined) return {};
  return {
    face: {
      ...(given.length > 0 && { branding: Object.fromEntries(given) }),
      ...(logo !== undefined && { logo: logo === 'none' ? null : readFileSync(logo, 'base64') }),
    },
  };
}
