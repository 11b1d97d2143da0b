// A merchant's branding as an operator sets it, validated by the rules of a request for a page.
import { branding } from '#contract/field/branding.ts';
import { fieldProblems } from '#contract/field/field-problems.ts';
import type { Mode } from '#domain/api-key.ts';
import type { Branding } from '#domain/branding/branding.ts';
import { LOGO_BYTES, LOGO_PIXELS, type LogoImage, readLogo } from '#domain/branding/logo.ts';
import { fieldSentence } from '#domain/field-problem.ts';
import { loadLogo, writeLogo, writeLogoEnd } from '#store/logo.ts';
import type { MerchantItem } from '#store/merchant/merchant.ts';
import { SettingError } from '../merchant-settings.ts';
import type { BrandingChange, FaceChange } from './branding-options.ts';

/** Throws a SettingError that names the field and the correction. */
function readBranding(fields: BrandingChange, mode: Mode): Omit<Branding, 'logo'> {
  const result = branding(mode).safeParse(fields);
  if (!result.success) {
    const [problem] = fieldProblems(result.error);
    throw new SettingError(problem ? `${problem.field}: ${fieldSentence(problem, 'en')}` : 'Not a branding.');
  }
  return Object.fromEntries(Object.entries(result.data).filter(([, value]) => value !== undefined));
}

const LOGO_PROBLEMS = {
  tooLarge: `The logo has more than ${LOGO_BYTES / 1024} KB: save it smaller, or with fewer colours.`,
  noImage: 'The logo is a PNG or JPEG image. An SVG can contain scripts: export it as PNG.',
  size: `The logo has ${LOGO_PIXELS.min} to ${LOGO_PIXELS.max} pixels in width and height.`,
  damaged: 'The image of the logo is damaged: save it again.',
};

function readLogoImage(base64: string): LogoImage {
  const reading = readLogo(Buffer.from(base64, 'base64'));
  if (reading.kind === 'logo') return reading.image;
  throw new SettingError(LOGO_PROBLEMS[reading.why]);
}

/** The branding of a new merchant, and the write of its logo. */
export function newFace(merchantId: string, change: FaceChange | undefined, mode: Mode) {
  const { branding: fields = {}, logo } = change ?? {};
  const texts = readBranding(fields, mode);
  const image = logo ? writeLogo(merchantId, readLogoImage(logo)) : undefined;
  const face: Branding = { ...texts, ...(image && { logo: image.logoId }) };
  return { ...(Object.keys(face).length > 0 && { branding: face }), writes: image ? [image.write] : [] };
}

/** The changed branding of a merchant, and the writes of its logos. */
export async function changedFace(
  { merchantId, branding: before = {} }: Pick<MerchantItem, 'merchantId' | 'branding'>,
  { branding: fields = {}, logo }: FaceChange,
  { mode, now }: { mode: Mode; now: Date },
) {
  const { logo: oldLogo, ...texts } = before;
  const removed = new Set(Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : [])));
  const kept = Object.fromEntries(Object.entries(texts).filter(([name]) => !removed.has(name)));
  const changed = { ...kept, ...readBranding(fields, mode) };
  if (logo === undefined) return { branding: { ...changed, ...(oldLogo && { logo: oldLogo }) }, writes: [] };
  const image = logo === null ? undefined : writeLogo(merchantId, readLogoImage(logo));
  const old = oldLogo === undefined || oldLogo === image?.logoId ? undefined : await loadLogo(oldLogo);
  return {
    branding: { ...changed, ...(image && { logo: image.logoId }) },
    writes: [...(image ? [image.write] : []), ...(old ? [writeLogoEnd(old, image !== undefined, now)] : [])],
  };
}

/** The image of a merchant's logo, for its test twin. */
export async function logoOf({ branding: face }: Pick<MerchantItem, 'branding'>): Promise<{ logo?: string }> {
  const logo = face?.logo === undefined ? undefined : await loadLogo(face.logo);
  return logo === undefined ? {} : { logo: Buffer.from(logo.image).toString('base64') };
}
