// The shop's face on its pages: colour, logo, name, contact, terms. A merchant has one; a request for a page
// may replace all of it but the logo; the page keeps what counts at that moment.
import { objectOf, optional, text } from '../shape.ts';

/** Names of one length are few: the authorizer tells them to every endpoint, in at most 8 KB. */
export const BRANDING_LIMITS = { displayName: 60, supportPhone: 24, url: 255 } as const;

export type Branding = {
  /** `#8a4b22`; the page derives the others from it. */
  color?: string;
  /** In place of the merchant's name. */
  displayName?: string;
  supportEmail?: string;
  supportPhone?: string;
  supportUrl?: string;
  termsUrl?: string;
  /** How personal data are treated; in Turkey the information that KVKK asks for. */
  privacyUrl?: string;
  /** The id of the stored image. */
  logo?: string;
};

export const BRANDING_SHAPE = /* @__PURE__ */ objectOf<Branding>({
  ...{ color: optional(text), displayName: optional(text), logo: optional(text) },
  ...{ supportEmail: optional(text), supportPhone: optional(text), supportUrl: optional(text) },
  ...{ termsUrl: optional(text), privacyUrl: optional(text) },
});

/** `0850 222 00 00`, `+90 (212) 000-00-00`, `444 0 000`. */
export const isSupportPhone = (phone: string): boolean =>
  /^\+?[\d(][\d ()-]*$/.test(phone) && /^\d{3,15}$/.test(phone.replaceAll(/\D/g, ''));

/** The part of a request, and what the authorizer told about the merchant. */
type Asked = { [Name in keyof Omit<Branding, 'logo'>]?: string | undefined };
type Told = { merchantName: string; branding?: string | undefined };

/** The name and face of a new page. */
export function brandingOfPage(
  { merchantName, branding }: Told,
  asked: Asked = {},
): { merchantName: string; branding?: Branding } {
  const own = branding === undefined ? {} : BRANDING_SHAPE.read(JSON.parse(branding), 'branding');
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const { displayName = merchantName, ...face }: Branding = { ...own, ...given };
  return { merchantName: displayName, ...(Object.keys(face).length > 0 && { branding: face }) };
}
