// The result of a hosted page, which the buyer's browser takes to the shop: one compact JWS (RFC 7515).
// Status, order and amount are inside the signature, so a shop has nothing else to read (hosted-page.md 8).
import { createHmac } from 'node:crypto';
import { type Currency, toDecimal } from '../money.ts';
import { type HostedPage, pageMark, stateOf } from './hosted-page.ts';

const LIFETIME_SECONDS = 600;

export type PaymentResult = {
  iss: string;
  aud: string;
  jti: string;
  iat: number;
  exp: number;
  orderNumber: string;
  amount: number;
  currency: Currency;
  status: 'Successful' | 'Failed' | 'Cancelled' | 'Expired';
  paymentReferenceNumber: string | null;
  errorCode: string | null;
  page: string;
};

/**
 * The status of the result and the shop's address (hosted-page.md 8.1 and 8.3); undefined while the outcome
 * of a payment is not known.
 */
export function returnOf(
  page: HostedPage,
  now: Date,
): { status: PaymentResult['status']; address: string } | undefined {
  const { successUrl, failUrl, cancelUrl = failUrl } = page;
  switch (stateOf(page, now)) {
    case 'Paid':
      return { status: 'Successful', address: successUrl };
    case 'Failed':
      return { status: 'Failed', address: failUrl };
    case 'Open':
      return { status: 'Cancelled', address: cancelUrl };
    case 'Expired':
    case 'Superseded':
      return { status: 'Expired', address: failUrl };
    case 'Processing':
      return undefined;
  }
}

export function paymentResult(
  page: HostedPage,
  status: PaymentResult['status'],
  issued: { by: string; id: string; now: Date },
): PaymentResult {
  const iat = Math.floor(issued.now.getTime() / 1000);
  // The attempts of a page that was left or has expired are facts of no result: nothing was finalized.
  const isFinal = status === 'Successful' || status === 'Failed';
  return {
    iss: issued.by,
    aud: page.merchantId,
    jti: issued.id,
    iat,
    exp: iat + LIFETIME_SECONDS,
    orderNumber: page.orderNumber,
    amount: toDecimal(page.amountMinor),
    currency: page.currency,
    status,
    paymentReferenceNumber: (isFinal ? page.paymentReferenceNumber : undefined) ?? null,
    errorCode: (status === 'Failed' ? page.lastDecline : undefined) ?? null,
    page: pageMark(page.tokenDigest),
  };
}

/** HS256; the key is the bytes of the secret as the shop was shown it. */
export function signResult(result: PaymentResult, { kid, secret }: { kid: string; secret: string }): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode(result)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
