// The logo of a merchant at its own address. The form's endpoint returns it: the address has the id of the
// image in the place of a token (hosted-page.md 12.5).
import { readLogoId } from '#domain/branding/logo.ts';
import { Rejection } from '#domain/rejection.ts';
import type { PageResponse } from '#http/page.ts';
import { render } from '#page/html.ts';
import { LOGO_HEADERS, logoImage } from '#page/logo-image.ts';
import { loadLogo } from '#store/logo.ts';

/** The id of a logo in the place of a token. Undefined for a token, because no token has this form. */
export const logoIdIn = (token: string): string | undefined =>
  token.startsWith('logo-') ? token.slice('logo-'.length) : undefined;

/** Throws HOSTED_PAGE_NOT_FOUND. */
export async function renderLogo(id: string): Promise<PageResponse> {
  const size = readLogoId(id);
  const logo = size && (await loadLogo(id));
  if (size === undefined || logo === undefined) throw new Rejection('HOSTED_PAGE_NOT_FOUND');
  return { kind: 'file', headers: LOGO_HEADERS, text: render(logoImage({ ...logo, ...size })) };
}
