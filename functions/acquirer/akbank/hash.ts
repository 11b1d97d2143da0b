// Akbank's hash: HMAC-SHA-512 with the secret key as text, in Base64 (akbank.md 2).
import { createHmac, timingSafeEqual } from 'node:crypto';

export const hmac = (message: string | Buffer, secretKey: string): string =>
  createHmac('sha512', secretKey).update(message).digest('base64');

/** Compares in constant time. */
export function isHmac(message: string, secretKey: string, received: string): boolean {
  const [expected, given] = [Buffer.from(hmac(message, secretKey)), Buffer.from(received)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** The fields of a 3-D Secure form that are hashed, in this order; a missing one counts as empty. */
const FORM_FIELDS = [
  'paymentModel',
  'txnCode',
  'merchantSafeId',
  'terminalSafeId',
  'orderId',
  'lang',
  'amount',
  'ccbRewardAmount',
  'pcbRewardAmount',
  'xcbRewardAmount',
  'currencyCode',
  'installCount',
  'okUrl',
  'failUrl',
  'emailAddress',
  'subMerchantId',
  'creditCard',
  'expiredDate',
  'cvv',
  'randomNumber',
  'requestDateTime',
  'b2bIdentityNumber',
] as const;

/** The text of a form that its hash covers. */
export const hashedForm = (fields: Readonly<Record<string, string | undefined>>): string =>
  FORM_FIELDS.map((name) => fields[name] ?? '').join('');
