// Finds card data in free text, which is stored in clear text although people paste card data into it
// (cards.md 1.5, api.md 4.8).
import { containsApiKey } from '#domain/api-key.ts';
import type { FieldCode } from '#domain/field-problem.ts';
import { isPaymentReference } from '#domain/id.ts';
import { unicodePattern } from '#domain/text/unicode-pattern.ts';
import { MAX_CARD_DIGITS, passesLuhn } from './card.ts';

const FEWEST_DIGITS = 13;

/** True if a text contains 13 to 19 digits of any script, in groups or not, with a valid check digit. */
export const containsCardNumber = (text: string): boolean => possibleNumbers(text).some(passesLuhn);

/**
 * True if a text contains a number of a length and with first digits that card schemes issue. Numbers of
 * orders, phones, accounts and barcodes seldom have both, so that honest text is not refused.
 */
const containsIssuedCardNumber = (text: string): boolean =>
  possibleNumbers(text).some((digits) => ISSUED.test(digits) && passesLuhn(digits));

/**
 * What a text must not contain, because it would be stored in clear: a card number or a security code, or an
 * API key (api.md 4.8). A payment's reference, which also consists of letters and digits, is none of them.
 */
export function secretIn(text: string): Extract<FieldCode, 'CARD_DATA' | 'API_KEY'> | undefined {
  if (isPaymentReference(text)) return undefined;
  if (containsIssuedCardNumber(text) || containsSecurityCode(text)) return 'CARD_DATA';
  return containsApiKey(text) ? 'API_KEY' : undefined;
}

/** The same of an address, in clear text or escaped. */
export const secretInAddress = (address: string) => secretIn(address) ?? secretIn(unescaped(address));

/** The address without its escapes; unchanged if an escape is malformed. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    return address;
  }
}

/** Lengths and first digits: AMEX; sixteen digits; schemes that also issue up to nineteen. */
const ISSUED = new RegExp(
  [
    String.raw`^3[47]\d{13}$`,
    String.raw`^(?=\d{16}$)(?:4|5[0-8]|6|9792|22[2-9]|2[3-6]|27[0-2]|35[2-8])`,
    String.raw`^(?=\d{17,19}$)(?:4|5[06-8]|6)`,
  ].join('|'),
);

/** A code of three or four digits behind a name of the security code. */
const securityCode = unicodePattern(
  '(?:c[vs][vc]2?|güvenlik\\s+kodu|security\\s+code)(?:\\s*(?:kodu|code|no))?' +
    '[^\\p{L}\\p{N}]{0,5}\\p{Nd}{3,4}(?!\\p{Nd})',
  'iu',
);

/** Most texts have no other digits than those of ASCII, so that no pattern with Unicode classes is made. */
const hasOtherScripts = (text: string) => /[\u0600-\uffff]/.test(text);

export function containsSecurityCode(text: string): boolean {
  const plain = text.normalize('NFKC');
  return (/\d{3}/.test(plain) || hasOtherScripts(plain)) && securityCode().test(plain);
}

const anyDigit = unicodePattern('\\p{Nd}');
const allDigits = unicodePattern('\\p{Nd}', 'gu');
/** Groups of digits, separated by at most three characters that are not letters, visible or not. */
const digitRows = unicodePattern('\\d(?:[^\\p{L}\\p{N}]{0,3}\\d)*', 'gu');

/** Joins the digits of neighbouring groups into all numbers that have the length of a card number. */
function possibleNumbers(text: string): string[] {
  const normal = text.normalize('NFKC');
  const plain = hasOtherScripts(normal) ? normal.replace(allDigits(), asciiDigit) : normal;
  // Most texts return here, before the pattern is made, which is expensive.
  if (plain.replace(/\D/g, '').length < FEWEST_DIGITS) return [];
  return (plain.match(digitRows()) ?? []).flatMap((row) => joinedGroups(row.split(/\D+/)));
}

function joinedGroups(groups: readonly string[]): string[] {
  return groups.flatMap((_, from) => {
    const found: string[] = [];
    let digits = '';
    for (let at = from; at < groups.length && digits.length < MAX_CARD_DIGITS; at += 1) {
      digits += groups[at];
      if (digits.length >= FEWEST_DIGITS && digits.length <= MAX_CARD_DIGITS) found.push(digits);
    }
    return found;
  });
}

/** In Unicode the ten digits of a script are consecutive, beginning with its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (anyDigit().test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
