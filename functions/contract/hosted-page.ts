// Hosted pages on the wire: what a merchant may ask for (hosted-page.md 1) and what is answered.
import type * as z from 'zod/mini';
import { toDecimal } from '#domain/money.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import { stateOf } from '#domain/payment/hosted-page.ts';
import {
  amount,
  currency,
  field,
  fields,
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

/** What a browser can be sent to and a content policy can name: whole labels, or an IPv6 address. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * Where a buyer is sent. Read from the raw text, neither trimmed nor normalised, because a URL parser
 * forgives what a redirect must not: blanks, backslashes, control characters, user-info.
 */
const returnAddress = (allowsLocalhost: boolean) =>
  field({ kind: 'url', max: MAX_URL_LENGTH }, (address, context): string => {
    if (typeof address !== 'string') return problem(context, 'INVALID_TYPE', { expected: TYPES.text });
    if (address === '') return problem(context, 'REQUIRED');
    if ([...address].length > MAX_URL_LENGTH) return problem(context, 'TOO_LONG', { max: MAX_URL_LENGTH });
    return isReturnAddress(address, allowsLocalhost)
      ? address
      : problem(context, 'INVALID_FORMAT', { expected: HTTPS });
  });

function isReturnAddress(address: string, allowsLocalhost: boolean): boolean {
  if (/[\s\\\p{C}]/u.test(address) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address)) return false;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isLocal = allowsLocalhost && protocol === 'http:' && hostname === 'localhost';
  return (protocol === 'https:' || isLocal) && HOST.test(hostname);
}

const productLine = () => fields({ id: text(1, 64), name: text(1, 200), amount: amount() });

/** The body of POST /api/payment/hostedpage; http://localhost only with a test key. */
export const createHostedPageBody = (keyKind: 'test' | 'live') =>
  fields({
    amount: amount(),
    currency: currency(),
    installment: withDefault(integer(1, 12), 1),
    successUrl: returnAddress(keyKind === 'test'),
    failUrl: returnAddress(keyKind === 'test'),
    orderNumber: text(1, 64),
    products: withDefault(list(productLine(), 100), []),
    expiresInMinutes: withDefault(integer(5, 1440), 30),
    language: optional(oneOf(['tr', 'en'])),
    customerId: optional(id()),
  });
export type CreateHostedPageBody = z.infer<ReturnType<typeof createHostedPageBody>>;

/** What GET shows: the page and, once there is one, the reference of its payment. */
export function showHostedPage(page: HostedPage, token: string, payUrl: string, now: Date) {
  return {
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
