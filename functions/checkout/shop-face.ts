// The shop on its pages: the branding that a page has stored, with the address of the logo, and the shop's
// origins in the policy.
import { readLogoId } from '#domain/branding/logo.ts';
import { frameOriginsOf, type ReturningPage } from '#domain/payment/frame-origins.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { logoUrl } from '#http/hosted-page-url.ts';
import type { PolicyOrigins } from '#page/headers.ts';
import type { Face } from '#page/shop-face.ts';

type ShopPage = Pick<HostedPage, 'merchantName' | 'isTest' | 'branding'> & ReturningPage;

function faceOf({ branding }: Pick<ShopPage, 'branding'>): { face?: Face } {
  if (branding === undefined) return {};
  const { logo, displayName: _, ...face } = branding;
  const size = logo === undefined ? undefined : readLogoId(logo);
  return { face: { ...face, ...(logo && size && { logo: { address: logoUrl(logo), ...size } }) } };
}

export const shopOf = (page: ShopPage) => ({
  merchantName: page.merchantName,
  isTest: page.isTest,
  frameOrigins: frameOriginsOf(page),
  ...faceOf(page),
});

/** The response to a form leads to one of two addresses; the buyer leaves to the third by a link. */
export const policyOriginsOf = (page: ReturningPage): PolicyOrigins => ({
  formActionOrigins: [page.successUrl, page.failUrl].flatMap((address) => address ?? []),
  frameAncestors: frameOriginsOf(page),
});
