// The options of a command that set a merchant's branding.
import { readFileSync } from 'node:fs';
import type { Branding } from '#domain/branding/branding.ts';

export const BRANDING_OPTIONS = {
  color: { type: 'string' },
  logo: { type: 'string' },
  'display-name': { type: 'string' },
  'support-email': { type: 'string' },
  'support-phone': { type: 'string' },
  'support-url': { type: 'string' },
  'terms-url': { type: 'string' },
  'privacy-url': { type: 'string' },
} as const;

export const BRANDING_USAGE = `The shop's face on its pages ("none" removes a part):
          --color '#8a4b22'                               button and links; its shades are derived
          --logo FILE                                     PNG or JPEG, at most 20 KB; drawn on white
          --display-name TEXT                             in place of NAME
          --support-email, --support-phone, --support-url, --terms-url, --privacy-url
`;

/** `null` removes a part. */
export type BrandingChange = { [Name in keyof Omit<Branding, 'logo'>]?: string | null };
/** `logo`: the image in base64; `null` removes it. */
export type FaceChange = { branding?: BrandingChange; logo?: string | null };

/** The changes that the options request. */
export function givenFace(values: { [Name in keyof typeof BRANDING_OPTIONS]?: string }): {
  face?: FaceChange;
} {
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
