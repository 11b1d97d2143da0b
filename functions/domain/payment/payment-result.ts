// The result of a hosted page, which the buyer's browser takes to the shop: one compact JWS (RFC 7515).
// Status, order and amount are inside the signature, so a shop has nothing else to read (hosted-page.md 8).
import { createHmac } from 'node:crypto';
import { type Currency, toDecimal } from '../money.ts';
import { chargedOnPage, type HostedPage, stateOf } from './hosted-page.ts';
import { type Leaving, leavingIn } from './page-state.ts';
import { pageMark } from './page-token.ts';

const LIFETIME_SECONDS = 600;

/** The fields of every result: its issuer, its recipient, its times and its page. */
export type PageResult = {
  iss: string;
  aud: string;
  jti: string;
  iat: number;
  exp: number;
  page: string;
};

export type PaymentResult = PageResult & {
  orderNumber: string;
  amount: number;
  currency: Currency;
  chargedAmount: number;
  status: Leaving<'Successful'>['status'];
  paymentReferenceNumber: string | null;
  errorCode: string | null;
};

/** Undefined while the outcome of a payment is not known. */
export const returnOf = (page: HostedPage, now: Date): Leaving<'Successful'> | undefined =>
  leavingIn(stateOf(page, now), page, 'Successful');

export function resultOfPage(
  { merchantId, tokenDigest }: Pick<HostedPage, 'merchantId' | 'tokenDigest'>,
  { by, id, now }: { by: string; id: string; now: Date },
): PageResult {
  const iat = Math.floor(now.getTime() / 1000);
  return { iss: by, aud: merchantId, jti: id, iat, exp: iat + LIFETIME_SECONDS, page: pageMark(tokenDigest) };
}

export function paymentResult(
  page: HostedPage,
  status: PaymentResult['status'],
  issued: { by: string; id: string; now: Date },
): PaymentResult {
  // A page that was left or has expired has no final payment, so its result contains no attempt.
  const isFinal = status === 'Successful' || status === 'Failed';
  const { page: mark, ...issue } = resultOfPage(page, issued);
  return {
    ...issue,
    orderNumber: page.orderNumber,
    amount: toDecimal(page.amountMinor),
    currency: page.currency,
    chargedAmount: toDecimal(isFinal ? chargedOnPage(page) : page.amountMinor),
    status,
    paymentReferenceNumber: (isFinal ? page.paymentReferenceNumber : undefined) ?? null,
    errorCode: (status === 'Failed' ? page.lastDecline : undefined) ?? null,
    page: mark,
  };
}

/** HS256; the key is the secret's text as shown to the shop, not decoded. */
export function signResult(result: PageResult, { kid, secret }: { kid: string; secret: string }): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode(result)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
