// The branding of a shop's pages: colour, logo, name, contact, terms. A merchant has one; a request for a
// page may replace all of it but the logo; the page stores the result.
import { object, optional, text } from '../shape.ts';

/** Most characters. The authorizer passes the branding to every endpoint, in a context of at most 8 KB. */
export const BRANDING_LIMITS = { displayName: 60, supportPhone: 24, url: 255 } as const;

export const BRANDING_SHAPE = /* @__PURE__ */ object({
  /** `#8a4b22`; the page derives the others from it. */
  color: optional(text),
  /** In place of the merchant's name. */
  displayName: optional(text),
  supportEmail: optional(text),
  supportPhone: optional(text),
  supportUrl: optional(text),
  termsUrl: optional(text),
  /** The privacy notice; in Turkey the information that the law KVKK requires. */
  privacyUrl: optional(text),
  /** The id of the stored image. */
  logo: optional(text),
});
export type Branding = ReturnType<typeof BRANDING_SHAPE.read>;

/** `0850 222 00 00`, `+90 (212) 000-00-00`, `444 0 000`. */
export const isSupportPhone = (phone: string): boolean =>
  /^\+?[\d(][\d ()-]*$/.test(phone) && /^\d{3,15}$/.test(phone.replaceAll(/\D/g, ''));

/** The branding in a request, and the merchant's branding in the context of the authorizer. */
type BrandingRequest = { [Name in keyof Omit<Branding, 'logo'>]?: string | undefined };
type MerchantContext = { merchantName: string; branding?: string | undefined };

/** The name and branding of a new page. */
export function brandingOfPage(
  { merchantName, branding }: MerchantContext,
  requested: BrandingRequest = {},
): { merchantName: string; branding?: Branding } {
  const own = branding === undefined ? {} : BRANDING_SHAPE.read(JSON.parse(branding), 'branding');
  const given = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined));
  const { displayName = merchantName, ...rest }: Branding = { ...own, ...given };
  return { merchantName: displayName, ...(Object.keys(rest).length > 0 && { branding: rest }) };
}
