// Reads card data that people type, paste or let their browser fill in. The form's script has the same rules,
// and a test compares both.
import { MAX_CARD_DIGITS, MIN_CARD_DIGITS, passesLuhn } from './card.ts';
import {
  type CardAssociation,
  cardAssociation,
  type RefusedBrand,
  refusedPrefixesFirst,
} from './card-prefix.ts';

/** Arabic, Persian and full-width digits; in each block the last four bits are the digit. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

export const plainDigits = (text: string): string =>
  text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16));

type Expiry = { expiryMonth: string; expiryYear: string };

/**
 * The spellings of an expiry between the first and the last digit. The year is one of this century, and the
 * month comes first unless the year has four digits: `12/30`, `1230`, `2030-12`, `130`. Ambiguous spellings
 * are not accepted.
 */
const SPELLINGS = [
  /^(?<month>\d\d?)\D+(?<year>(?:20)?\d\d)$/,
  /^(?<month>0[1-9]|1[0-2])(?<year>(?:20)?\d\d)$/,
  /^(?<year>20\d\d)\D+(?<month>\d\d?)$/,
  /^(?<year>20\d\d)(?<month>\d\d)$/,
  /^(?<month>[2-9]|1(?=[3-9]\d$|20\d\d$))(?<year>(?:20)?\d\d)$/,
];

/** The spellings as one text for the script in the browser. */
export const spellingText = () => SPELLINGS.map(({ source }) => source).join(' ');

/** `badMonth`: it reads as an expiry, but its month does not exist. */
export function readExpiry(text: string): Expiry | 'badMonth' | 'unreadable' {
  const typed = plainDigits(text).replace(/^\D+|\D+$/g, '');
  for (const spelling of SPELLINGS) {
    const { month, year } = spelling.exec(typed)?.groups ?? {};
    if (month !== undefined && year !== undefined) {
      const expiryMonth = month.padStart(2, '0');
      const isMonth = /^(0[1-9]|1[0-2])$/.test(expiryMonth);
      return isMonth ? { expiryMonth, expiryYear: `20${year.slice(-2)}` } : 'badMonth';
    }
  }
  return 'unreadable';
}

/** The fewest and the most digits of a number, by its brand. */
const DIGITS: Record<CardAssociation, readonly [number, number]> = {
  VISA: [16, MAX_CARD_DIGITS],
  MASTERCARD: [16, 16],
  AMEX: [15, 15],
  TROY: [16, 16],
  OTHER: [MIN_CARD_DIGITS, MAX_CARD_DIGITS],
};

/** The fault of a number without its separators: digits are missing, or a digit is wrong or too many. */
export function numberFault(digits: string): 'incomplete' | 'wrong' | undefined {
  const [fewest, most] = DIGITS[cardAssociation(digits)];
  if (/\D/.test(digits) || digits.length > most) return 'wrong';
  if (digits.length < fewest) return 'incomplete';
  return passesLuhn(digits) ? undefined : 'wrong';
}

/**
 * The brand of a number if it is known and not accepted on pages. It is recognised from the fourth digit on;
 * in Discover's 65, where cards of TROY are, from the eighth.
 */
export function refusedBrand(digits: string): RefusedBrand | undefined {
  if (digits.length < (digits.startsWith('65') ? 8 : 4) || cardAssociation(digits) !== 'OTHER')
    return undefined;
  return refusedPrefixesFirst().find(({ length, from, to }) => {
    const prefix = Number(digits.slice(0, length));
    return prefix >= from && prefix <= to;
  })?.brand;
}
