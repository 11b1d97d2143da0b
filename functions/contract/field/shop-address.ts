// Addresses of the shop, to which a page leads a buyer.
import { secretInAddress } from '#domain/card/card-text.ts';
import { originsOf } from '#domain/payment/frame-origins.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';
import { field, notText, problem, transformed } from './field.ts';

const HTTP = {
  tr: 'http veya https ile başlayan bir adres',
  en: 'an address that begins with http or https',
};
const HTTPS = { tr: 'https ile başlayan bir adres', en: 'an address that begins with https' };

const CLEAN = {
  tr: 'boşluk, ters bölü ve denetim karakteri içermeyen bir adres',
  en: 'an address without blanks, backslashes and control characters',
};
const NO_USER_INFO = {
  tr: 'kullanıcı adı ve parola içermeyen bir adres',
  en: 'an address without a user name or password',
};
const WITH_HOST = { tr: 'geçerli bir sunucu adı olan bir adres', en: 'an address with a valid host' };

/** A host that a browser opens and a content policy can name: whole labels, or an IPv6 address. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * The raw text is checked, neither trimmed nor normalised, because a URL parser accepts parts that a redirect
 * must not contain: blanks, backslashes, control characters, user-info. `http`: of no host, of this machine,
 * or of any host.
 */
export const shopAddress = (http: 'none' | 'localhost' | 'any', max: number) =>
  field({ kind: 'url', max }, (address, context): string => {
    if (typeof address !== 'string') return notText(context);
    if (address === '') return problem(context, 'REQUIRED');
    if ([...address].length > max) return problem(context, 'TOO_LONG', { max });
    const expected = faultOf(address, http);
    if (expected) return problem(context, 'INVALID_FORMAT', { expected });
    const secret = secretInAddress(address);
    return secret ? problem(context, secret) : address;
  });

const ORIGIN = {
  tr: 'https://www.example.com gibi, yolu olmayan bir kaynak adresi',
  en: 'an origin like https://www.example.com, without a path',
};

/** The origin of pages that may show ours in a frame, as a browser writes it (hosted-page.md 1.10). */
export const frameOrigin = (http: 'none' | 'any') => {
  const address = shopAddress(http, MAX_ORIGIN);
  return transformed(
    address,
    (text, context) => {
      const [origin] = originsOf([text]);
      const isExact = origin !== undefined && new URL(text).href === `${origin}/`;
      return isExact ? origin : problem(context, 'INVALID_FORMAT', { expected: ORIGIN });
    },
    { kind: 'origin', max: MAX_ORIGIN },
  );
};
/** The longest host with scheme and port. */
const MAX_ORIGIN = 267;

const unclean = unicodePattern('[\\s\\\\\\p{C}]');

/** What the address must be instead, or undefined. */
function faultOf(address: string, http: 'none' | 'localhost' | 'any') {
  if (unclean().test(address)) return CLEAN;
  const scheme = http === 'any' ? HTTP : HTTPS;
  const [, user, host] = /^https?:\/\/([^/?#]*@)?([^/?#]*)/i.exec(address) ?? [];
  if (host === undefined) return scheme;
  if (user !== undefined) return NO_USER_INFO;
  if (host === '' || !URL.canParse(address)) return WITH_HOST;
  const { protocol, hostname } = new URL(address);
  const isHttpAllowed = http === 'any' || (http === 'localhost' && hostname === 'localhost');
  if (protocol === 'http:' && !isHttpAllowed) return scheme;
  return HOST.test(hostname) ? undefined : WITH_HOST;
}
