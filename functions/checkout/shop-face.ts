// The shop's face on its pages: the branding that a page has stored, with the address of the logo.
import { readLogoId } from '#domain/branding/logo.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { logoUrl } from '#http/hosted-page-url.ts';
import type { Face } from '#page/shop-face.ts';

type ShopPage = Pick<HostedPage, 'merchantName' | 'isTest' | 'frameOrigins' | 'branding'>;

export function faceOf({ branding }: Pick<ShopPage, 'branding'>): { face?: Face } {
  if (branding === undefined) return {};
  const { logo, displayName: _, ...face } = branding;
  const size = logo === undefined ? undefined : readLogoId(logo);
  return { face: { ...face, ...(logo && size && { logo: { address: logoUrl(logo), ...size } }) } };
}

export const shopOf = (page: ShopPage) => ({
  ...{ merchantName: page.merchantName, isTest: page.isTest, frameOrigins: page.frameOrigins },
  ...faceOf(page),
});
