// Garanti's hashes of version 512: SHA-512 in upper-case hexadecimal digits, over texts that are joined
// without a separator (garanti.md 2).
import { createHash, timingSafeEqual } from 'node:crypto';

const hex = (algorithm: 'sha1' | 'sha512', text: string): string =>
  createHash(algorithm).update(text).digest('hex').toUpperCase();

export const sha512 = (text: string): string => hex('sha512', text);

/** What a password becomes in every hash. */
export const securityData = (password: string, terminalId: string): string =>
  hex('sha1', password + terminalId.padStart(9, '0'));

/** Compares in constant time. */
export function isSame(expected: string, received: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(received)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The text of a request that its HashData covers. `cardNumber`: '' without a card. */
export const requestText = (
  request: { orderId: string; terminalId: string; cardNumber: string; amount: string; currency: string },
  security: string,
): string =>
  request.orderId + request.terminalId + request.cardNumber + request.amount + request.currency + security;

/** The text of an answer that its HashData covers: neither amount nor card, and no row of an inquiry. */
export const answerText = (
  answer: { code: string; retrefNum: string; authCode: string; provDate: string; orderId: string },
  security: string,
): string => answer.code + answer.retrefNum + answer.authCode + answer.provDate + answer.orderId + security;

const FORM_FIELDS = [
  'terminalid',
  'orderid',
  'txnamount',
  'txncurrencycode',
  'successurl',
  'errorurl',
  'txntype',
  'txninstallmentcount',
] as const;

/** The text of a 3-D Secure form that `secure3dhash` covers; the bank returns these fields and the hash. */
export const formText = (
  fields: Readonly<Record<string, string>>,
  storeKey: string,
  security: string,
): string => FORM_FIELDS.map((name) => fields[name] ?? '').join('') + storeKey + security;

/** The only list of signed names that is known. Of the sender's own list nothing would be proven. */
export const SIGNED_NAMES = 'clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:';

/** The text of a 3-D Secure answer that `hash` covers, of values as they came: one can be a blank. */
export const callbackText = (fields: Readonly<Record<string, string>>, storeKey: string): string =>
  SIGNED_NAMES.split(':')
    .map((name) => fields[name] ?? '')
    .join('') + storeKey;
