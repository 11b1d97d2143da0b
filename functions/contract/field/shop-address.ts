// Addresses of the shop, to which a page leads a buyer.
import { containsCardData, field, problem, TYPES } from './field.ts';

const HTTP = {
  tr: 'http veya https ile başlayan bir adres',
  en: 'an address that begins with http or https',
};
const HTTPS = { tr: 'https ile başlayan bir adres', en: 'an address that begins with https' };

/** A host that a browser opens and a content policy can name: whole labels, or an IPv6 address. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * The raw text is checked, neither trimmed nor normalised, because a URL parser accepts parts that a redirect
 * must not contain: blanks, backslashes, control characters, user-info. `http`: of no host, of this machine,
 * or of any host.
 */
export const shopAddress = (http: 'none' | 'localhost' | 'any', max: number) =>
  field({ kind: 'url', max }, (address, context): string => {
    if (typeof address !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    if (address === '') return problem(context, 'REQUIRED');
    if ([...address].length > max) return problem(context, 'TOO_LONG', { max });
    if (!isShopAddress(address, http)) {
      return problem(context, 'INVALID_FORMAT', { expected: http === 'any' ? HTTP : HTTPS });
    }
    return urlContainsCardData(address) ? problem(context, 'CARD_DATA') : address;
  });

/** True if an address contains card data, in clear text or escaped (api.md 4.8). */
export const urlContainsCardData = (address: string): boolean =>
  containsCardData(address) || containsCardData(unescaped(address));

/** The address without its escapes; unchanged if an escape is malformed. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    return address;
  }
}

function isShopAddress(address: string, http: 'none' | 'localhost' | 'any'): boolean {
  if (/[\s\\\p{C}]/u.test(address) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)) return false;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHttpAllowed = http === 'any' || (http === 'localhost' && hostname === 'localhost');
  return (protocol === 'https:' || (isHttpAllowed && protocol === 'http:')) && HOST.test(hostname);
}
