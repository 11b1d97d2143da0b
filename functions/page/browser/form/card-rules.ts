// What is typed of a card, judged as the service judges it (domain/card/typed-card.ts; a test compares both).
// The tables are the service's own, which the page contains.
import type { FormWords } from '../../script/contract.ts';

type BrandRange = readonly [brand: string, from: string, to: string];
let prefixes: readonly BrandRange[];
let refused: readonly BrandRange[];
let spellings: readonly RegExp[];

/** `VISA 4;AMEX 34 7;...`, each number by its end. Longer prefixes come first. */
const tableOf = (text: string) =>
  text
    .split(';')
    .flatMap((line) => {
      const [brand, ...ranges] = line.split(' ');
      let last = '';
      const whole = (end: string) => (last = last.slice(0, Math.max(0, last.length - end.length)) + end);
      return ranges.map((range) => {
        const [from, to = from] = range.split('-').map(whole);
        return [brand, from, to] as BrandRange;
      });
    })
    .sort(([, one], [, other]) => other.length - one.length);

export const readTables = (words: Pick<FormWords, 'prefixes' | 'refused' | 'spellings'>) => {
  prefixes = tableOf(words.prefixes);
  refused = tableOf(words.refused);
  spellings = words.spellings.split(' ').map((source) => new RegExp(source));
};

/** Arabic, Persian and full-width digits become plain ones. */
const plain = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) % 16}`);

export const digitsOf = (text: string) => plain(text).replace(/\D/g, '');

const findIn = (table: readonly BrandRange[], digits: string) =>
  table
    .find(([, from, to]) => {
      const start = digits.slice(0, from.length);
      return start.length === from.length && start >= from && start <= to;
    })?.[0]
    .replace('OTHER', '')
    .replace('_', ' ') ?? '';

export const brandOf = (digits: string) => findIn(prefixes, digits);
/** Recognised from the fourth digit on; in 65, where cards of TROY are, from the eighth. */
export const refusedBrand = (digits: string) =>
  digits.length < (digits.startsWith('65') ? 8 : 4) || brandOf(digits) ? '' : findIn(refused, digits);

/** The fewest and the most digits. */
export const lengthsOf = (digits: string): readonly [number, number] => {
  const brand = brandOf(digits);
  return brand === 'AMEX' ? [15, 15] : brand === 'VISA' ? [16, 19] : brand ? [16, 16] : [15, 19];
};

export const passesLuhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, at) => sum + Number(at % 2 ? '0246813579'[+digit] : digit), 0) %
    10 ===
  0;

export const numberFault = (digits: string) =>
  digits.length < lengthsOf(digits)[0] ? 'incomplete' : passesLuhn(digits) ? '' : 'wrong';

export const group = (digits: string) =>
  brandOf(digits) === 'AMEX'
    ? digits.replace(/^(.{4})(.{1,6})(.*)$/, '$1 $2 $3').trim()
    : digits.replace(/.{4}(?=.)/g, '$& ');

/** `12/30`, or `badMonth`; empty while it cannot be read. */
export const readExpiry = (text: string) => {
  const typed = plain(text).replace(/^\D+|\D+$/g, '');
  const read = spellings.map((one) => one.exec(typed)?.groups).find(Boolean);
  if (!read) return '';
  const { month, year } = read as { month: string; year: string };
  const two = month.padStart(2, '0');
  return /^(0[1-9]|1[0-2])$/.test(two) ? `${two}/${year.slice(-2)}` : 'badMonth';
};

type ExpiryParts = [all: string, month: string, gap: string, year: string];
/**
 * An expiry while it is typed: a slash follows the month. The year may come first: 2030 has become 02/030 by
 * its last digit. 13 stays, because it may be 1/3, or a wrong month.
 */
export const typedExpiry = (text: string) => {
  const typed = plain(text);
  const yearFirst = /^(?:02\/0|20)(\d\d)(.*)/.exec(typed);
  if (yearFirst) return `20${yearFirst[1]}${yearFirst[2]}`.slice(0, 7);
  let [, month, gap, year] = /^\D*(\d{0,2})(\D*)(\d*)/.exec(typed) as unknown as ExpiryParts;
  const early = /^([2-9])(\d?)$/.exec(month);
  if (early) [month, year] = [`0${early[1]}`, `${early[2]}${year}`];
  if (gap && /^[1-9]$/.test(month)) month = `0${month}`;
  const isUnsure = !gap && !year && month > '12';
  return month.length < 2 || isUnsure ? month : `${month}/${year.slice(0, year.startsWith('20') ? 4 : 2)}`;
};

/** Whether a month is wrong before the expiry is whole: `13/`, `1330`. */
export const isWrongMonth = (text: string) => /^(00|[2-9]\d|1[3-9])\D|^1[3-9]\d\d/.test(plain(text));
