// The images of logos, each in a row of its own, because pages are read far more often than logos. Only
// operators' commands write them, with the merchant whose setting names the logo.
import { type LogoImage, type LogoType, logoIdOf } from '#domain/branding/logo.ts';
import { LONGEST_PAGE_MINUTES } from '#domain/payment/deadline.ts';
import { bytes, oneOf, text } from '#domain/shape.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { change, type Write } from './table/commit.ts';
import { logoKey } from './table/keys.ts';
import type { Kind } from './table/kind.ts';
import { endsAt, loadRow, newItem, row, type Stored } from './table/row.ts';

type Logo = { logoId: string; merchantId: string; type: LogoType; image: Uint8Array };
type LogoItem = Stored & Logo;

const LOGO = /* @__PURE__ */ row<Logo>(
  'logo',
  () => ({
    logoId: text,
    merchantId: text,
    type: oneOf(['image/png', 'image/jpeg']),
    image: bytes,
  }),
  { isErased: ({ image }) => image === undefined },
);

export const logoKind = () =>
  ({
    keys: [logoKey('{id}')],
    readBy: 'page',
    grants: { logo: 'the images of merchants' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: LOGO.find,
  }) satisfies Kind;

/** Undefined if there is none, or if it was removed. */
export const loadLogo = (logoId: string): Promise<LogoItem | undefined> => loadRow(LOGO, logoKey(logoId));

/** The same image has the same id, so it is written again with the same content. */
export function writeLogo(merchantId: string, image: LogoImage): { logoId: string; write: Write } {
  const logoId = logoIdOf(merchantId, image);
  const attributes = LOGO.attributes({ logoId, merchantId, type: image.type, image: image.bytes });
  return { logoId, write: { what: 'logo', kind: 'put', item: newItem(logoKey(logoId), attributes) } };
}

/** Older pages still show a replaced logo, so it is kept until they end; a removed logo is erased at once. */
export function writeLogoEnd(logo: LogoItem, isReplaced: boolean, now: Date): Write {
  const endMs = now.getTime() + (isReplaced ? LONGEST_PAGE_MINUTES * MINUTE_MS + DAY_MS : 0);
  return change('logo', logo, endsAt(endMs), isReplaced ? [] : ['image']);
}
