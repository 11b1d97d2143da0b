// Hosted payment pages in requests (hosted-page.md 1) and responses.
import type * as z from 'zod/mini';
import type { Mode } from '#domain/api-key.ts';
import { toDecimal } from '#domain/money.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { pageMark, stateOf } from '#domain/payment/hosted-page.ts';
import { RESULT_PARAMETER } from '#domain/payment/return-url.ts';
import {
  amount,
  currency,
  field,
  fields,
  holdsCardData,
  id,
  integer,
  list,
  oneOf,
  optional,
  problem,
  TYPES,
  text,
  withDefault,
} from './field/field.ts';

const MAX_URL_LENGTH = 1024;
const HTTPS = { tr: 'https ile başlayan bir adres', en: 'an address that begins with https' };
const NO_RESULT = {
  tr: `kendi ${RESULT_PARAMETER} parametresi olmayan bir adres`,
  en: `an address without a parameter ${RESULT_PARAMETER} of its own`,
};

/** A host that a browser opens and a content policy can name: whole labels, or an IPv6 address. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * The address of the shop to which a buyer returns. The raw text is checked, neither trimmed nor normalised,
 * because a URL parser accepts what a redirect must not contain: blanks, backslashes, control characters,
 * user-info.
 */
const returnAddress = (allowsLocalhost: boolean) =>
  field({ kind: 'url', max: MAX_URL_LENGTH }, (address, context): string => {
    if (typeof address !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    if (address === '') return problem(context, 'REQUIRED');
    if ([...address].length > MAX_URL_LENGTH) return problem(context, 'TOO_LONG', { max: MAX_URL_LENGTH });
    if (!isReturnAddress(address, allowsLocalhost)) {
      return problem(context, 'INVALID_FORMAT', { expected: HTTPS });
    }
    if (holdsCardData(address) || holdsCardData(unescaped(address))) return problem(context, 'CARD_DATA');
    return hasResult(address) ? problem(context, 'INVALID_FORMAT', { expected: NO_RESULT }) : address;
  });

/** In any case: not every framework distinguishes `Result`. Of two, a shop might read the one not ours. */
const hasResult = (address: string) =>
  [...new URL(address).searchParams.keys()].some((name) => name.toLowerCase() === RESULT_PARAMETER);

/** With the characters that are escaped in an address; unchanged if an escape is malformed. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    return address;
  }
}

function isReturnAddress(address: string, allowsLocalhost: boolean): boolean {
  if (/[\s\\\p{C}]/u.test(address) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)) return false;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isLocal = allowsLocalhost && protocol === 'http:' && hostname === 'localhost';
  return (protocol === 'https:' || isLocal) && HOST.test(hostname);
}

const productLine = () => fields({ id: text(1, 64), name: text(1, 200), amount: amount() });

/** The body of POST /api/payment/hostedpage. Only a test key allows http://localhost. */
export const createHostedPageBody = (mode: Mode) =>
  fields({
    amount: amount(),
    currency: currency(),
    installment: withDefault(integer(1, 12), 1),
    successUrl: returnAddress(mode === 'test'),
    failUrl: returnAddress(mode === 'test'),
    cancelUrl: optional(returnAddress(mode === 'test')),
    orderNumber: text(1, 64),
    products: withDefault(list(productLine(), 100), []),
    expiresInMinutes: withDefault(integer(5, 1440), 30),
    language: optional(oneOf(['tr', 'en'])),
    customerId: optional(id()),
  });
export type CreateHostedPageBody = z.infer<ReturnType<typeof createHostedPageBody>>;

/** The page as GET /api/payment/hostedpage/{token} returns it, without its payment. */
export function showHostedPage(page: HostedPage, token: string, payUrl: string, now: Date) {
  return {
    id: pageMark(page.tokenDigest),
    token,
    hostedPageUrl: `${payUrl}/iframe/${token}`,
    state: stateOf(page, now),
    orderNumber: page.orderNumber,
    amount: toDecimal(page.amountMinor),
    currency: page.currency,
    installment: page.installment,
    attemptCount: page.attemptCount,
    customerId: page.customerId ?? null,
    guard: page.guard ?? null,
    createdAt: page.createdAt,
    expiresAt: page.expiresAt,
  };
}
