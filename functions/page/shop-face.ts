// The shop's face on a page: its colours, its logo and name, and its contact. The merchant's texts are
// escaped, and its addresses become links and nothing else.

import { type BrandColors, brandColors } from '#domain/branding/brand-color.ts';
import type { Branding } from '#domain/branding/branding.ts';
import type { Language } from '#domain/language.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';
import { type Html, html, style, webAddress } from './html.ts';
import { SHOP_LABELS } from './texts.ts';

export type Face = Omit<Branding, 'logo' | 'displayName'> & {
  /** The logo's image, which this service serves. */
  logo?: { address: string; width: number; height: number };
};

const FACE_STYLE = style`
.logo {
  flex: none; display: block; width: auto; max-width: 9rem; height: 2.5rem; padding: .25rem;
  object-fit: contain; border-radius: .5rem; background: #fff; forced-color-adjust: none;
}
.merchant:has(.wide) { flex-wrap: wrap; }
.shop { margin-top: 1rem; color: var(--soft); font-size: .875rem; line-height: 2.25rem; }
.shop p { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1rem; }
@media print { [target=_blank] { display: none; } }
`;

/** Every colour is of the form `#8a4b22`: nothing else becomes style. */
const declarations = ({ accent, tint, face, faceInk, faceOver, faceEdge }: BrandColors['light']): Html =>
  html`:root{--accent:${accent};--ring:${accent}40;--wait-ground:${tint};--face:${face};--face-ink:${faceInk};
--face-over:${faceOver}${faceEdge !== face && html`;--face-edge:${faceEdge}`}}`;

/** Follows the style of the page, and replaces its colours if the face has a colour. */
export function faceStyle(face: Face | undefined): Html | undefined {
  if (face === undefined) return undefined;
  const colors = face.color === undefined ? undefined : brandColors(face.color);
  return html`${FACE_STYLE}${
    colors &&
    html`${declarations(colors.light)}
@media (prefers-color-scheme:dark){${declarations(colors.dark)}}`
  }`;
}

const usualLetter = unicodePattern('^[\\p{L}\\p{N}]\\p{M}*');

/**
 * One letter as a person sees it: with its accents, or an emoji. The pattern of emojis takes half as long as
 * a function's start-up, so it is made only for a name that begins with one.
 */
function firstLetter(name: string): string {
  const [letter] = usualLetter().exec(name) ?? /^(?:\p{RGI_Emoji}|\P{M}\p{M}*)/v.exec(name) ?? [];
  return letter ?? '•';
}

/** The logo, or the first letter of the name in its place, and the name. */
export function merchantHeading(merchantName: string, { logo }: Face = {}): Html {
  if (logo !== undefined) {
    const isWide = logo.width > 2 * logo.height;
    return html`<img class="logo${isWide && ' wide'}" src="${webAddress(logo.address)}" alt=""
 width="${logo.width}" height="${logo.height}"><bdi>${merchantName}</bdi>`;
  }
  const initial = firstLetter(merchantName.trim()).toLocaleUpperCase('tr');
  return html`<span class="initial" aria-hidden="true">${initial}</span><bdi>${merchantName}</bdi>`;
}

/** Opens another tab, so that the entered values stay; our policy gives that tab no opener. */
export function pageLink(address: string | undefined, label: string, language: Language): Html | false {
  return (
    address !== undefined &&
    html`<a href="${webAddress(address)}" target="_blank">${label}<span
 class="unseen"> (${SHOP_LABELS[language].newTab})</span></a>\n`
  );
}

/** Every character but the `@` is escaped. */
const mailto = (email: string) => `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll('%40', '@')}`;
const tel = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;

function contactLine(language: Language, { supportEmail, supportPhone, supportUrl }: Face): Html | false {
  if ((supportEmail ?? supportPhone ?? supportUrl) === undefined) return false;
  const labels = SHOP_LABELS[language];
  const page = pageLink(supportUrl, labels.supportPage, language);
  return html`<p><span class="unseen">${labels.contact}</span>
${supportEmail !== undefined && html`<a href="${mailto(supportEmail)}"><bdi>${supportEmail}</bdi></a>\n`}${
  supportPhone !== undefined && html`<a href="${tel(supportPhone)}"><bdi>${supportPhone}</bdi></a>\n`
}${page}</p>\n`;
}

/** The shop's contact, terms and privacy notice. */
export function shopContact(language: Language, face: Face = {}): Html | false {
  const contact = contactLine(language, face);
  const { termsUrl, privacyUrl } = face;
  const hasTerms = (termsUrl ?? privacyUrl) !== undefined;
  if (!contact && !hasTerms) return false;
  const labels = SHOP_LABELS[language];
  const terms = html`<p>${pageLink(termsUrl, labels.terms, language)}${pageLink(
    privacyUrl,
    labels.privacy,
    language,
  )}</p>\n`;
  return html`<div class="shop">${contact}${hasTerms && terms}</div>\n`;
}
